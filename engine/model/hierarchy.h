// The running model of a card: the caches and TLBs behind one memory space, cold at first, and the outcome of each access.
//
//   Hierarchy hierarchy(card, "global.ca", {.l1_kib = 48}, seed);
//   hierarchy.run(addresses, outcomes);
//   hierarchy.latencies().cycles()[outcomes[i]]
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/model/far_addresses.h"
#include "engine/model/index/index_function.h"
#include "engine/model/parts.h"
#include "engine/model/requests.h"
#include "engine/model/spec/card.h"
#include "engine/model/spec/latency_table.h"

namespace chasescope::model {

class Hierarchy {
 public:
  /// An agent's path through parts that it may share with other agents. \pre the path has passed the loader's checks.
  Hierarchy(const Card& card, const PathSpec& path, Parts& parts, const Place& place);
  /// The same with its own parts, all cold. Throws std::out_of_range if the card has no such space.
  Hierarchy(const Card& card, const std::string& space, const Configuration& configuration, std::uint64_t seed,
            const Place& place = {});

  /// Accesses all addresses in order. outcomes[i] is the outcome of access i, an index into latencies(). \pre equal sizes.
  void run(std::span<const std::uint64_t> addresses, std::span<std::uint8_t> outcomes);

  /// From now on all addresses map to one piece of physical memory of so many bytes (a power of two): TLBs see the whole address,
  /// parts behind translation see only the offset in that piece.
  void show_same_memory(std::uint64_t bytes) { memory_mask_ = bytes - 1; }

  const LatencyTable& latencies() const { return latencies_; }

  /// The effect of one access on a cache or TLB that it reached. A request that covers several units of a part makes several
  /// visits.
  struct Visit {
    std::size_t part = 0;
    Cache::Touch touch;
  };
  /// Whether step() can fill `visits`. It can't if lines move between caches, are evicted without a fill, or are prefetched, nor if
  /// a cache has no sets.
  bool is_told_in_full() const;
  /// One access with all its visits: the same as run() with one address, some ten times slower. Overwrites `visits`, which stays
  /// empty unless is_told_in_full().
  std::uint8_t step(std::uint64_t address, std::vector<Visit>& visits);

  /// Caches first, in the order in which they are asked, then TLBs.
  std::size_t parts() const { return data_.size() + translation_.size(); }
  const Cache& part(std::size_t index) const {
    return index < data_.size() ? *data_[index] : *translation_[index - data_.size()];
  }
  /// The index, in parts(), of the cache whose requests are translated: 0 translates every access, the number of caches only
  /// accesses that miss all caches.
  std::size_t translated_at() const { return translate_before_; }

  /// The whole state, which determines all outcomes to come.
  struct State {
    std::vector<Cache::State> parts;
    std::uint64_t window = 0;
  };
  State save() const;
  /// \pre saved from a hierarchy of the same card, path and configuration.
  void restore(const State& state);

 private:
  void run_block(std::span<const std::uint64_t> addresses, std::uint8_t* outcomes);
  bool before_exclusive(std::size_t level) const { return level + 1 < data_.size() && data_[level + 1]->exclusive(); }
  void evict_and_keep(Cache& cache, const Requests& requests, std::uint64_t request_bytes, Requests& missed);
  void exchange(Cache& exclusive, const Requests& requests, Requests& missed) const;
  void translate(const Requests& requests, std::uint8_t* outcomes);
  void mark_far(const Requests& requests, std::uint8_t* outcomes) const;
  void walk(const Requests& requests, std::uint8_t* outcomes);
  unsigned step_translation(std::uint64_t address, std::vector<Visit>& visits);
  std::size_t slice_of(std::uint64_t address) const;
  void mark_slices(const Requests& requests, std::uint8_t* outcomes) const;

  LatencyTable latencies_;
  std::vector<std::shared_ptr<Cache>> data_;
  std::vector<std::shared_ptr<Cache>> translation_;
  std::size_t translate_before_ = 0;  // index of the data cache whose requests are translated
  std::uint64_t memory_mask_ = ~std::uint64_t{0};
  std::optional<unsigned> window_shift_;
  std::shared_ptr<std::uint64_t> active_window_;

  // Which addresses are far, where a cache of this path is partitioned.
  struct Partitions {
    std::size_t before = 0;  // index of the partitioned cache
    FarAddresses far;
  };
  std::optional<Partitions> partitions_;

  // Which slice an address belongs to, where slices of a cache of this path are not equally near.
  struct Slices {
    std::size_t before = 0;  // index of the sliced cache
    IndexFunction slice_of;
    unsigned unit_shift = 0;
  };
  std::optional<Slices> slices_;

  // Requests per block. Caches that fetch the next line add requests, so blocks are shorter there, to leave room for them.
  std::size_t block_ = kBlock;
  std::vector<std::uint8_t> with_nobody_;              // outcomes of a block and of its prefetches; empty without prefetches
  std::vector<std::optional<std::uint64_t>> evicted_;  // by request that missed the cache before an exclusive cache
  std::vector<Requests> lists_;                        // working space: three lists in turn
  std::vector<Cache::Touch> touches_;                  // working space of step()
};

}  // namespace chasescope::model
