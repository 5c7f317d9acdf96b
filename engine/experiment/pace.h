// What chases take on a device, learnt from those that were made: so that a step that would take minutes on a card is not begun.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace chasescope::structure {

class Pace {
 public:
  /// A chase over `period` elements took that long an access.
  void learn(std::uint64_t period, double cycles_per_access) { cycles_[bucket(period)] = cycles_per_access; }

  /// Cycles that a chase will take, its launch included: as the last one over as many elements, or over not many fewer, did. Where
  /// no such one was made it may be memory that answers.
  double expect(std::uint64_t period, std::uint64_t accesses) const {
    double each = kUnknown;
    for (std::size_t i = bucket(period) - std::min(bucket(period), kNotMuchLarger); i <= bucket(period); ++i)
      if (cycles_[i] > 0) each = cycles_[i];
    return kLaunch + static_cast<double>(accesses) * each;
  }

 private:
  static constexpr double kLaunch = 1e5;  // some 50 microseconds
  static constexpr double kUnknown = 500;
  static constexpr std::size_t kNotMuchLarger = 2;  // doublings
  static std::size_t bucket(std::uint64_t period) { return static_cast<std::size_t>(std::bit_width(period)); }

  std::array<double, 65> cycles_{};  // by the width of the period in bits; 0: nothing known
};

}  // namespace chasescope::structure
