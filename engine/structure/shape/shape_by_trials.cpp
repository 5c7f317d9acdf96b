#include "engine/structure/shape/shape_by_trials.h"

#include <algorithm>
#include <cstdio>

#include "engine/experiment/shared_work.h"
#include "engine/statistics/assumptions.h"
#include "engine/structure/shape/borne_out.h"
#include "engine/structure/shape/known_shapes.h"
#include "engine/structure/trials/asked_trials.h"
#include "engine/structure/trials/sets_by_trials.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr Most kForTrials{.accesses = 50'000'000, .cycles = 3e8};

/// An index to test first, and the source of the index: a sentence that ends in "index, which was".
struct Suggestion {
  SupposedSets sets;
  std::uint64_t staying_bytes = 0;  ///< as in TestQuestion
  std::string words;
};

std::string in_words(const SetsFound& found, const Suggestion* suggestion) {
  const std::string tested =
      "put to the test in each set, by " + format_count(found.predicted) + " lines that were not used before.";
  if (suggestion != nullptr) return suggestion->words + " " + tested;
  char where[96];
  std::snprintf(where, sizeof where, "around %.1f standard errors, where chance reaches %.1f", found.median_partner, found.limit);
  return "In " + format_count(found.trials) + " trials, each with some of " + format_count(found.places) +
         " places, the ones that evict each other stood out (" + where + "). The index that they have in common was " + tested;
}

void fill_in(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject, std::uint64_t most_range,
             const Suggestion* suggestion, CacheShape& shape) {
  if (lab.keeps(subject))
    throw Undecided("This cache keeps its lines from one trial to the next, so no trial begins with an empty cache.");
  const Allowance allowance(lab, kForTrials);
  SetsQuestion question;
  question.space = lab.setting().space;
  question.unit = tester.unit_bytes();
  question.range = std::min(lab.limit_bytes(), most_range) / question.unit * question.unit;
  question.cut = survey.cut(0);
  question.stray = survey.stray_share(0);
  std::string why;
  const AskTrials ask = asked_of(lab, why);
  // Trials vary only the address bits within the reach of the TLBs. If offsets are addresses, chases must confirm that no higher
  // bit chooses the set.
  const std::uint64_t everywhere = lab.keeps_state() ? 0 : lab.limit_bytes();
  const auto bear_out = [&](const SetsFound& found) -> std::string {
    const ToldCache told = told_of(survey, 0, *found.index, found.ways, found.line_bytes);
    const std::uint64_t tested = std::max(everywhere, found.bits + 1);
    const TestOutcome test = put_to_test(lab, survey, told, {0, tested, suggestion != nullptr ? suggestion->staying_bytes : 0});
    if (test.contradicts) return "Trials showed sets, but a test contradicts them: " + test.in_words() + ".";
    return test.is_silent() ? "Trials showed sets, but the chases that would test them could not be made." : "";
  };
  const SetsFound found =
      suggestion != nullptr ? confirm_sets(question, suggestion->sets, ask, bear_out) : find_sets(question, ask, bear_out);
  if (!found.index) throw Undecided(why.empty() ? found.undecided : why);
  CacheShape by_trials;
  by_trials.overflowing = found.overflowing;
  std::sort(by_trials.overflowing.begin(), by_trials.overflowing.end());
  by_trials.line_bytes = found.line_bytes;
  by_trials.index = found.index;
  by_trials.ways = found.ways;
  by_trials.examined_bytes = found.bits + 1;
  by_trials.index_runs = by_trials.ways_runs = {lab.trials(*found.evidence, "trials of new places")};
  if (found.line_evidence) by_trials.line_runs = {lab.trials(*found.line_evidence, "trials of what lies beside lines")};
  by_trials.by_trials = in_words(found, suggestion);
  shape = std::move(by_trials);
}

}  // namespace

void shape_by_trials(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject, std::uint64_t most_range,
                     CacheShape& shape) {
  fill_in(lab, survey, tester, subject, most_range, nullptr, shape);
}

void confirm_by_trials(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject, const SupposedSets& supposed,
                       CacheShape& shape) {
  const Suggestion suggestion{supposed, 0,
                              "Lines with the same low address bits evict each other when fewer of them are read than of any other "
                              "lines. Walks over them suggest an index, which was"};
  fill_in(lab, survey, tester, subject, kArrayBoundary, &suggestion, shape);
}

void confirm_of_other_spaces(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject,
                             std::uint64_t staying_bytes, CacheShape& shape) {
  std::string why = "Trials through another memory space found no sets.";
  if (SharedWork* shared = lab.shared()) {
    for (const KnownShapes::Known& known : shared->of<KnownShapes>().by_trials()) {
      Setting same = known.setting;
      same.space = lab.setting().space;
      if (known.setting == lab.setting() || same != lab.setting()) continue;
      const double lines = statistics::kOfStaying * static_cast<double>(staying_bytes / known.shape.line_bytes);
      const Suggestion suggestion{
          {*known.shape.index, known.shape.ways.front(), lines},
          staying_bytes,
          "Trials through " + std::string(to_string(known.setting.space)) + " show an index, which through this space was"};
      try {
        fill_in(lab, survey, tester, subject, kArrayBoundary, &suggestion, shape);
        return;
      } catch (const Unanswered&) {
        throw;
      } catch (const Undecided& undecided) {
        why = undecided.what();
      }
    }
  }
  throw Undecided(why);
}

}  // namespace chasescope::structure
