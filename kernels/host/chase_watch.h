// Watches running chase kernels: receives their latencies, reports the progress, forwards a stop. Private to kernels/.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "kernels/driver/cuda_owners.h"
#include "kernels/host/cuda_backend.h"
#include "kernels/host/ring_reader.h"

namespace chasescope::cuda {

/// The watch over one mail slot: one chase, or both agents of a pair.
class ChaseWatch {
 public:
  using TakeCycles = std::function<void(unsigned agent, std::vector<float> cycles)>;
  using TakeProgress = std::function<void(double fraction)>;

  /// `all`: accesses of all agents, warm-up included.
  ChaseWatch(const MailSlot& slot, std::vector<Section> sections, std::uint64_t all, TakeCycles cycles, TakeProgress progress)
      : slot_(slot),
        reader_(slot, std::move(sections)),
        all_(static_cast<double>(all)),
        on_cycles_(std::move(cycles)),
        on_progress_(std::move(progress)) {}

  /// Forwards new latencies and progress. True if there were any.
  bool look();
  void tell_to_stop() { write_shared(slot_.mail->host.stop, 1); }

 private:
  MailSlot slot_;
  RingReader reader_;
  double all_;
  std::uint64_t done_ = 0;
  TakeCycles on_cycles_;
  TakeProgress on_progress_;
};

/// Waits until all work in the stream has ended; meanwhile forwards the latencies and progress of `watches`. After a stop it
/// returns once the kernel has ended. Throws `timed_out` when no watch has seen progress for `patience`. After an exception no work
/// runs in the stream, unless the failure says that the context is lost.
void attend(const Api& api, const Stream& stream, std::span<ChaseWatch> watches, RunEvents& events,
            std::chrono::milliseconds patience);

}  // namespace chasescope::cuda
