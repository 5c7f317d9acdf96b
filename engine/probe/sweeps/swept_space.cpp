#include "engine/probe/sweeps/swept_space.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"
#include "engine/structure/sets/outgrown.h"
#include "engine/structure/shape/shape_look.h"

namespace chasescope {

using structure::Survey;
using structure::Undecided;

ChaseRequest sweep_base(const structure::Setting& setting) {
  ChaseRequest base;
  base.space = setting.space;
  base.carveout_percent = setting.carveout_percent;
  base.l1_kib = setting.l1_kib;
  base.sm = setting.sm;
  return base;
}

std::uint64_t SweptSpace::stride() const {
  constexpr std::uint64_t kUsualFetch = 32;  // bytes: a sector on the cards of the papers
  return survey.fetch_bytes.empty() ? kUsualFetch : survey.fetch_bytes.front().value_or(kUsualFetch);
}

inference::MissMark SweptSpace::mark(std::size_t cache) const {
  inference::MissMark mark;
  mark.clear = true;
  mark.from = survey.cut(cache);
  mark.to = survey.bands_behind(cache).back().high;
  mark.hit = survey.levels[cache].latency.median;
  mark.miss = survey.levels[cache + 1].latency.median;
  return mark;
}

SweptSpace survey_space(structure::Lab& lab) {
  try {
    return swept(lab.setting(), structure::survey_levels(lab));
  } catch (const Undecided& undecided) {
    SweptSpace space;
    space.setting = lab.setting();
    space.undecided = undecided.what();
    return space;
  }
}

SweptSpace swept(const structure::Setting& setting, structure::Survey survey) {
  SweptSpace space;
  space.setting = setting;
  space.survey = std::move(survey);
  const bool is_shared = space.setting.space == MemorySpace::shared;  // shared memory has no cache in front of it
  space.subjects.assign(space.survey.levels.size(), is_shared ? subject::shared_memory : subject::device);
  for (const structure::Boundary& boundary : space.survey.boundaries)
    space.ends.push_back({boundary.fits, boundary.misses_from != 0 ? boundary.misses_from : boundary.outgrown});
  return space;
}

void take_levels_behind_l1(SweptSpace& space, const SweptSpace& through_l1) {
  constexpr double kAlike = 0.15;  // relative difference of one level's latency through different spaces
  const Survey& other = through_l1.survey;
  if (!space.has_levels() || !other.memory_seen) return;
  const double nearest = space.survey.levels.front().latency.median;
  for (std::size_t level = 1; level < other.caches(); ++level) {
    if (std::abs(other.levels[level].latency.median - nearest) > kAlike * nearest) continue;
    const auto from = static_cast<std::ptrdiff_t>(level);
    space.survey.levels.assign(other.levels.begin() + from, other.levels.end());
    space.survey.boundaries.assign(other.boundaries.begin() + from, other.boundaries.end());
    space.survey.fetch_bytes.assign(other.fetch_bytes.begin() + from, other.fetch_bytes.end());
    space.survey.other_half = other.other_half;
    space.survey.memory_seen = true;
    space.subjects.assign(space.survey.levels.size(), subject::device);
    space.ends.assign(through_l1.ends.begin() + from, through_l1.ends.end());
    return;
  }
}

void name_levels(SweptSpace& space, const structure::SpaceReport& report, const std::vector<std::string>& shared) {
  if (!space.has_levels()) return;
  const MemorySpace which = space.setting.space;
  const bool is_global = which == MemorySpace::global_ca || which == MemorySpace::global_cg;
  for (const structure::CacheReport& cache : report.caches)
    if (cache.level < space.subjects.size()) space.subjects[cache.level] = cache.subject;
  const std::size_t own = report.caches.size();
  const bool are_shared = !is_global && space.survey.memory_seen && space.survey.caches() == own + shared.size();
  for (std::size_t i = 0; are_shared && i < shared.size(); ++i) space.subjects[own + i] = shared[i];
  if (!space.survey.memory_seen) return;
  space.subjects.back() = which == MemorySpace::host   ? subject::host_memory
                          : which == MemorySpace::peer ? subject::peer_memory
                                                       : subject::dram;
}

void take_ends(SweptSpace& space, const structure::SpaceReport& report) {
  for (const structure::CacheReport& cache : report.caches) {
    if (cache.level >= space.ends.size() || !cache.outgrown || !cache.outgrown->doubt.empty()) continue;
    const std::uint64_t unit = std::max<std::uint64_t>(space.survey.boundaries[cache.level].stride, 1);
    space.ends[cache.level] = {cache.outgrown->contiguous_at_least, cache.outgrown->contiguous_at_most + unit};
  }
}

std::size_t level_of(const SweptSpace& space, std::uint64_t bytes) {
  std::size_t level = 0;
  while (level < space.ends.size() && (space.ends[level].misses == 0 || bytes >= space.ends[level].misses)) ++level;
  return level;
}

double expected_cycles(const SweptSpace& space, std::uint64_t bytes, std::uint64_t accesses) {
  constexpr double kUnknown = 600;
  const std::size_t level = level_of(space, bytes);
  const double each = level < space.survey.levels.size() ? space.survey.levels[level].latency.median : kUnknown;
  return each * static_cast<double>(accesses);
}

void narrow_ends(structure::Lab& lab, SweptSpace& space) {
  for (std::size_t cache = 0; cache < space.survey.caches(); ++cache) {
    const structure::Boundary& boundary = space.survey.boundaries[cache];
    if (!boundary.known()) continue;
    try {
      const structure::Allowance allowance(lab, structure::kForCache);
      structure::DataTester tester(lab, space.survey, cache);
      const auto outgrown = structure::outgrow(tester, boundary, structure::Sought::footprint);
      if (outgrown.doubt.empty())
        space.ends[cache] = {outgrown.contiguous_at_least, outgrown.contiguous_at_most + tester.unit_bytes()};
    } catch (const Undecided&) {
      // Keeps the bounds of the survey's doubling.
    }
  }
}

}  // namespace chasescope
