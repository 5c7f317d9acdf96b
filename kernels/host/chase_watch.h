// Looks after kernels of chases while they run: takes their latencies, tells the progress, passes a stop on. Private to kernels/.
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

/// One chase, or the two of a pair: what runs over one mail slot.
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

  /// Passes on what arrived. True if there was anything new.
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

/// Returns when everything in the stream has ended, and passes on meanwhile what `watches` see. After a stop it returns once the
/// kernel has obeyed. Throws `timed_out` when none of them made progress for `patience`; whatever it throws, nothing runs any more
/// in the stream, or the failure says that the context is lost.
void attend(const Api& api, const Stream& stream, std::span<ChaseWatch> watches, RunEvents& events,
            std::chrono::milliseconds patience);

}  // namespace chasescope::cuda
