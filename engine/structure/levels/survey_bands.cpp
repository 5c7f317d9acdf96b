// What follows from the levels of a survey: the bands of their latencies, and the cuts between hits and misses.
#include <algorithm>

#include "engine/inference/levels/latency_levels.h"
#include "engine/structure/levels/survey.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {

using inference::Band;

std::vector<std::size_t> DataLevel::telling_accesses() const {
  const auto& pattern = shown_by->chase()->request.pattern;
  const std::size_t accesses = shown_by->chase()->result.cycles.size();
  std::size_t period = accesses, each = 1;
  const auto* uniform = std::get_if<UniformPattern>(&pattern);
  if (uniform != nullptr && uniform->bytes > kSmallestPage && !is_among_primers) {
    period = accesses_per_pass(pattern);
    each = std::max<std::uint64_t>(kSmallestPage / uniform->stride, 1);
  }
  std::vector<std::size_t> telling;
  for (std::size_t i = is_among_primers ? 1 : 0; i < accesses; i += is_among_primers ? 2 : 1)
    if (each == 1 || i % period % each != 0) telling.push_back(i);
  return telling;
}

double Survey::cut(std::size_t cache) const {
  return inference::cut_between(levels[cache].latency, levels[cache + 1].latency, noise);
}

std::vector<Band> Survey::bands_behind(std::size_t cache) const {
  std::vector<Band> bands;
  for (std::size_t level = cache + 1; level < levels.size(); ++level)
    bands.push_back(inference::widened(levels[level].latency, noise));
  return bands;
}

Band Survey::band_of(const Band& level) const {
  Band band = inference::widened(level, noise);
  for (const DataLevel& other : levels) {
    const double middle = (other.latency.median + level.median) / 2;
    if (other.latency.median < level.median) band.low = std::max(band.low, std::min(middle, level.low));
    if (other.latency.median > level.median) band.high = std::min(band.high, std::max(middle, level.high));
  }
  return band;
}

double Survey::false_share(std::size_t cache) const {
  const auto bands = bands_behind(cache);
  return inference::false_share(levels[cache].latency, cut(cache), bands, noise);
}

std::string Survey::why_no_end() const {
  const std::string until = format_bytes(held_until), more = ended.empty() ? "" : " " + ended;
  if (held_until >= walked_until)
    return "It holds every footprint that could be asked for (up to " + until +
           (noise.exact() ? ")." : "), or noise hides what its misses take.") + more;
  return "It holds footprints up to " + until + ". Of larger ones, up to " + format_bytes(walked_until) +
         ", some accesses take longer, but too few to identify the level that answers them." + more;
}

double Survey::stray_share(std::size_t cache) const {
  constexpr double kBursts = 0.005;
  return noise.steady ? 0 : 2 * false_share(cache) + kBursts;
}

}  // namespace chasescope::structure
