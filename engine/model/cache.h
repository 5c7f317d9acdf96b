// A cache, or a TLB: looks up addresses, returns hits and misses, and fills missing lines.
//
//   Cache cache(spec, seed);
//   cache.touch(0x1000).hit;                 // one access, with its set, its way and the evicted line
//   cache.filter(requests, 4, missed);       // a block at once: the fast way
//
// Memory is proportional to the number of entries.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/model/array/set_array.h"
#include "engine/model/index/index_function.h"
#include "engine/model/requests.h"
#include "engine/model/spec/spec.h"

namespace chasescope::model {

class Cache {
 public:
  /// Empty. \pre the spec has passed the loader's checks (engine/model/card_file/cache_reader.h).
  Cache(const CacheSpec& spec, std::uint64_t seed);

  /// The effect of one access. Addresses are those of the first byte of a unit.
  struct Touch {
    bool hit = false;
    bool sector_miss = false;  ///< the line was there, the sector was not
    std::uint32_t set = 0;
    std::uint32_t way = 0;
    std::optional<std::uint64_t> evicted;
    std::uint64_t unit = 0;                ///< the unit that was looked up
    std::optional<std::uint64_t> fetched;  ///< the next line, which the miss fetched as well
    bool filled() const { return !hit && !sector_miss; }
  };
  /// One access of at most a sector's size.
  Touch touch(std::uint64_t address);
  /// The same access as filter() makes for one request; appends a touch for each unit of the block.
  void touch(std::uint64_t address, std::uint64_t request_bytes, std::vector<Touch>& touches);

  /// Accesses every request in order; those that miss go to `missed` in order. Each request reads the aligned block of
  /// `request_bytes` (a power of two) around its address, and misses if any part of the block is missing.
  /// A next line that a miss fetches goes to `missed` behind the miss, as a request of no access. Then `missed` must be another
  /// list than `requests`, with room for twice as many.
  void filter(const Requests& requests, std::uint64_t request_bytes, Requests& missed);

  /// Exclusive caches only. take(): whether the cache holds the address, whose line is removed; put(): adds a line that the cache
  /// before it has evicted.
  bool take(std::uint64_t address);
  void put(std::uint64_t address);
  bool exclusive() const { return exclusive_; }
  bool fetches_next_line() const { return next_line_; }
  /// Whether a touch describes every change of the cache, with the right set.
  bool tells_sets() const { return tells_sets_; }

  /// The address in each way of a set; empty for an empty way.
  std::vector<std::optional<std::uint64_t>> contents(std::uint32_t set) const;

  /// Empties the cache, as if newly made with this seed. \pre `spec` is the cache's own spec.
  void empty_again(const CacheSpec& spec, std::uint64_t seed);

  /// The whole state: contents, order of use, random choices to come.
  using State = std::shared_ptr<const SetArray>;
  State save() const { return array_->clone(); }
  /// \pre the state was saved from a cache of the same spec.
  void restore(const State& state);

  std::uint32_t set_of(std::uint64_t address) const { return index_.set_of(unit_of(address)); }
  std::uint64_t unit_bytes() const { return std::uint64_t{1} << unit_shift_; }
  std::uint64_t sector_bytes() const { return std::uint64_t{1} << sector_shift_; }

 private:
  std::uint32_t unit_of(std::uint64_t address) const { return static_cast<std::uint32_t>(address >> unit_shift_); }
  std::uint32_t sectors_of(std::uint64_t address, unsigned request_shift) const;
  Touch touch_unit(std::uint32_t unit, std::uint32_t sectors);
  void fetch_next(Touch& touch);
  void filter_one_by_one(const Requests& requests, std::uint64_t request_bytes, Requests& missed);
  std::size_t drop_repeats(const Requests& requests, unsigned request_shift);
  void look_up(const Requests& requests, std::size_t begin, std::size_t end, unsigned request_shift);
  void look_up_units(const Requests& requests, std::size_t begin, std::size_t end, unsigned request_shift);

  unsigned unit_shift_;
  unsigned sector_shift_;
  IndexFunction index_;
  std::unique_ptr<SetArray> array_;
  bool drops_repeats_;
  bool exclusive_;
  bool next_line_;
  bool tells_sets_;

  // The block of the last access. It is present now, and accessing it again changes nothing.
  std::uint64_t last_block_ = ~std::uint64_t{0};
  unsigned last_shift_ = 0;

  // Working space of filter().
  struct Scratch {
    std::array<std::uint16_t, kBlock> changed;
    std::array<std::uint32_t, kBlock> units;
    std::array<std::uint32_t, kBlock> sets;
    std::array<std::uint32_t, kBlock> sectors;
    std::array<bool, kBlock> hits;
    std::array<bool, kBlock> part_hits;
  };
  std::unique_ptr<Scratch> scratch_;
  std::vector<Touch> touches_;  // working space of filter_one_by_one()
};

}  // namespace chasescope::model
