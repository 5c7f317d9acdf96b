// The order in which the ways of a set were used. A line may also enter as the oldest, which is replaced next. The order is kept as
// a stamp for each way: stamps of the newest way grow, and stamps of the oldest way fall.
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
  /// \pre every way of the set has a stamp.
  std::uint32_t oldest(const SetRef& at) const {
    const std::int64_t* const first = stamps_.data() + at.base;
    return static_cast<std::uint32_t>(std::min_element(first, first + at.ways) - first);
  }

 private:
  RawArray<std::int64_t> stamps_;  // undefined for ways that were not filled
  std::int64_t newest_ = 0, oldest_ = 0;
};

}  // namespace chasescope::model
