// One memory space for the sweeps and the spectrum: the levels of the structure survey (engine/structure/levels/survey.h), their
// ends and their names. Nothing of that is measured here, so that a level is the same level here as in the findings of `latency`
// and `capacity`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/inference/curves/footprint_search.h"
#include "engine/inference/levels/miss_mark.h"
#include "engine/structure/explore/explore.h"

namespace chasescope {

/// A chase under that setting, without a pattern.
ChaseRequest sweep_base(const structure::Setting& setting);

struct SweptSpace {
  structure::Setting setting;
  structure::Survey survey;           ///< has no levels if not even one could be found
  std::vector<std::string> subjects;  ///< names of the survey's levels; "device" for a level without a known name
  /// Ends of the survey's caches; 0 to 0 if walks over neighbouring lines show none.
  std::vector<inference::FootprintBracket> ends;
  std::string undecided;  ///< why no level could be found

  bool has_levels() const { return !survey.levels.empty(); }
  ChaseRequest base() const { return sweep_base(setting); }
  /// The fetch size of the nearest cache in bytes, if it is known; if not, a usual value.
  std::uint64_t stride() const;
  /// The latency window that tells misses of cache `cache` from its hits.
  inference::MissMark mark(std::size_t cache) const;
};

/// Surveys the space. All its levels are named "device". The survey also looks at caches behind the nearest one of the space. It
/// must run before spaces are explored, because exploration shares the survey.
SweptSpace survey_space(structure::Lab& lab);

/// The space with the levels of a survey that was made already.
SweptSpace swept(const structure::Setting& setting, structure::Survey survey);

/// Replaces the levels of `space`, whose loads bypass the L1 (global.cg), by those that global.ca shows behind the L1, starting
/// with the level that has the latency of the nearest one of `space`. Behind the L1 both spaces have the same levels, and a coarse
/// survey may miss one of them through one of the two. Does nothing unless global.ca showed memory.
void take_levels_behind_l1(SweptSpace& space, const SweptSpace& through_l1);

/// Gives the levels the names of an explored space. The levels behind its own caches are the shared ones if there are as many,
/// counted from memory. `shared`: as explore_spaces() passes it.
void name_levels(SweptSpace& space, const structure::SpaceReport& report, const std::vector<std::string>& shared);

/// Copies the end of each cache from the report, if the report has it.
void take_ends(SweptSpace& space, const structure::SpaceReport& report);

/// The level that answers an array of this size according to the ends: an index of the survey's levels.
std::size_t level_of(const SweptSpace& space, std::uint64_t bytes);

/// The cycles that a chase over an array of this size is expected to take (accesses × latency of the level); without levels, the
/// latency of memory on usual cards is assumed.
double expected_cycles(const SweptSpace& space, std::uint64_t bytes, std::uint64_t accesses);

/// Bisects the end of each cache down to the fetch size, as the probe `capacity` does. If that fails, the ends keep the bounds of
/// the survey's doubling.
void narrow_ends(structure::Lab& lab, SweptSpace& space);

}  // namespace chasescope
