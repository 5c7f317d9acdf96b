#include "engine/structure/explore/nearest_cache.h"

#include <algorithm>
#include <cmath>

#include "engine/experiment/shared_work.h"
#include "engine/findings/vocabulary.h"
#include "engine/structure/explore/explore.h"
#include "engine/structure/shape/global_caches.h"
#include "engine/structure/shape/known_shapes.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

NearestCache look(Device& device, Recorder& recorder, const Setting& setting, Budget& budget, std::size_t most_caches) {
  Lab lab(device, recorder, setting, budget);
  NearestCache cache;
  cache.setting = setting;
  if (SharedWork* shared = recorder.shared())
    for (const KnownShapes::Known& known : shared->of<KnownShapes>().by_trials())
      if (known.setting.space == setting.space) cache.line_bytes = known.shape.line_bytes;
  recorder.progress("the nearest cache of " + std::string(to_string(setting.space)));
  try {
    cache.survey = survey_levels(lab, most_caches);
    cache.limit_bytes = lab.limit_bytes();
    if (cache.survey.caches() == 0) {
      cache.absent = cache.survey.memory_seen;
      if (!cache.absent) cache.undecided = cache.survey.why_no_end();
    } else if (!cache.survey.boundaries.front().known() || cache.fits() == 0) {
      cache.undecided = "No footprint was found that it holds.";
    }
  } catch (const Undecided& undecided) {
    cache.undecided = undecided.what();
  }
  return cache;
}

Behind behind(const NearestCache& cache) {
  if (cache.survey.levels.empty()) return {};
  return {cache.survey.caches() + (cache.survey.memory_seen ? 0 : 1), cache.hit_cycles()};
}

bool same_latency(double a, double b) {
  constexpr double kSameShare = 0.03, kClockStep = 2;
  return std::abs(a - b) <= kSameShare * std::max(a, b) + kClockStep;
}

}  // namespace

std::uint64_t NearestCache::stride() const { return survey.fetch_bytes.front().value_or(survey.boundaries.front().stride); }

NearestCaches find_nearest_caches(Device& device, Recorder& recorder, Setting setting, Budget& budget,
                                  const std::vector<MemorySpace>& spaces) {
  NearestCaches result;
  std::optional<NearestCache> cg;
  if (device.description().serves(MemorySpace::global_cg)) {
    setting.space = MemorySpace::global_cg;
    cg = look(device, recorder, setting, budget, 1);
    if (cg->survey.levels.empty()) cg.reset();  // no level of it was found
  }
  for (const MemorySpace space : spaces) {
    setting.space = space;
    const bool global = space == MemorySpace::global_ca;
    NearestCache cache = look(device, recorder, setting, budget, global ? 2 : 1);
    const std::size_t caches = global && cg ? count_global_caches(behind(cache), behind(*cg)).of_ca : behind(cache).caches;
    const std::vector<std::string> names = subjects_of(device.description(), space, std::max<std::size_t>(caches, 1), 0);
    // If no cache was found, or no survey was possible, the result is about the L1.
    cache.subject = global && (cache.absent || cache.survey.levels.empty()) ? subject::l1_data : names.front();
    if (global && caches == 1 && cache.usable())
      result.surely_no_l1 = cache.survey.noise.exact() || (cg && same_latency(cg->hit_cycles(), cache.hit_cycles()));
    if (global && cg && caches >= 2 && !cache.survey.levels.empty() && cg->hit_cycles() > cache.hit_cycles())
      result.past_the_nearest = cg;
    result.caches.push_back(std::move(cache));
  }
  return result;
}

}  // namespace chasescope::structure
