// Not most recently used: any way but the last touched one, each with the same chance. Fills count as touches.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/set_layout.h"
#include "engine/trace/random.h"

namespace chasescope::model {

class Nmru {
 public:
  static constexpr std::string_view name = "nmru";
  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>&) { return only_parameters(spec, {}); }

  Nmru(const PolicySpec&, const SetLayout& layout, std::uint64_t seed) : newest_(layout.sets.size(), 0), random_(seed) {}

  void empty_again(std::uint64_t seed, const std::vector<std::uint32_t>& used) {
    random_ = Random(seed);
    for (const std::uint32_t set : used) newest_[set] = 0;
  }

  std::uint32_t victim(const SetRef& at) {
    if (at.ways == 1) return 0;
    const auto drawn = static_cast<std::uint32_t>(random_.below(at.ways - 1));
    return drawn + (drawn >= newest_[at.set] ? 1 : 0);
  }
  void hit(const SetRef& at, std::uint32_t way) { newest_[at.set] = static_cast<std::uint16_t>(way); }
  void fill(const SetRef& at, std::uint32_t way) { hit(at, way); }

 private:
  std::vector<std::uint16_t> newest_;
  Random random_;
};

}  // namespace chasescope::model
