// The host's end of the ring that a running chase fills. Private to kernels/; see chase_launch.h.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "kernels/chase_launch.h"
#include "kernels/cuda_failure.h"

namespace chasescope::cuda {

/// Reads and writes words that the card shares.
inline std::uint64_t read_shared(std::uint64_t& word) {
  return std::atomic_ref<std::uint64_t>(word).load(std::memory_order_acquire);
}
inline void write_shared(std::uint64_t& word, std::uint64_t value) {
  std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_release);
}

class RingReader {
 public:
  /// For a chase of `accesses` recorded accesses; a chase of which none is recorded has 0.
  RingReader(Mailboxes& mail, const std::uint32_t* ring, std::uint64_t accesses) : mail_(mail), ring_(ring), accesses_(accesses) {}

  /// The latencies that arrived since the last call, in order; their blocks are free again. Throws internal on a broken ring.
  std::vector<float> take() {
    const std::uint64_t produced = read_shared(mail_.card.produced);
    std::vector<float> cycles;
    if (produced == consumed_) return cycles;
    if (produced < consumed_ || produced - consumed_ > kRingBlocks || produced > blocks())
      throw CudaFailure(Failure::internal, "The card reports parts of a trace that can't be. This is a defect of ChaseScope.");
    cycles.reserve(static_cast<std::size_t>((produced - consumed_) * kChunk));
    for (; consumed_ < produced; ++consumed_) {
      const std::uint32_t* block = ring_ + (consumed_ % kRingBlocks) * kChunk;
      const std::uint64_t count = std::min<std::uint64_t>(kChunk, accesses_ - taken_);
      for (std::uint64_t i = 0; i < count; ++i) cycles.push_back(static_cast<float>(block[i]));
      taken_ += count;
    }
    write_shared(mail_.host.consumed, consumed_);
    return cycles;
  }

  /// Latencies taken so far.
  std::uint64_t taken() const { return taken_; }

 private:
  std::uint64_t blocks() const { return (accesses_ + kChunk - 1) / kChunk; }

  Mailboxes& mail_;
  const std::uint32_t* ring_;
  std::uint64_t accesses_;
  std::uint64_t consumed_ = 0;  // blocks
  std::uint64_t taken_ = 0;     // accesses
};

}  // namespace chasescope::cuda
