// Decision 22: docs/decisions/cards/22-carve-out-follows-the-block.md
#include "engine/probe/caches/carveout_sizes.h"

#include <algorithm>
#include <map>

#include "engine/experiment/shared_work.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/caches/findings.h"
#include "engine/structure/levels/clean_footprint.h"
#include "engine/structure/levels/sweep_walk.h"
#include "engine/structure/sets/outgrown.h"
#include "engine/structure/shape/borne_out.h"
#include "engine/structure/shape/known_shapes.h"
#include "engine/structure/shape/policy_look.h"
#include "engine/structure/shape/shape_by_trials.h"
#include "engine/structure/testers/data_tester.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr double kEnds[] = {0, 100}, kBetween[] = {25, 50, 75};  // percent
constexpr Most kForOne{.accesses = 20'000'000, .cycles = 2e8};   // 2e8 cycles are a tenth of a second on a card

/// Measures the size of the L1 under one setting.
class SizeAt {
 public:
  SizeAt(Device& device, Recorder& recorder, Setting setting, const Survey& survey, Budget& budget)
      : lab_(device, recorder, setting, budget), survey_(survey) {}

  /// Throws Undecided if the size can't be measured.
  Finding find() {
    const Allowance allowance(lab_, kForOne);
    char text[60] = "what the L1 holds as the driver chooses";
    if (const auto percent = lab_.setting().carveout_percent)
      std::snprintf(text, sizeof text, "what the L1 holds at carve-out %g %%", *percent);
    lab_.tell(text);
    survey_.boundaries.front() = boundary();
    DataTester tester(lab_, survey_, 0);
    SpaceReport space{lab_.setting(), survey_, {}, {}};
    CacheReport cache;
    cache.subject = subject::l1_data;
    cache.outgrown = outgrow(tester, survey_.boundaries.front(), Sought::footprint);
    if (!cache.outgrown->doubt.empty()) throw Undecided(cache.outgrown->doubt);
    return contiguous_finding(lab_, space, cache);
  }

  /// Finds line, sets, ways, index and policy of the nearest cache, `subject`, by random trials. Empty if trials don't decide them,
  /// and on devices that start every chase with cold caches, where ordinary chases find them. `staying_bytes`: the largest
  /// contiguous footprint without misses.
  std::vector<Finding> structure(const std::string& subject, std::uint64_t staying_bytes) {
    if (!lab_.keeps_state()) return {};
    DataTester tester(lab_, survey_, 0);
    SpaceReport space{lab_.setting(), survey_, {}, {}};
    CacheReport cache;
    cache.subject = subject;
    try {
      lab_.tell("sets of " + subject + " where the array is all cache");
      sets_by_trials(tester, staying_bytes, cache);
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {
      return {};
    }
    look_for_policy(lab_, survey_, tester, cache);
    if (TestOutcome outcome; !is_borne_out(lab_, survey_, cache, outcome)) return {};
    if (SharedWork* shared = lab_.shared()) shared->of<KnownShapes>().remember(lab_.setting(), cache.shape);
    std::vector<Finding> findings{line_findings(lab_, space, cache).front()};
    for (const auto& more : {set_findings(lab_, space, cache), replacement_findings(lab_, space, cache)})
      findings.insert(findings.end(), more.begin(), more.end());
    return findings;
  }

 private:
  /// Throws Undecided.
  void sets_by_trials(DataTester& tester, std::uint64_t staying_bytes, CacheReport& cache) {
    try {
      confirm_of_other_spaces(lab_, survey_, tester, cache.subject, staying_bytes, cache.shape);
    } catch (const Unanswered&) {
      throw;
    } catch (const Undecided&) {
      shape_by_trials(lab_, survey_, tester, cache.subject, kArrayBoundary, cache.shape);
    }
  }

  // Doubles the footprint until a large share of its accesses misses.
  Boundary boundary() {
    Boundary found = survey_.boundaries.front();
    const std::uint64_t stride = found.stride;
    const double cut = survey_.cut(0);
    found.fits = 0;
    for (std::uint64_t bytes = kSmallestPage; bytes <= lab_.limit_bytes(); bytes *= 2) {
      const std::vector<float> clean = clean_latencies(sweep_walk(lab_, bytes, stride), stride);
      const auto missed = static_cast<double>(std::count_if(clean.begin(), clean.end(), [&](float c) { return c > cut; }));
      const double share = missed / static_cast<double>(clean.size());
      if (share <= 3 * tolerated_share(survey_.noise)) found.fits = bytes;
      if (share >= kOutgrownShare) {
        found.outgrown = bytes;
        if (found.fits == 0) throw Undecided("Not even " + format_bytes(kSmallestPage) + " are held.");
        return found;
      }
    }
    throw Undecided("No array that could be asked for is too large for it.");
  }

  Lab lab_;
  Survey survey_;
};

}  // namespace

std::vector<Finding> carveout_findings(Device& device, Recorder& recorder, const Setting& setting, const Survey& survey,
                                       Budget& budget, bool with_drivers_choice) {
  if (survey.caches() == 0 || !survey.boundaries.front().known()) return {};
  std::map<double, Finding> sizes;
  std::vector<Finding> chosen;
  std::vector<Finding> structure;
  bool is_silent = false;  // set when the device does not answer, so that no further request is made
  const auto look_at = [&](std::optional<double> percent) {
    if (is_silent) return;
    Setting at = setting;
    at.carveout_percent = percent;
    try {
      SizeAt size(device, recorder, at, survey, budget);
      Finding found = size.find();
      const auto staying = static_cast<std::uint64_t>(found.low.value_or(0));
      percent ? static_cast<void>(sizes[*percent] = std::move(found)) : chosen.push_back(std::move(found));
      if (percent == 0) structure = size.structure(subject::l1_data, staying);
    } catch (const Unanswered&) {
      is_silent = true;
    } catch (const Undecided&) {  // this carve-out then gets no finding
    }
  };
  for (const double percent : kEnds) look_at(percent);
  if (sizes.size() < 2 || sizes.begin()->second.value == sizes.rbegin()->second.value) return {};
  for (const double percent : kBetween) look_at(percent);
  if (with_drivers_choice) look_at(std::nullopt);
  std::vector<Finding> findings = std::move(chosen);
  for (auto& [percent, finding] : sizes) findings.push_back(std::move(finding));
  findings.insert(findings.end(), structure.begin(), structure.end());
  return findings;
}

std::vector<Finding> structure_at_largest(Device& device, Recorder& recorder, const Setting& setting, const Survey& survey,
                                          Budget& budget, const std::string& subject, std::uint64_t staying_bytes) {
  Setting largest = setting;
  largest.carveout_percent = 0;
  try {
    return SizeAt(device, recorder, largest, survey, budget).structure(subject, staying_bytes);
  } catch (const Undecided&) {
    return {};
  }
}

}  // namespace chasescope::structure
