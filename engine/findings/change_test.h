// The change-point test at the end of a level, from the runs of the thesis's sequential sweep: each footprint's latencies as one
// distance (topology thesis §3.3.2), the most likely change among them (§3.3.3), and whether the Kolmogorov-Smirnov test calls it
// one (§3.3.4). It is a function of those runs alone, and their labels say which of a finding's evidence they are: the probe
// concludes from it, and whoever draws it makes it again. So a picture and its finding can't say different things.
//
//   const ChangeTest test = change_test(sweep);
//   if (auto opinion = opinion_of(test, bracket)) finding.opinions.push_back(*std::move(opinion));
//   …
//   const auto again = change_test_of(finding, session.runs);   // the same, also from a saved session
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "engine/inference/curves/footprint_search.h"
#include "engine/statistics/change_point.h"

namespace chasescope {

/// How the label of a run begins that was made for such a test.
inline constexpr const char* kSweepLabel = "change point, N = ";

struct ChangeTest {
  std::vector<std::uint64_t> footprints;  ///< bytes, ascending
  std::vector<double> distances;          ///< cycles; of each footprint's latencies from those of a hit
  std::uint64_t step = 0;                 ///< bytes; the usual one between two footprints
  inference::ChangePoint change;          ///< its index counts in footprints
};

/// \pre the runs are uniform chases with every access recorded; their footprints grow, and the first fits.
ChangeTest change_test(std::span<const RunPtr> sweep);

/// "D = 1.00, p = 4.1e-05", "no change (p = 0.537)": what the test says, in the same words everywhere.
std::string words_of(const inference::ChangePoint& change);

/// "24 footprints in steps of 32 B", "24 footprints in steps of 12 KiB, and one of 128 B", or where they come in no steps,
/// "24 footprints from 12 to 96 KiB".
std::string footprint_words(const ChangeTest& test);

/// Whether the change lies where footprints began to miss: between the neighbours of that place among the test's own footprints, for
/// it can't see finer than they lie.
bool agrees_with(const ChangeTest& test, const inference::FootprintBracket& bracket);

/// What a finding about the end of a level keeps of its test. Too few footprints have no opinion.
std::optional<Opinion> opinion_of(const ChangeTest& test, const inference::FootprintBracket& bracket);

/// The opinion that such a test left; null if there is none.
const Opinion* change_opinion(const Finding& finding);

/// The test made again from the runs that the finding cites for it. Empty if it has none, or if a footprint of it
/// is not there; references need not be.
std::optional<ChangeTest> change_test_of(const Finding& finding, std::span<const RunPtr> runs);

}  // namespace chasescope
