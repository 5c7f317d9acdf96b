#include "engine/structure/shape/policy_look.h"

#include <algorithm>

#include "engine/experiment/shared_work.h"
#include "engine/structure/replacement/direct_follower.h"
#include "engine/structure/shape/shape_look.h"

namespace chasescope::structure {
namespace {

// A card takes a second for the thousands of chases that an automaton is learnt from.
constexpr Most kForAutomaton{.accesses = 600'000'000, .cycles = 4e9};

bool has_no_time(const Lab& lab) {
  const SharedWork* shared = lab.shared();
  return lab.keeps_state() && shared != nullptr && shared->most_for_a_cache <= kSoon && !shared->has_a_minute;
}

std::string why_no_machine(const Lab& lab) {
  if (!has_no_time(lab)) return {};
  return "The named policy predicted every access. Its automaton is only learnt with --thorough.";
}

PolicyFound find_policy(Lab& lab, DataTester& tester, const Survey& survey, std::size_t cache, const CacheShape& shape) {
  // The lines of a set that trials found lie anywhere in memory. Chases begin with an empty cache, as trials do.
  if (!shape.by_trials.empty()) {
    DirectFollower follower(lab, survey, tester.unit_bytes());
    PolicyFound found = solve_policy(follower, shape.overflowing, why_no_machine(lab));
    if (const std::string doubt = doubt_of_policy(found, shape); !found.replacement.policy.empty() && !doubt.empty()) throw Undecided(doubt);
    return found;
  }
  const Addresses lines = lines_of_largest_set(shape, tester.limit_bytes());
  if (lines != shape.overflowing) {
    tester.keep_clear_of(lines);
    tester.choose_primer(lines);
  }
  PolicyFound found = solve_policy(tester, lines, why_no_machine(lab));
  const std::string& policy = found.replacement.policy;
  if (policy.empty()) return found;
  if (const std::string doubt = doubt_of_policy(found, shape); !doubt.empty()) throw Undecided(doubt);
  if (policy == "other" && tester.empties_sets())
    throw Undecided(
        "The evicted lines are those of no known policy. But flush lines, which empty the caches in front, may have taken ways of "
        "the set.");
  if (policy == "other" && asked_for_in_blocks(survey, cache, shape))
    throw Undecided(
        "The evicted lines are those of no known policy. But the cache in front asks for whole blocks, which may be lines of "
        "several sets.");
  return found;
}

}  // namespace

Addresses lines_of_largest_set(const CacheShape& shape, std::uint64_t limit_bytes) {
  if (shape.ways.empty() || !shape.index || shape.equal_ways()) return shape.overflowing;
  const auto most = std::max_element(shape.ways.begin(), shape.ways.end());
  const auto set = static_cast<std::uint64_t>(most - shape.ways.begin());
  if (shape.index->set_of(shape.overflowing.front()) == set) return shape.overflowing;
  Addresses lines;
  const std::uint64_t end = std::min(limit_bytes, 16 * shape.entries() * shape.line_bytes);
  for (std::uint64_t address = 0; address < end && lines.size() <= *most; address += shape.line_bytes)
    if (shape.index->set_of(address) == set) lines.push_back(address);
  return lines.size() <= *most ? shape.overflowing : lines;
}

std::string doubt_of_policy(const PolicyFound& found, const CacheShape& shape) {
  const std::uint32_t most = shape.ways.empty() ? 0 : *std::max_element(shape.ways.begin(), shape.ways.end());
  if (found.ways <= 2 && most != found.ways)
    return "It was seen in a set of " + std::to_string(found.ways) + (found.ways == 1 ? " way" : " ways") +
           ", in which several policies do the same, and other sets may have more ways.";
  if (found.replacement.policy == "other" && most != found.ways)
    return "The evicted lines are those of no known policy. But the sets are not known well enough to be sure that no other line "
           "took ways of this one.";
  return {};
}

void look_for_policy(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report) {
  const Allowance allowance(lab, has_no_time(lab) ? kForCache : kForAutomaton);
  try {
    lab.tell("replacement in " + report.subject);
    report.policy_undecided.clear();
    report.policy = find_policy(lab, tester, survey, report.level, report.shape);
    if (report.policy->replacement.policy.empty()) report.policy_undecided = report.policy->replacement.undecided;
  } catch (const Undecided& undecided) {
    report.policy_undecided = undecided.what();
  }
}

}  // namespace chasescope::structure
