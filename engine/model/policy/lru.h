// Least recently used: the way that was not touched for the longest time is replaced.
//
// There are two forms of the same machine. Sets of up to 16 ways keep their order in one 64-bit word, four bits a way, and touching
// a way takes a dozen instructions without a branch. Wider sets are a ring of ways; touching the oldest way turns the ring by one
// place.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/raw_array.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

/// LRU of sets of at most 16 ways. The lowest four bits of a set's word name the way touched last.
class NarrowLru {
 public:
  static constexpr std::uint32_t max_ways = 16;

  NarrowLru(const PolicySpec&, const SetLayout& layout, std::uint64_t) : orders_(layout.sets.size()) {}

  /// Prepares a set. Called before any other function for that set. The oldest way is 0, then 1, 2, …: so empty ways are filled in
  /// this order.
  void begin(const SetRef& at) {
    std::uint64_t order = 0;
    for (std::uint64_t way = 0; way < at.ways; ++way) order = order << kBits | way;
    orders_[at.set] = order;
  }

  void empty_again(std::uint64_t, const std::vector<std::uint32_t>&) {}  // begin() sets all

  std::uint32_t victim(const SetRef& at) const {
    return static_cast<std::uint32_t>(orders_[at.set] >> (kBits * (at.ways - 1))) & kWay;
  }
  void fill(const SetRef& at, std::uint32_t way) { hit(at, way); }

  // Moves the way to the front. The ways that were newer move one place back, and the others stay.
  void hit(const SetRef& at, std::uint32_t way) {
    const std::uint64_t order = orders_[at.set];
    const std::uint64_t difference = order ^ (kOnes * way);
    // Finds the lowest group of four bits that are all zero, which is the place of the way. This well-known bit trick can mark
    // higher groups falsely, but the lowest marked group is right.
    const std::uint64_t zeros = (difference - kOnes) & ~difference & (kOnes << (kBits - 1));
    const auto place = static_cast<unsigned>(std::countr_zero(zeros)) & ~(kBits - 1);
    const std::uint64_t newer = (std::uint64_t{1} << place) - 1;
    const std::uint64_t moved = newer << kBits | kWay;
    orders_[at.set] = (order & ~moved) | (order & newer) << kBits | way;
  }

 private:
  static constexpr unsigned kBits = 4;
  static constexpr std::uint32_t kWay = 15;
  static constexpr std::uint64_t kOnes = 0x1111111111111111ULL;
  RawArray<std::uint64_t> orders_;
};

class Lru {
 public:
  using Narrow = NarrowLru;  ///< used when every set is narrow enough
  static constexpr std::string_view name = "lru";
  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>&) { return only_parameters(spec, {}); }

  Lru(const PolicySpec&, const SetLayout& layout, std::uint64_t) : newest_(layout.sets.size()), ring_(layout.slots) {}

  /// Prepares a set. Called before any other function for that set. The oldest way is 0, then 1, 2, …: so empty ways are filled in
  /// this order.
  void begin(const SetRef& at) {
    newest_[at.set] = static_cast<std::uint16_t>(at.ways - 1);
    for (std::uint32_t way = 0; way < at.ways; ++way)
      ring_[at.base + way] = {static_cast<std::uint16_t>((way + 1) % at.ways),
                              static_cast<std::uint16_t>((way + at.ways - 1) % at.ways)};
  }

  void empty_again(std::uint64_t, const std::vector<std::uint32_t>&) {}  // begin() sets all

  std::uint32_t victim(const SetRef& at) const { return ring_[at.base + newest_[at.set]].newer; }
  void fill(const SetRef& at, std::uint32_t way) { hit(at, way); }

  void hit(const SetRef& at, std::uint32_t way) {
    Link* const ring = ring_.data() + at.base;
    const std::uint16_t newest = newest_[at.set];
    const auto touched = static_cast<std::uint16_t>(way);
    if (touched == newest) return;
    newest_[at.set] = touched;
    const std::uint16_t oldest = ring[newest].newer;  // the ring closes here
    if (touched == oldest) return;
    const Link link = ring[touched];
    ring[link.newer].older = link.older;
    ring[link.older].newer = link.newer;
    ring[touched] = {oldest, newest};
    ring[oldest].older = touched;
    ring[newest].newer = touched;
  }

 private:
  struct Link {
    std::uint16_t newer;  // the next newer way; for the newest way, the oldest
    std::uint16_t older;  // the next older way; for the oldest way, the newest
  };
  RawArray<std::uint16_t> newest_;
  RawArray<Link> ring_;
};

}  // namespace chasescope::model
