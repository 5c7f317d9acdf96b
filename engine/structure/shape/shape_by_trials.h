// The sets of the nearest cache by random trials, if the evicted lines differ from chase to chase.
//
// On cards since Volta, the tags of the L1 and its data store are separate. Near the size of the store, lines are evicted although
// their sets have room, and other ones each time. Trials read fewer lines than that at a time, but many different ones.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"
#include "engine/structure/trials/sets_by_trials.h"

namespace chasescope::structure {

/// Cards place arrays at multiples of this many bytes, so that the lower bits of an offset are those of its address. On other
/// devices, offsets are addresses.
inline constexpr std::uint64_t kArrayBoundary = std::uint64_t{64} << 20;

/// Fills in the shape of the survey's nearest cache, `subject`. Throws Undecided and then leaves the shape as it is.
void shape_by_trials(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject, std::uint64_t most_range,
                     CacheShape& shape);

/// Fills in the shape with an index that walks suggest. Trials only confirm the index.
void confirm_by_trials(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject, const SupposedSets& supposed,
                       CacheShape& shape);

/// Fills in the shape with the index that trials found through other spaces, which may use the same array, under the same
/// carve-out. `staying_bytes`: the largest contiguous footprint that stays in that array.
void confirm_of_other_spaces(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject,
                             std::uint64_t staying_bytes, CacheShape& shape);

}  // namespace chasescope::structure
