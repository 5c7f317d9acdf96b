#include "engine/device/trials.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace chasescope {

std::uint64_t count_of(const TrialPlaces& places) {
  if (const auto* even = std::get_if<EvenPlaces>(&places)) return even->count;
  return std::get<ListedPlaces>(places).offsets.size();
}

std::uint64_t offset_of(const TrialPlaces& places, std::uint64_t i) {
  if (const auto* even = std::get_if<EvenPlaces>(&places)) return even->base + i * even->spacing;
  return std::get<ListedPlaces>(places).offsets[i];
}

std::uint64_t footprint_bytes(const TrialPlaces& places) {
  if (count_of(places) == 0) return 0;
  if (const auto* even = std::get_if<EvenPlaces>(&places)) return even->base + (even->count - 1) * even->spacing + kTrialElementBytes;
  const auto& offsets = std::get<ListedPlaces>(places).offsets;
  return *std::max_element(offsets.begin(), offsets.end()) + kTrialElementBytes;
}

std::uint64_t trial_threshold(double probability) { return static_cast<std::uint64_t>(std::floor(probability * 0x1p32)); }

TrialDraw::TrialDraw(std::uint64_t seed, std::uint64_t trial, double probability, bool same_order)
    : key_(trial_mix(seed ^ trial_mix(trial))), order_key_(same_order ? trial_mix(seed) : key_), threshold_(trial_threshold(probability)) {}

TrialDraw::Order TrialDraw::order(std::uint64_t pass, std::uint64_t places) const {
  constexpr std::uint64_t kFactors = std::uint64_t{1} << 40, kBeginnings = std::uint64_t{1} << 41;
  return {trial_mix(order_key_ ^ (kFactors + pass)) | 1, trial_mix(order_key_ ^ (kBeginnings + pass)),
          std::bit_ceil(std::max<std::uint64_t>(places, 1)) - 1};
}

std::vector<std::uint64_t> visited_places(const TrialsRequest& request, std::uint64_t trial, std::uint64_t pass) {
  const std::uint64_t places = count_of(request.places);
  const TrialDraw draw(request.seed, trial, request.probability, request.same_order);
  const TrialDraw::Order order = draw.order(pass, places);
  const std::vector<bool> always = timed_places(request);
  std::vector<std::uint64_t> visited;
  for (std::uint64_t k = 0; k <= order.mask; ++k) {
    const std::uint64_t i = order.at(k);
    if (i < places && (draw.is_in(i) || (!always.empty() && always[i]))) visited.push_back(i);
  }
  return visited;
}

std::vector<bool> timed_places(const TrialsRequest& request) {
  if (request.timed.empty()) return {};
  std::vector<bool> timed(count_of(request.places));
  for (const std::uint64_t i : request.timed) timed[i] = true;
  return timed;
}

}  // namespace chasescope
