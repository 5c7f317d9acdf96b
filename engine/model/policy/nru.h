// Not recently used: the bit of a way says whether the way was touched since all bits were last cleared. The lowest way whose bit
// is clear is replaced. Bits are cleared only when a miss finds no clear bit, and then all of them.
//
// The policy is that of Jaleel, Theobald, Steely, Emer, "High performance cache replacement using re-reference interval prediction
// (RRIP)", ISCA 2010 (where the bit is inverted), and nanoBench's NRU.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

class Nru {
 public:
  static constexpr std::string_view name = "nru";
  static constexpr std::uint32_t max_ways = 64;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) {
    ParameterFaults faults = only_parameters(spec, {});
    check_ways(faults, spec, ways, max_ways);
    return faults;
  }

  Nru(const PolicySpec&, const SetLayout& layout, std::uint64_t) : touched_(layout.sets.size(), 0) {}

  std::uint32_t victim(const SetRef& at) {
    const auto way = static_cast<std::uint32_t>(std::countr_one(touched_[at.set]));
    if (way < at.ways) return way;
    touched_[at.set] = 0;
    return 0;
  }
  void hit(const SetRef& at, std::uint32_t way) { touched_[at.set] |= std::uint64_t{1} << way; }
  void fill(const SetRef& at, std::uint32_t way) { hit(at, way); }

 private:
  std::vector<std::uint64_t> touched_;  // a bit for each way
};

}  // namespace chasescope::model
