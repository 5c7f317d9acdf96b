// The order in which the ways of a set were used, where a line may also enter as the one that goes next: stamps that grow at one
// end and fall at the other.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/model/spec/raw_array.h"
#include "engine/model/spec/set_layout.h"

namespace chasescope::model {

class UseOrder {
 public:
  explicit UseOrder(const SetLayout& layout) : stamps_(layout.slots) {}

  void to_newest(const SetRef& at, std::uint32_t way) { stamps_[at.base + way] = ++newest_; }
  void to_oldest(const SetRef& at, std::uint32_t way) { stamps_[at.base + way] = --oldest_; }
  /// \pre every way of the set was put somewhere.
  std::uint32_t oldest(const SetRef& at) const {
    const std::int64_t* const first = stamps_.data() + at.base;
    return static_cast<std::uint32_t>(std::min_element(first, first + at.ways) - first);
  }

 private:
  RawArray<std::int64_t> stamps_;  // of filled ways
  std::int64_t newest_ = 0, oldest_ = 0;
};

}  // namespace chasescope::model
