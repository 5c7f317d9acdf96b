#include "engine/structure/levels/sweep_walk.h"

#include <algorithm>

#include "engine/structure/levels/clean_footprint.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::size_t kMostTimed = 1 << 18;
constexpr std::size_t kMostTimedOnCard = 1 << 14;
constexpr std::size_t kLongWalk = 1 << 16;  // elements; one warm-up pass is enough

}  // namespace

std::uint64_t warm_passes(const Lab& lab, std::size_t period) {
  if (period > kLongWalk) return 1;
  return lab.keeps_state() ? 4 : 2;
}

Walk sweep_walk(Lab& lab, std::uint64_t bytes, std::uint64_t stride, std::uint64_t most_warm) {
  const std::size_t period = bytes / stride;
  const std::uint64_t warm = std::min(warm_passes(lab, period), most_warm);
  const std::string label = "footprint " + format_bytes(bytes);
  const std::size_t most_timed = lab.keeps_state() ? kMostTimedOnCard : kMostTimed;
  if (period <= most_timed) return lab.uniform(bytes, stride, {warm, std::max<std::uint64_t>(1, kFewestTimed / period)}, label);
  return lab.beginning(bytes, stride, warm, most_timed, label);
}

std::vector<std::uint64_t> elements_of(const Pattern& pattern, std::size_t most) {
  const std::size_t count = std::min<std::uint64_t>(accesses_per_pass(pattern), most);
  std::vector<std::uint64_t> offsets;
  if (const auto* listed = std::get_if<OffsetsPattern>(&pattern))
    offsets.assign(listed->offsets.begin(), listed->offsets.begin() + static_cast<std::ptrdiff_t>(count));
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern)) {
    offsets.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) offsets.push_back(i * uniform->stride);
  }
  return offsets;
}

}  // namespace chasescope::structure
