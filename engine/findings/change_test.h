// The change-point test at the end of a level, from the runs of the thesis's sequential sweep: each footprint's latencies as one
// distance (topology thesis §3.3.2), the most likely change among them (§3.3.3), and whether the Kolmogorov-Smirnov test calls it
// one (§3.3.4). It depends on those runs alone, which their labels mark among a finding's evidence. The probe draws its conclusion
// from this test, and a view repeats it for its picture. So the picture always agrees with the finding.
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

/// The prefix of the label of each run that was made for such a test.
inline constexpr const char* kSweepLabel = "change point, N = ";

struct ChangeTest {
  std::vector<std::uint64_t> footprints;  ///< bytes, ascending
  std::vector<double> distances;          ///< cycles; distance of each footprint's latencies from hit latencies
  std::uint64_t step = 0;                 ///< bytes; the most frequent distance of two footprints
  inference::ChangePoint change;          ///< its indices refer to `footprints`
};

/// \pre the runs are uniform chases with every access recorded; their footprints grow, and the first fits.
ChangeTest change_test(std::span<const RunPtr> sweep);

/// The result of the test, in the same words everywhere: "D = 1.00, p = 4.1e-05", "no change (p = 0.537)".
std::string words_of(const inference::ChangePoint& change);

/// "24 footprints in steps of 32 B", "24 footprints in steps of 12 KiB, and one of 128 B", or, if there are no regular steps, "24
/// footprints from 12 to 96 KiB".
std::string footprint_words(const ChangeTest& test);

/// Whether the change lies where footprints begin to miss. The test sees only its own footprints, so that a change between the
/// neighbours of that place agrees.
bool agrees_with(const ChangeTest& test, const inference::FootprintBracket& bracket);

/// The opinion that a finding about the end of a level gets from its test. No value if there are too few footprints.
std::optional<Opinion> opinion_of(const ChangeTest& test, const inference::FootprintBracket& bracket);

/// The opinion from such a test; null if there is none.
const Opinion* change_opinion(const Finding& finding);

/// Repeats the test from the runs that the finding cites for it. Empty if the finding has no test, or if the run of a footprint is
/// missing. References may be missing.
std::optional<ChangeTest> change_test_of(const Finding& finding, std::span<const RunPtr> runs);

}  // namespace chasescope
