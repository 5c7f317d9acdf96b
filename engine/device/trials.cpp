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
  if (const auto* even = std::get_if<EvenPlaces>(&places))
    return even->base + (even->count - 1) * even->spacing + kTrialElementBytes;
  const auto& offsets = std::get<ListedPlaces>(places).offsets;
  return *std::max_element(offsets.begin(), offsets.end()) + kTrialElementBytes;
}

std::uint64_t trial_threshold(double probability) { return static_cast<std::uint64_t>(std::floor(probability * 0x1p32)); }

TrialDraw::TrialDraw(std::uint64_t seed, std::uint64_t trial, double probability, bool same_order)
    : key_(trial_mix(seed ^ trial_mix(trial))),
      order_key_(same_order ? trial_mix(seed) : key_),
      threshold_(trial_threshold(probability)) {}

namespace {

// The loader chooses the clone before the program begins, when the thread sanitizer is not ready yet. So there are no clones under
// it.
#ifdef __SANITIZE_THREAD__
#define CHASESCOPE_CLONES
#else
#define CHASESCOPE_CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#endif

// The loop that takes most of the time when trials are counted: it runs over all places of all trials.
CHASESCOPE_CLONES void draw(std::uint64_t key, std::uint64_t threshold, std::uint64_t words, std::uint64_t* in) {
  for (std::uint64_t word = 0; word < words; ++word) {
    std::uint64_t bits = 0;
    // If the hash is below the threshold, the difference is negative, and its highest bit is 1.
    for (std::uint64_t i = 0; i < 64; ++i) bits |= ((trial_mix(key ^ (64 * word + i)) >> 32) - threshold) >> 63 << i;
    in[word] = bits;
  }
}

}  // namespace

void TrialDraw::are_in(std::uint64_t places, std::uint64_t* words) const {
  if (threshold_ >> 32 != 0)  // the probability is 1
    std::fill_n(words, (places + 63) / 64, ~std::uint64_t{0});
  else
    draw(key_, threshold_, (places + 63) / 64, words);
  if (places % 64 != 0) words[places / 64] &= (std::uint64_t{1} << places % 64) - 1;
}

TrialDraw::Order TrialDraw::order(std::uint64_t pass, std::uint64_t places) const {
  constexpr std::uint64_t kFactors = std::uint64_t{1} << 40, kBeginnings = std::uint64_t{1} << 41;
  return {trial_mix(order_key_ ^ (kFactors + pass)) | 1, trial_mix(order_key_ ^ (kBeginnings + pass)),
          std::bit_ceil(std::max<std::uint64_t>(places, 1)) - 1};
}

std::vector<bool> timed_places(const TrialsRequest& request) {
  if (request.timed.empty()) return {};
  std::vector<bool> timed(count_of(request.places));
  for (const std::uint64_t i : request.timed) timed[i] = true;
  return timed;
}

namespace {

void visit(const TrialsRequest& request, const std::vector<bool>& timed, std::uint64_t trial, std::uint64_t pass,
           std::vector<std::uint64_t>& places) {
  const TrialDraw draw(request.seed, trial, request.probability, request.same_order);
  const std::uint64_t count = count_of(request.places);
  const TrialDraw::Order order = draw.order(pass, count);
  places.clear();
  for (std::uint64_t k = 0; k <= order.mask; ++k) {
    const std::uint64_t i = order.at(k);
    if (i < count && (draw.is_in(i) || (!timed.empty() && timed[i]))) places.push_back(i);
  }
}

}  // namespace

TrialSheet::TrialSheet(const TrialsRequest& request)
    : request_(request), places_(count_of(request.places)), timed_(timed_places(request)) {
  if (request.record != TrialRecord::bits) return;
  result_.bytes_per_trial = (places_ + 7) / 8;
  result_.bits.resize(request.trials * result_.bytes_per_trial);
}

void TrialSheet::visits(std::uint64_t trial, std::uint64_t pass, std::vector<std::uint64_t>& places) const {
  visit(request_, timed_, trial, pass, places);
}

void TrialSheet::add(const std::vector<std::uint64_t>& visited, const std::vector<float>& cycles) {
  const auto is_timed = [&](std::uint64_t place) { return timed_.empty() || timed_[place]; };
  if (request_.record == TrialRecord::bits) {
    std::uint8_t* const bits = result_.bits.data() + trials_++ * result_.bytes_per_trial;
    for (std::size_t k = 0; k < visited.size(); ++k)
      if (is_timed(visited[k]) && cycles[k] > request_.cut_cycles)
        bits[visited[k] / 8] = static_cast<std::uint8_t>(bits[visited[k] / 8] | 1U << (visited[k] % 8));
    return;
  }
  by_place_.clear();
  for (std::size_t k = 0; k < visited.size(); ++k)
    if (is_timed(visited[k])) by_place_.emplace_back(visited[k], cycles[k]);
  std::sort(by_place_.begin(), by_place_.end());
  std::vector<float>& out = result_.cycles.emplace_back();
  for (const auto& [place, latency] : by_place_) out.push_back(latency);
}

std::vector<std::uint64_t> visited_places(const TrialsRequest& request, std::uint64_t trial, std::uint64_t pass) {
  std::vector<std::uint64_t> places;
  visit(request, timed_places(request), trial, pass, places);
  return places;
}

}  // namespace chasescope
