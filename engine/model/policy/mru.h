// MRU, also called bit-PLRU: the bit of a way is cleared when the way is touched, and the lowest way whose bit is set is replaced.
// When the last bit is cleared, the bits of all other ways are set at once. (NRU sets the bits later, at the next miss, and all of
// them.)
//
// The names are nanoBench's (Abel, Reineke, "nanoBench: a low-overhead tool for running microbenchmarks on x86 systems", ISPASS
// 2020; tools/CacheAnalyzer/cacheSim.py). MRU is the policy of Nehalem's L3. MRU_N, which does not change the bits until the set is
// full, is that of Sandy Bridge's.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

class Mru {
 public:
  static constexpr std::string_view name = "mru";
  static constexpr std::uint32_t max_ways = 64;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) {
    ParameterFaults faults = only_parameters(spec, {});
    check_ways(faults, spec, ways, max_ways);
    return faults;
  }

  Mru(const PolicySpec&, const SetLayout& layout, std::uint64_t) : touched_(layout.sets.size(), 0) {}

  std::uint32_t victim(const SetRef& at) const {
    const auto way = static_cast<std::uint32_t>(std::countr_one(touched_[at.set]));
    return way < at.ways ? way : 0;  // a single way is always touched
  }
  void hit(const SetRef& at, std::uint32_t way) {
    const std::uint64_t all = ~std::uint64_t{0} >> (max_ways - at.ways);
    const std::uint64_t mine = std::uint64_t{1} << way;
    std::uint64_t& touched = touched_[at.set];
    touched |= mine;
    if (touched == all) touched = mine;
  }
  void fill(const SetRef& at, std::uint32_t way) { hit(at, way); }

 private:
  std::vector<std::uint64_t> touched_;  // a bit for each way, set when it is touched: the inverse of the bit described above
};

/// MRU_N: nothing counts as a touch before the set is full.
class MruN {
 public:
  static constexpr std::string_view name = "mru_n";
  static constexpr bool counts_repeats =
      true;                                 ///< the fill that makes the set full is no touch, but the next access to that line is
  static constexpr bool keeps_full = true;  ///< the policy counts fills, so that no line may leave a set
  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) { return Mru::check(spec, ways); }

  MruN(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed)
      : bits_(spec, layout, seed), filled_(layout.sets.size(), 0) {}

  std::uint32_t victim(const SetRef& at) const { return bits_.victim(at); }
  void hit(const SetRef& at, std::uint32_t way) {
    if (filled_[at.set] == at.ways) bits_.hit(at, way);
  }
  void fill(const SetRef& at, std::uint32_t way) {
    if (filled_[at.set] == at.ways)
      bits_.fill(at, way);
    else
      ++filled_[at.set];
  }

 private:
  Mru bits_;
  std::vector<std::uint16_t> filled_;
};

}  // namespace chasescope::model
