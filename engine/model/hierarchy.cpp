#include "engine/model/hierarchy.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace chasescope::model {
namespace {

constexpr std::uint64_t kElementBytes = 1;  // a load lies within one sector, so its size does not matter

}  // namespace

Hierarchy::Hierarchy(const Card& card, const PathSpec& path, Parts& parts, const Place& place)
    : latencies_(path, card.activation_window_bytes.has_value(), slice_latency(card, path)),
      active_window_(parts.active_window()),
      lists_(3) {
  for (const std::string& name : path.data) data_.push_back(parts.cache(name, place));
  for (const std::string& name : path.translation) translation_.push_back(parts.tlb(name));
  const auto position = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(path.data.begin(), path.data.end(), name) - path.data.begin());
  };
  if (path.translation_after) translate_before_ = position(*path.translation_after) + 1;
  if (card.activation_window_bytes) window_shift_ = static_cast<unsigned>(std::countr_zero(*card.activation_window_bytes));
  if (const auto far = FarAddresses::of(card, path, place.sm)) partitions_ = {position(card.partitions->cache), *far};
  if (const auto slices = slice_latency(card, path)) {
    const CacheSpec& spec = card.caches.at(slices->cache).cache;
    slices_ = {position(slices->cache), IndexFunction(spec.index.parts[0], spec.index.slices, spec.unit_bytes),
               static_cast<unsigned>(std::countr_zero(spec.unit_bytes))};
  }
  for (const auto& cache : data_)
    if (cache->fetches_next_line()) block_ /= 2;
  if (block_ < kBlock) with_nobody_.resize(kBlock + 1);
}

Hierarchy::Hierarchy(const Card& card, const std::string& space, const Configuration& configuration, std::uint64_t seed,
                     const Place& place)
    : Hierarchy(card, card.paths.at(space), *std::make_unique<Parts>(card, configuration, seed), place) {}

void Hierarchy::run(std::span<const std::uint64_t> addresses, std::span<std::uint8_t> outcomes) {
  for (std::size_t begin = 0; begin < addresses.size(); begin += block_) {
    const std::size_t count = std::min(block_, addresses.size() - begin);
    if (with_nobody_.empty()) {
      run_block(addresses.subspan(begin, count), outcomes.data() + begin);
      continue;
    }
    run_block(addresses.subspan(begin, count), with_nobody_.data());
    std::copy_n(with_nobody_.begin(), count, outcomes.begin() + static_cast<std::ptrdiff_t>(begin));
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
    if (level == translate_before_ && memory_mask_ != ~std::uint64_t{0})
      for (std::size_t i = 0; i < requests->count; ++i) requests->address[i] &= memory_mask_;
    if (level == data_.size()) break;
    if (partitions_ && level == partitions_->before) mark_far(*requests, outcomes);
    if (slices_ && level == slices_->before) mark_slices(*requests, outcomes);
    if (before_exclusive(level))
      evict_and_keep(*data_[level], *requests, request_bytes, *missed);
    else if (data_[level]->exclusive())
      exchange(*data_[level], *requests, *missed);
    else
      data_[level]->filter(*requests, request_bytes, *missed);
    for (std::size_t i = 0; i < missed->count; ++i)
      outcomes[missed->which[i]] = static_cast<std::uint8_t>(outcomes[missed->which[i]] + next_data_part);
    request_bytes = std::max(request_bytes, data_[level]->sector_bytes());
    std::swap(requests, missed);
  }
}

// The requests of a cache to the next cache never depend on the answers, so the cache before an exclusive one can process a whole
// block first, like any other cache. It only has to keep its evicted lines for the exclusive cache.
void Hierarchy::evict_and_keep(Cache& cache, const Requests& requests, std::uint64_t request_bytes, Requests& missed) {
  evicted_.clear();
  missed.count = 0;
  for (std::size_t i = 0; i < requests.count; ++i) {
    touches_.clear();
    cache.touch(requests.address[i], request_bytes, touches_);
    if (touches_.front().hit) continue;
    evicted_.push_back(touches_.front().evicted);
    missed.address[missed.count] = requests.address[i];
    missed.which[missed.count++] = requests.which[i];
  }
}

// A hit line moves to the cache before and leaves the exclusive cache, which then takes the line that the cache before has evicted.
void Hierarchy::exchange(Cache& exclusive, const Requests& requests, Requests& missed) const {
  missed.count = 0;
  for (std::size_t i = 0; i < requests.count; ++i) {
    const bool held = exclusive.take(requests.address[i]);
    if (evicted_[i]) exclusive.put(*evicted_[i]);
    if (held) continue;
    missed.address[missed.count] = requests.address[i];
    missed.which[missed.count++] = requests.which[i];
  }
}

