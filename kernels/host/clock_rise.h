// An idle card runs at a fraction of its full clock, and the clock takes a while to rise under load. Measurements before that are
// wrong: memory has its own clock, so the same access takes fewer cycles of a slow SM. Private to kernels/.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <string>

#include "kernels/host/cuda_backend.h"

namespace chasescope::cuda {

struct Workbench;

/// Judges, from the clock in successive time windows, whether the clock has risen and become steady.
class ClockJudge {
 public:
  /// `usual_mhz`: the clock that the card is known to reach, or 0. A slightly lower clock suffices, as a power limit may lower it.
  explicit ClockJudge(double usual_mhz) : usual_mhz_(usual_mhz) {}
  /// Adds the clock of the next window (MHz).
  void take(double mhz);
  /// Whether the last windows agree to half a percent.
  bool is_steady() const;
  /// Whether the clock is steady, and not far below `usual_mhz`.
  bool has_risen() const;

 private:
  static constexpr std::size_t kAgree = 4;  // windows
  double usual_mhz_;
  std::array<double, kAgree> last_{};
  std::size_t taken_ = 0;
};

/// How a card's clock rose.
struct ClockRise {
  double first_mhz = 0, last_mhz = 0;
  bool steady = false;
  bool risen = false;  ///< steady, and not far below the usual clock
  /// A sentence or two. `most_khz`: the highest possible clock, or 0.
  std::string in_words(std::uint64_t most_khz) const;
};

/// Keeps the card busy, half a millisecond at a time, until its clock has risen or `patience` is over; a low clock is then
/// accepted. Takes two milliseconds if the clock is already high. Throws `cancelled` when stopped.
ClockRise bring_to_clock(Workbench& bench, double usual_mhz, std::chrono::milliseconds patience, RunEvents& events);

}  // namespace chasescope::cuda
