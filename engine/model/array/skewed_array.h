// A skewed cache: each way has its own index function, so that two lines that conflict in one way rarely conflict in another.
//
// Seznec, "A case for two-way skewed-associative caches", ISCA 1993. A unit has one place in each way, and there are no sets in the
// usual sense. A new line takes the lowest empty one of its places; else it replaces the line, in one of its places, that by
// policy
//   lru     was used longest ago
//   fifo    was filled longest ago
//   random  is drawn at random
//   nru     was not used since all marks among candidates were last cleared, lowest way first (Bodin, Seznec, "Skewed associativity
//           enhances performance predictability", ISCA 1995)
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/model/array/set_array.h"
#include "engine/model/index/index_function.h"
#include "engine/trace/random.h"

namespace chasescope::model {

class SkewedArray final : public SetArray {
 public:
  static constexpr std::array<std::string_view, 4> kPolicies{"lru", "fifo", "random", "nru"};

  /// Empty. \pre the spec has passed the loader's checks.
  SkewedArray(const CacheSpec& spec, std::uint64_t seed);

  void look_up(const std::uint32_t* units, const std::uint32_t* sets, const std::uint32_t* sectors, bool* hits,
               std::size_t count) override;
  /// `set` is ignored; the set of the result is the row in the way.
  LookUp look_up(std::uint32_t unit, std::uint32_t set, std::uint32_t sectors) override;
  /// The unit of each way in a row.
  std::vector<std::uint32_t> contents(std::uint32_t row) const override;
  bool holds(std::uint32_t unit, std::uint32_t set) const override;
  std::unique_ptr<SetArray> clone() const override { return std::make_unique<SkewedArray>(*this); }

 private:
  struct Place {
    std::uint32_t unit = kNoUnit;
    std::uint32_t sectors = 0;  // present, a bit each
    std::uint64_t stamp = 0;    // of the last use, or of the fill; for nru, whether it is marked
  };
  std::size_t slot(std::uint32_t unit, std::size_t way) const { return ways_[way].set_of(unit) * ways_.size() + way; }
  std::size_t victim(std::uint32_t unit);
  void use(Place& place, bool fill);

  bool sectored_;
  enum class Policy { lru, fifo, random, nru };
  Policy policy_;
  std::vector<IndexFunction> ways_;
  std::vector<Place> places_;  // row by row
  std::uint64_t now_ = 0;
  Random random_;
};

}  // namespace chasescope::model
