#include "engine/model/hierarchy.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/trace/random.h"

namespace chasescope::model {
namespace {

// FNV-1a: a part's own random stream must not depend on which other parts a card has.
std::uint64_t number_of(const std::string& name) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return hash;
}

bool applies(const AlternativeSpec& alternative, const Configuration& configuration) {
  if (alternative.l1_kib && alternative.l1_kib != configuration.l1_kib) return false;
  if (!alternative.carveout_percent_from && !alternative.carveout_percent_to) return true;
  return configuration.carveout_percent && *configuration.carveout_percent >= alternative.carveout_percent_from.value_or(0) &&
         *configuration.carveout_percent <= alternative.carveout_percent_to.value_or(100);
}

constexpr std::uint64_t kElementBytes = 1;  // a load lies within one sector, so its size does not matter

}  // namespace

const CacheSpec& shape_of(const CacheEntry& entry, const Configuration& configuration) {
  for (const AlternativeSpec& alternative : entry.alternatives)
    if (applies(alternative, configuration)) return alternative.cache;
  return entry.cache;
}

Hierarchy::Hierarchy(const Card& card, const std::string& space, const Configuration& configuration, std::uint64_t seed)
    : latencies_(card.paths.at(space), card.activation_window_bytes.has_value()), lists_(3) {
  const PathSpec& path = card.paths.at(space);
  for (const std::string& name : path.data)
    data_.emplace_back(shape_of(card.caches.at(name), configuration), mixed_seed(seed, number_of(name)));
  for (const std::string& name : path.translation) translation_.emplace_back(card.tlbs.at(name), mixed_seed(seed, number_of(name)));
  if (path.translation_after) {
    const auto after = std::find(path.data.begin(), path.data.end(), *path.translation_after);
    translate_before_ = static_cast<std::size_t>(after - path.data.begin()) + 1;
  }
  if (card.activation_window_bytes) window_shift_ = static_cast<unsigned>(std::countr_zero(*card.activation_window_bytes));
}

void Hierarchy::run(std::span<const std::uint64_t> addresses, std::span<std::uint8_t> outcomes) {
  for (std::size_t begin = 0; begin < addresses.size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, addresses.size() - begin);
    run_block(addresses.subspan(begin, count), outcomes.data() + begin);
  }
}

// Outcomes start as "first data part, first translation"; each part that misses moves the accesses it missed one part on.
void Hierarchy::run_block(std::span<const std::uint64_t> addresses, std::uint8_t* outcomes) {
  Requests* requests = &lists_[0];
  Requests* missed = &lists_[1];
  requests->count = addresses.size();
  std::copy(addresses.begin(), addresses.end(), requests->address.begin());
  for (std::size_t i = 0; i < addresses.size(); ++i) requests->which[i] = static_cast<std::uint16_t>(i);
  std::memset(outcomes, 0, addresses.size());

  const auto next_data_part = static_cast<std::uint8_t>(latencies_.translations());
  std::uint64_t request_bytes = kElementBytes;
  for (std::size_t level = 0; level <= data_.size(); ++level) {
    if (level == translate_before_ && !translation_.empty()) translate(*requests, outcomes);
    if (level == data_.size()) break;
    data_[level].filter(*requests, request_bytes, *missed);
    for (std::size_t i = 0; i < missed->count; ++i)
      outcomes[missed->which[i]] = static_cast<std::uint8_t>(outcomes[missed->which[i]] + next_data_part);
    request_bytes = std::max(request_bytes, data_[level].sector_bytes());
    std::swap(requests, missed);
  }
}

void Hierarchy::translate(const Requests& requests, std::uint8_t* outcomes) {
  // The list that run_block is not using. Each TLB overwrites the list it reads: it reads ahead of where it writes.
  Requests& missed = lists_[2];
  const Requests* from = &requests;
  for (Cache& tlb : translation_) {
    tlb.filter(*from, kElementBytes, missed);
    for (std::size_t i = 0; i < missed.count; ++i) ++outcomes[missed.which[i]];
    from = &missed;
  }
  if (window_shift_) walk(missed, outcomes);
}

// Only a walk sees whether its page is active: a TLB holds translations that were active when they were read.
void Hierarchy::walk(const Requests& requests, std::uint8_t* outcomes) {
  for (std::size_t i = 0; i < requests.count; ++i) {
    const std::uint64_t window = requests.address[i] >> *window_shift_;
    if (window == active_window_) continue;
    active_window_ = window;
    ++outcomes[requests.which[i]];
  }
}

}  // namespace chasescope::model
