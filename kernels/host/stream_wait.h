// Waits for the card without occupying a core, and without missing a stop. Private to kernels/.
#pragma once

#include <chrono>
#include <thread>

#include "kernels/driver/cuda_owners.h"
#include "kernels/host/cuda_backend.h"

namespace chasescope::cuda {

/// Time for a kernel to end after its stop flag is set: a hundred times what it needs.
inline constexpr std::chrono::seconds kTimeToObey{2};

/// The pause between two polls of the card: spins at first, for short kernels, then sleeps in short steps.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;

  /// Notes that the kernel has made progress.
  void news() { last_news_ = Clock::now(); }
  Clock::duration quiet_for() const { return Clock::now() - last_news_; }

  void pause() const {
    if (Clock::now() - start_ < std::chrono::milliseconds(2))
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
  }

 private:
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_news_ = start_;
};

/// Waits until the stream is idle. For short work that can't be stopped: throws `timed_out` after `patience`.
inline void wait_for(const Stream& stream, std::chrono::milliseconds patience) {
  Pacer pacer;
  while (!stream.idle()) {
    if (pacer.quiet_for() > patience)
      throw CudaFailure(
          Failure::timed_out,
          "The card does not end a short kernel. See whether another program holds it (nvidia-smi), and open the device again.",
          true);
    pacer.pause();
  }
}

}  // namespace chasescope::cuda
