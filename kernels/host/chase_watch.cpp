#include "kernels/host/chase_watch.h"

#include <algorithm>
#include <string>

#include "kernels/host/stream_wait.h"

namespace chasescope::cuda {
namespace {

CudaFailure deaf() {
  return {Failure::timed_out,
          "The kernel does not end although it was told to. See whether nvidia-smi still answers, and open the device again.",
          true};
}

void drain(const Stream& stream, std::span<ChaseWatch> watches, RunEvents& events, std::chrono::milliseconds patience) {
  Pacer pacer;
  Pacer::Clock::time_point told_to_stop{};
  for (;;) {
    const bool ended = stream.idle();  // before looking at the rings, so that nothing is missed
    for (ChaseWatch& watch : watches)
      if (watch.look()) pacer.news();
    if (ended) return;
    if (told_to_stop == Pacer::Clock::time_point{}) {
      if (events.stop_requested()) {
        for (ChaseWatch& watch : watches) watch.tell_to_stop();
        told_to_stop = Pacer::Clock::now();
      } else if (pacer.quiet_for() > patience) {
        throw CudaFailure(Failure::timed_out, "The kernel made no progress for " + std::to_string(patience.count()) +
                                                  " ms and was ended. See whether another program holds the card (nvidia-smi).");
      }
    } else if (Pacer::Clock::now() - told_to_stop > kTimeToObey) {
      throw deaf();
    }
    pacer.pause();
  }
}

/// Tells running kernels to end. False if they do not within kTimeToObey; true too when they failed.
bool ends_when_told(const Api& api, const Stream& stream, std::span<ChaseWatch> watches) noexcept {
  for (ChaseWatch& watch : watches) watch.tell_to_stop();
  const Pacer waiting;
  while (api->stream_query(stream.get()) == CUDA_ERROR_NOT_READY) {
    if (waiting.quiet_for() > kTimeToObey) return false;
    waiting.pause();
  }
  return true;
}

}  // namespace

bool ChaseWatch::look() {
  for (int takes = 0; takes < 2; ++takes) {  // two, for the seam between two agents; and not until empty, as more keeps coming
    RingReader::Part part = reader_.take();
    if (part.cycles.empty()) break;
    on_cycles_(part.agent, std::move(part.cycles));
  }
  const std::uint64_t done = std::max(reader_.made(), read_shared(slot_.mail->card.progress));
  if (done <= done_) return false;
  done_ = done;
  on_progress_(std::min(1.0, static_cast<double>(done) / all_));
  return true;
}

void attend(const Api& api, const Stream& stream, std::span<ChaseWatch> watches, RunEvents& events,
            std::chrono::milliseconds patience) {
  try {
    drain(stream, watches, events, patience);
  } catch (const CudaFailure& failure) {
    if (failure.loses_context() || ends_when_told(api, stream, watches)) throw;
    throw deaf();
  } catch (...) {
    if (ends_when_told(api, stream, watches)) throw;
    throw deaf();
  }
}

}  // namespace chasescope::cuda
