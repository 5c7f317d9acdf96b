#include "engine/structure/shape/borne_out.h"

#include <algorithm>
#include <utility>

namespace chasescope::structure {
namespace {

/// Removes a shape without an index. Lines that evict each other may be those of a set, or all lines of a data store; without an
/// index, nothing shows which.
void take_back_what_foretells_nothing(CacheReport& report) {
  CacheShape& shape = report.shape;
  const std::string why = (shape.index ? shape.ways_undecided : shape.index_undecided) +
                          " Without an index no other line can be predicted, so these lines may not be one set.";
  if (report.policy && !report.policy->replacement.policy.empty()) {
    report.policy.reset();
    report.policy_undecided = why;
  }
  if (!shape.index) {
    shape.line_bytes = 0;
    shape.line_undecided = why;
  }
}

}  // namespace

ToldCache told_of(const Survey& survey, std::size_t level, const inference::SetIndex& index, std::vector<std::uint32_t> ways,
                  std::uint64_t line_bytes) {
  return {index, std::move(ways), line_bytes, std::min(survey.fetch_bytes[level].value_or(line_bytes), line_bytes), {}};
}

bool is_borne_out(Lab& lab, const Survey& survey, CacheReport& report, TestOutcome& outcome) {
  const CacheShape& shape = report.shape;
  if (shape.line_bytes == 0) return true;
  std::vector<std::uint32_t> ways = shape.ways;
  // An index of a single set is enough for a prediction, even without its ways.
  if (ways.empty() && shape.index && shape.index->kind == inference::SetIndex::Kind::one_set)
    ways = {static_cast<std::uint32_t>(shape.overflowing.size() - 1)};
  if (!shape.index || ways.empty()) {
    take_back_what_foretells_nothing(report);
    return true;
  }
  // If the cache in front fetches several lines of this one at once, a visit concerns more than one line, and nothing can be
  // predicted. In noise the fetch size may be unknown; then the structure must be tested all the same. Without noise it is unknown
  // only if it was not measured.
  const std::uint64_t unknown = survey.noise.exact() ? shape.line_bytes + 1 : 0;
  if (report.level > 0 && survey.fetch_bytes[report.level - 1].value_or(unknown) > shape.line_bytes) return true;
  ToldCache told = told_of(survey, report.level, *shape.index, std::move(ways), shape.line_bytes);
  if (report.policy && foretells(report.policy->replacement.policy)) told.policy = report.policy->replacement.policy;
  // A structure that was found by trials has already passed this test.
  if (told.policy.empty() && !shape.by_trials.empty()) return true;
  const TestQuestion question{report.level, shape.examined_bytes, report.outgrown ? report.outgrown->contiguous_at_least : 0};
  outcome = put_to_test(lab, survey, told, question);
  if (!outcome.contradicts || told.policy.empty()) return !outcome.contradicts;
  const TestOutcome with_policy = outcome;
  const std::string policy = std::exchange(told.policy, {});
  outcome = put_to_test(lab, survey, told, question);
  if (outcome.contradicts) return false;
  report.policy.reset();
  report.policy_undecided =
      "Single sets replace as " + policy + " does, but a test contradicts it: " + with_policy.in_words() + ".";
  return true;
}

void take_back(CacheReport& report, const TestOutcome& outcome) {
  report.shape = {};
  report.contiguous_by_sets.reset();
  report.policy.reset();
  report.undecided = "Sets and ways were found, but a test contradicts them: " + outcome.in_words() + ".";
}

}  // namespace chasescope::structure
