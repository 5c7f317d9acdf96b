// The sets of the nearest cache by trials, where which lines are evicted differs from chase to chase.
//
// On cards since Volta the tags of the L1 and its store of data are two things: near what the store holds, lines go although their
// sets have room, now these and now those. Trials read fewer lines than that, and many different ones.
#pragma once

#include "engine/structure/shape/cache_report.h"
#include "engine/structure/testers/data_tester.h"
#include "engine/structure/trials/sets_by_trials.h"

namespace chasescope::structure {

/// Cards put arrays on boundaries of so many bytes, up to which an offset has the bits of its address. On other devices offsets are
/// addresses.
inline constexpr std::uint64_t kArrayBoundary = std::uint64_t{64} << 20;

/// Fills the shape of the survey's nearest cache, `subject`, in. Throws Undecided; the shape is untouched then.
void shape_by_trials(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject, std::uint64_t most_range,
                     CacheShape& shape);

/// The same with an index that walks suggest, which trials only confirm.
void confirm_by_trials(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject, const SupposedSets& supposed,
                       CacheShape& shape);

/// The same with what trials showed through other spaces, which may lead to the same array, under the same carve-out.
/// `staying_bytes`: the largest contiguous footprint that stays in that array.
void confirm_of_other_spaces(Lab& lab, const Survey& survey, DataTester& tester, const std::string& subject,
                             std::uint64_t staying_bytes, CacheShape& shape);

}  // namespace chasescope::structure
