// The host's end of the ring that a running chase fills. Private to kernels/; see chase_launch.h.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/device/chase_launch.h"
#include "kernels/driver/cuda_failure.h"

namespace chasescope::cuda {

/// Reads and writes words that the card shares.
inline std::uint64_t read_shared(std::uint64_t& word) {
  return std::atomic_ref<std::uint64_t>(word).load(std::memory_order_acquire);
}
inline void write_shared(std::uint64_t& word, std::uint64_t value) {
  std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_release);
}

/// The mapped memory through which one chase and the host communicate: mailboxes, and the ring behind them.
struct MailSlot {
  Mailboxes* mail = nullptr;
  std::uint64_t address = 0;      ///< the card's address of the mailboxes
  std::uint32_t ring_blocks = 0;  ///< a power of two

  const std::uint32_t* ring() const { return reinterpret_cast<const std::uint32_t*>(mail + 1); }
  std::uint64_t ring_address() const { return address + sizeof(Mailboxes); }
  static constexpr std::size_t bytes(std::uint32_t blocks) {
    return sizeof(Mailboxes) + std::size_t{blocks} * kChunk * sizeof(std::uint32_t);
  }
};

/// Consecutive recorded accesses in the ring. Each section begins with a new block.
struct Section {
  unsigned agent = 0;
  std::uint64_t accesses = 0;
  std::uint64_t before = 0;  ///< accesses of all agents that were made before the first of these
};

class RingReader {
 public:
  struct Part {
    unsigned agent = 0;
    std::vector<float> cycles;
  };

  RingReader(const MailSlot& slot, std::vector<Section> sections) : slot_(slot), sections_(std::move(sections)) {
    for (const Section& section : sections_) blocks_ += (section.accesses + kChunk - 1) / kChunk;
  }

  /// The latencies of one section that arrived since the last call, in order; their blocks are free again. Call it until the
  /// result is empty. Throws internal on a broken ring.
  Part take() {
    const std::uint64_t produced = read_shared(slot_.mail->card.produced);
    if (produced == consumed_) return {};
    if (produced < consumed_ || produced - consumed_ > slot_.ring_blocks || produced > blocks_)
      throw CudaFailure(Failure::internal, "The card reports parts of a trace that can't be. This is a defect of ChaseScope.");
    while (taken_ == sections_[section_].accesses) {
      ++section_;
      taken_ = 0;
    }
    const Section& section = sections_[section_];
    Part part{section.agent, {}};
    part.cycles.reserve(static_cast<std::size_t>((produced - consumed_) * kChunk));
    for (; consumed_ < produced && taken_ < section.accesses; ++consumed_) {
      const std::uint32_t* block = slot_.ring() + (consumed_ % slot_.ring_blocks) * kChunk;
      const std::uint64_t count = std::min<std::uint64_t>(kChunk, section.accesses - taken_);
      for (std::uint64_t i = 0; i < count; ++i) part.cycles.push_back(static_cast<float>(block[i]));
      taken_ += count;
    }
    write_shared(slot_.mail->host.consumed, consumed_);
    return part;
  }

  /// Accesses of all agents that have been made up to the last one taken; 0 before.
  std::uint64_t made() const { return consumed_ == 0 ? 0 : sections_[section_].before + taken_; }

 private:
  MailSlot slot_;
  std::vector<Section> sections_;
  std::uint64_t blocks_ = 0;
  std::uint64_t consumed_ = 0;  // blocks
  std::size_t section_ = 0;
  std::uint64_t taken_ = 0;  // accesses of the section
};

}  // namespace chasescope::cuda
