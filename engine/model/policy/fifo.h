// First in, first out: the way that was filled longest ago is replaced, however often it was hit since.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

class Fifo {
 public:
  static constexpr std::string_view name = "fifo";
  static constexpr bool keeps_full = true;  // ways are filled in turn
  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>&) { return only_parameters(spec, {}); }

  Fifo(const PolicySpec&, const SetLayout& layout, std::uint64_t) : oldest_(layout.sets.size(), 0) {}

  void empty_again(std::uint64_t, const std::vector<std::uint32_t>& used) {
    for (const std::uint32_t set : used) oldest_[set] = 0;
  }

  std::uint32_t victim(const SetRef& at) const { return oldest_[at.set]; }
  void fill(const SetRef& at, std::uint32_t way) { oldest_[at.set] = static_cast<std::uint16_t>(way + 1 == at.ways ? 0 : way + 1); }
  void hit(const SetRef&, std::uint32_t) {}

 private:
  std::vector<std::uint16_t> oldest_;
};

}  // namespace chasescope::model