void Hierarchy::translate(const Requests& requests, std::uint8_t* outcomes) {
  // The list that run_block is not using. Each TLB overwrites the list that it reads, since it reads ahead of its writes.
  Requests& missed = lists_[2];
  const Requests* from = &requests;
  if (!with_nobody_.empty()) {  // a prefetched next line needs no translation: its page was translated for the miss
    missed.count = 0;
    for (std::size_t i = 0; i < requests.count; ++i) {
      if (requests.which[i] == kNobody) continue;
      missed.address[missed.count] = requests.address[i];
      missed.which[missed.count++] = requests.which[i];
    }
    from = &missed;
  }
  for (const auto& tlb : translation_) {
    tlb->filter(*from, kElementBytes, missed);
    for (std::size_t i = 0; i < missed.count; ++i) ++outcomes[missed.which[i]];
    from = &missed;
  }
  if (window_shift_) walk(missed, outcomes);
}

void Hierarchy::mark_far(const Requests& requests, std::uint8_t* outcomes) const {
  for (std::size_t i = 0; i < requests.count; ++i) {
    if (!partitions_->far.contains(requests.address[i])) continue;
    std::uint8_t& outcome = outcomes[requests.which[i]];
    outcome = static_cast<std::uint8_t>(outcome + latencies_.far_offset());
  }
}

std::size_t Hierarchy::slice_of(std::uint64_t address) const {
  return slices_->slice_of.set_of(static_cast<std::uint32_t>(address >> slices_->unit_shift));
}

void Hierarchy::mark_slices(const Requests& requests, std::uint8_t* outcomes) const {
  for (std::size_t i = 0; i < requests.count; ++i) {
    std::uint8_t& outcome = outcomes[requests.which[i]];
    outcome = static_cast<std::uint8_t>(outcome + slice_of(requests.address[i]) * latencies_.slice_offset());
  }
}

// Only a page walk checks whether its page is active: a TLB may hold translations of pages that are no longer active.
void Hierarchy::walk(const Requests& requests, std::uint8_t* outcomes) {
  for (std::size_t i = 0; i < requests.count; ++i) {
    const std::uint64_t window = requests.address[i] >> *window_shift_;
    if (window == *active_window_) continue;
    *active_window_ = window;
    ++outcomes[requests.which[i]];
  }
}

std::uint8_t Hierarchy::step(std::uint64_t address, std::vector<Visit>& visits) {
  visits.clear();
  if (!is_told_in_full()) {
    std::uint8_t alone = 0;
    run(std::span(&address, 1), std::span(&alone, 1));
    return alone;
  }
  std::size_t outcome = 0;
  std::uint64_t request_bytes = kElementBytes;
  for (std::size_t level = 0; level <= data_.size(); ++level) {
    if (level == translate_before_ && !translation_.empty()) outcome += step_translation(address, visits);
    if (level == data_.size()) break;
    if (partitions_ && level == partitions_->before && partitions_->far.contains(address)) outcome += latencies_.far_offset();
    if (slices_ && level == slices_->before) outcome += slice_of(address) * latencies_.slice_offset();
    touches_.clear();
    data_[level]->touch(address, request_bytes, touches_);
    bool hit = true;
    for (const Cache::Touch& touch : touches_) {
      visits.push_back({level, touch});
      hit = hit && touch.hit;
    }
    if (hit) break;
    outcome += latencies_.translations();
    request_bytes = std::max(request_bytes, data_[level]->sector_bytes());
  }
  return static_cast<std::uint8_t>(outcome);
}

bool Hierarchy::is_told_in_full() const {
  return with_nobody_.empty() && std::none_of(data_.begin(), data_.end(), [](const auto& cache) { return !cache->tells_sets(); });
}

/// The number of TLB misses and walks, as part of the outcome.
unsigned Hierarchy::step_translation(std::uint64_t address, std::vector<Visit>& visits) {
  for (std::size_t i = 0; i < translation_.size(); ++i) {
    touches_.clear();
    translation_[i]->touch(address, kElementBytes, touches_);
    visits.push_back({data_.size() + i, touches_.front()});
    if (touches_.front().hit) return static_cast<unsigned>(i);
  }
  const auto walked = static_cast<unsigned>(translation_.size());
  if (!window_shift_ || address >> *window_shift_ == *active_window_) return walked;
  *active_window_ = address >> *window_shift_;
  return walked + 1;
}

Hierarchy::State Hierarchy::save() const {
  State state{{}, *active_window_};
  for (std::size_t i = 0; i < parts(); ++i) state.parts.push_back(part(i).save());
  return state;
}

void Hierarchy::restore(const State& state) {
  for (std::size_t i = 0; i < parts(); ++i)
    (i < data_.size() ? data_[i] : translation_[i - data_.size()])->restore(state.parts[i]);
  *active_window_ = state.window;
}

}  // namespace chasescope::model
