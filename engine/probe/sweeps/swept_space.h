// One memory space as the sweeps and the spectrum see it: the levels of the structure survey (engine/structure/levels/survey.h),
// where each ends and what it is called. Nothing of that is found out here; what `latency` and `capacity` tell of a level, these
// probes mean, too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/inference/curves/footprint_search.h"
#include "engine/inference/levels/miss_mark.h"
#include "engine/structure/explore/explore.h"

namespace chasescope {

/// A chase under that setting, its pattern still to be chosen.
ChaseRequest sweep_base(const structure::Setting& setting);

struct SweptSpace {
  structure::Setting setting;
  structure::Survey survey;                       ///< without levels where not even one could be told
  std::vector<std::string> subjects;              ///< of the survey's levels; "device" for one that the data don't name
  std::vector<inference::FootprintBracket> ends;  ///< of the survey's caches; 0 to 0 where neighbouring lines show none
  std::string undecided;                          ///< why no level could be told

  bool has_levels() const { return !survey.levels.empty(); }
  ChaseRequest base() const { return sweep_base(setting); }
  /// What a miss of the nearest cache brings (bytes), as far as it is known; else what is usual.
  std::uint64_t stride() const;
  /// What tells a miss of cache `cache` from what it answers.
  inference::MissMark mark(std::size_t cache) const;
};

/// The space with the levels of the survey, as far as there are any, all of them "device". Caches behind those of its own are
/// looked at, too, so that this comes before spaces are explored, which share the survey.
SweptSpace survey_space(structure::Lab& lab);

/// The space with the levels of a survey that was made already.
SweptSpace swept(const structure::Setting& setting, structure::Survey survey);

/// What lies behind the L1 is the same through global.ca and through global.cg, which passes it by: takes the levels that global.ca
/// shows from the nearest one of `space` on, where memory was seen behind them. A coarse look may miss it through one of the two.
void take_levels_behind_l1(SweptSpace& space, const SweptSpace& through_l1);

/// Gives the levels the names of a space that was explored. Those behind its own caches are what all spaces share if they are as
/// many, counted from memory. `shared`: as explore_spaces() tells them.
void name_levels(SweptSpace& space, const structure::SpaceReport& report, const std::vector<std::string>& shared);

/// Takes where each cache ends from what was found of the space, as far as it was.
void take_ends(SweptSpace& space, const structure::SpaceReport& report);

/// The level that answers an array of this size, as far as the ends tell: an index of the survey's levels.
std::size_t level_of(const SweptSpace& space, std::uint64_t bytes);

/// Cycles that a chase takes over an array of this size, by the levels (accesses × latency); without levels, as memory of usual
/// cards.
double expected_cycles(const SweptSpace& space, std::uint64_t bytes, std::uint64_t accesses);

/// Bisects where each cache ends to what one miss brings, as `capacity` does. Where that can't be told, the ends stay as far apart
/// as the survey's doubling left them.
void narrow_ends(structure::Lab& lab, SweptSpace& space);

}  // namespace chasescope
