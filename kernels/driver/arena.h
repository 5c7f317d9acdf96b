// The memory of the card that requests work in: one piece, kept between requests. Private to kernels/.
//
// It grows when a request needs more and is given back when many much smaller ones follow a huge one. It begins on a 64 MiB
// boundary where there is room, so that offsets have the bits of their addresses up to there (what a set index depends on), else on
// a 2 MiB one. Memory beyond the card (beyond_card.h) is kept in the same way, though in pieces no larger than need be.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "kernels/driver/cuda_owners.h"

namespace chasescope::cuda {

class Arena : NotCopyable {
 public:
  static constexpr std::uint64_t kBoundary = std::uint64_t{2} << 20;    ///< the card's page
  static constexpr std::uint64_t kAlignment = std::uint64_t{64} << 20;  ///< of the first byte, where there is room

  /// Allocates so many bytes, or throws a sentence.
  using Make = std::function<std::unique_ptr<ArrayMemory>(std::uint64_t bytes)>;

  /// Of the card's memory. `limit`: the most bytes that may be asked for.
  Arena(Api api, std::uint64_t limit) : api_(std::move(api)), limit_(limit) {}
  /// Of what `make` makes.
  Arena(Api api, std::uint64_t limit, Make make) : api_(std::move(api)), limit_(limit), make_(std::move(make)) {}

  /// Makes room for `bytes` and returns the address of the first. What was in it is lost when generation() changes.
  /// Throws out_of_memory with what was asked and what is free.
  std::uint64_t reserve(std::uint64_t bytes);

  void release();
  std::uint64_t base() const { return base_; }
  /// Where the host sees base(); null for memory that it does not.
  unsigned char* on_host() const;
  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t held_bytes() const { return memory_ ? memory_->bytes() : 0; }
  /// Changes whenever the memory is another.
  std::uint64_t generation() const { return generation_; }

 private:
  void allocate(std::uint64_t bytes);
  void allocate_beyond(std::uint64_t bytes);

  Api api_;
  std::uint64_t limit_;
  Make make_;  // none: the card's memory
  std::unique_ptr<ArrayMemory> memory_;
  std::uint64_t base_ = 0;
  std::uint64_t capacity_ = 0;  // bytes from base_
  std::uint64_t generation_ = 0;
  unsigned small_requests_ = 0;  // in a row, that would do with much less
};

/// Rounded up to the arena's boundary: where the next array may begin.
inline std::uint64_t next_boundary(std::uint64_t bytes) {
  return (bytes + Arena::kBoundary - 1) / Arena::kBoundary * Arena::kBoundary;
}

}  // namespace chasescope::cuda
