// An idle card runs at a fraction of its clock, and takes a while to come up to it once it has work. What is measured meanwhile is
// not what the card does: memory keeps its own clock, so that the same access takes fewer cycles of a slow SM. Private to kernels/.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include "kernels/host/cuda_backend.h"

namespace chasescope::cuda {

struct Workbench;

/// Tells from the clock in one window after the other whether it has come to where it stays.
class ClockJudge {
 public:
  /// `usual_mhz`: what the clock is known to come to, or 0. Nearly that is enough: a limit on power may keep it a little below.
  explicit ClockJudge(double usual_mhz) : usual_mhz_(usual_mhz) {}
  /// The clock in the next window (MHz).
  void take(double mhz);
  /// The last windows agree to half a percent.
  bool is_steady() const;
  /// It is steady, and not far below what is usual.
  bool has_risen() const;

 private:
  static constexpr std::size_t kAgree = 4;  // windows
  double usual_mhz_;
  std::array<double, kAgree> last_{};
  std::size_t taken_ = 0;
};

/// How a card came to its clock.
struct ClockRise {
  double first_mhz = 0, last_mhz = 0;
  bool steady = false;
  bool risen = false;  ///< steady, and not far below what was usual
  /// A sentence or two. `most_khz`: what the clock can be, or 0.
  std::string in_words(std::uint64_t most_khz) const;
};

/// Keeps the card busy, half a millisecond at a time, until its clock has risen, or for `patience`: then it is as it is. A card that is
/// at its clock takes two milliseconds. Throws `cancelled` when stopped.
ClockRise bring_to_clock(Workbench& bench, double usual_mhz, std::chrono::milliseconds patience, RunEvents& events);

}  // namespace chasescope::cuda
