// Clock, or second chance: a touch marks a way, and a hand goes round the ways. The hand passes marked ways and removes their
// marks. The first way without a mark is replaced, and the hand stops behind it.
//
// Corbató, "A paging experiment with the Multics system", MIT Project MAC report MAC-M-384, 1968. A fill counts as a touch.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

class Clock {
 public:
  static constexpr std::string_view name = "clock";
  static constexpr std::uint32_t max_ways = 64;

  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) {
    ParameterFaults faults = only_parameters(spec, {});
    check_ways(faults, spec, ways, max_ways);
    return faults;
  }

  Clock(const PolicySpec&, const SetLayout& layout, std::uint64_t) : marks_(layout.sets.size(), 0), hands_(layout.sets.size(), 0) {}

  std::uint32_t victim(const SetRef& at) {
    std::uint64_t& marks = marks_[at.set];
    std::uint32_t hand = hands_[at.set];
    while ((marks >> hand & 1U) != 0) {
      marks &= ~(std::uint64_t{1} << hand);
      hand = hand + 1 == at.ways ? 0 : hand + 1;
    }
    hands_[at.set] = static_cast<std::uint8_t>(hand + 1 == at.ways ? 0 : hand + 1);
    return hand;
  }
  void hit(const SetRef& at, std::uint32_t way) { marks_[at.set] |= std::uint64_t{1} << way; }
  void fill(const SetRef& at, std::uint32_t way) { hit(at, way); }

 private:
  std::vector<std::uint64_t> marks_;  // a bit for each way
  std::vector<std::uint8_t> hands_;
};

}  // namespace chasescope::model
