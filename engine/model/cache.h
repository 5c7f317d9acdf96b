// A cache, or a TLB: takes addresses, tells hits from misses, and keeps what it was asked for.
//
//   Cache cache(spec, seed);
//   cache.touch(0x1000).hit;                 // one access, with set, way and who was evicted
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

  /// What one access did. Addresses are those of the first byte of a unit.
  struct Touch {
    bool hit = false;
    bool sector_miss = false;  ///< the line was there, the sector was not
    std::uint32_t set = 0;
    std::uint32_t way = 0;
    std::optional<std::uint64_t> evicted;
    std::uint64_t unit = 0;                ///< what was looked for
    std::optional<std::uint64_t> fetched;  ///< the line behind it, which a miss brought too
    bool filled() const { return !hit && !sector_miss; }
  };
  /// One access of at most a sector's size.
  Touch touch(std::uint64_t address);
  /// What filter() does with one request, told in full: a touch is appended for each unit of the block.
  void touch(std::uint64_t address, std::uint64_t request_bytes, std::vector<Touch>& touches);

  /// Accesses every request in order; those that miss go to `missed` in order. Each request wants the aligned block of
  /// `request_bytes` (a power of two) around its address, and misses if any part of it is missing.
  /// Lines that a miss fetches besides go to `missed` behind it, as nobody's requests: then `missed` is another list and needs room
  /// for twice as many.
  void filter(const Requests& requests, std::uint64_t request_bytes, Requests& missed);

  /// Of an exclusive cache: whether it holds the address, which leaves it; and a line that comes from the cache before it.
  bool take(std::uint64_t address);
  void put(std::uint64_t address);
  bool exclusive() const { return exclusive_; }
  bool fetches_next_line() const { return next_line_; }
  /// Whether a touch tells all that happened, in the set where it happened.
  bool tells_sets() const { return tells_sets_; }

  /// The address in each way of a set; empty for an empty way.
  std::vector<std::optional<std::uint64_t>> contents(std::uint32_t set) const;

  /// Empties it, as if it had just been made of this spec, its own, with this seed.
  void empty_again(const CacheSpec& spec, std::uint64_t seed);

  /// Everything that decides what comes next: contents, order of use, random choices to come.
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

  // The block that the last access wanted. It is present now, and wanting it again changes nothing.
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
