// Learns from earlier chases how long chases take on a device, so that a step that would take minutes on a card is not begun.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace chasescope::structure {

class Pace {
 public:
  /// Notes how many cycles each access of a chase over `period` elements took.
  void learn(std::uint64_t period, double cycles_per_access) { cycles_[bucket(period)] = cycles_per_access; }

  /// The cycles that a chase will take, with its launch. They follow from the last chase over as many elements, or over a few times
  /// fewer. If there was none, the accesses are expected to go to memory.
  double expect(std::uint64_t period, std::uint64_t accesses) const {
    double each = kUnknown;
    for (std::size_t i = bucket(period) - std::min(bucket(period), kNotMuchLarger); i <= bucket(period); ++i)
      if (cycles_[i] > 0) each = cycles_[i];
    return kLaunch + static_cast<double>(accesses) * each;
  }

 private:
  static constexpr double kLaunch = 1e5;  // about 50 microseconds
  static constexpr double kUnknown = 500;
  static constexpr std::size_t kNotMuchLarger = 2;  // doublings
  static std::size_t bucket(std::uint64_t period) { return static_cast<std::size_t>(std::bit_width(period)); }

  std::array<double, 65> cycles_{};  // by the bit width of the period; 0: nothing is known
};

}  // namespace chasescope::structure
