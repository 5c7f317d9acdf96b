#include "engine/structure/levels/sweep_walk.h"

#include <algorithm>

#include "engine/structure/levels/clean_footprint.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::size_t kMostTimed = 1 << 18;
constexpr std::size_t kMostTimedOnCard = 1 << 14;
constexpr std::size_t kLongWalk = 1 << 16;  // one warm-up pass will do

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

}  // namespace chasescope::structure
