// The card's memory for the arrays of requests: one piece, kept between requests. Private to kernels/.
//
// It grows when a request needs more, and stays as large until release(), which follows the last request of a measurement: to free
// a hundred GiB takes a tenth of a second, and probes of TLBs come back to them. Where the card maps pages, it grows behind its end
// (growing_memory.h); else it is allocated anew. It begins on a 64 MiB boundary if there is room, else on a 2 MiB boundary. Below
// the boundary the bits of an offset equal those of its address, on which set indices depend. Memory beyond the card
// (beyond_card.h) is kept in the same way, though in pieces no larger than need be.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "kernels/driver/growing_memory.h"

namespace chasescope::cuda {

class Arena : NotCopyable {
 public:
  static constexpr std::uint64_t kBoundary = std::uint64_t{2} << 20;    ///< the card's page
  static constexpr std::uint64_t kAlignment = std::uint64_t{64} << 20;  ///< of the first byte, where there is room

  /// Allocates `bytes` bytes, or throws a failure with a sentence.
  using Make = std::function<std::unique_ptr<ArrayMemory>(std::uint64_t bytes)>;

  /// Of the card's memory. `limit`: the most bytes that may be asked for.
  Arena(Api api, CUdevice device, std::uint64_t limit);
  /// Of what `make` makes.
  Arena(Api api, std::uint64_t limit, Make make) : api_(std::move(api)), limit_(limit), make_(std::move(make)) {}

  /// Makes room for `bytes` and returns the address of the first. The contents are lost when generation() changes.
  /// Throws out_of_memory with the requested and the free size.
  std::uint64_t reserve(std::uint64_t bytes);
  /// The same for a texture, which must not go over the border between two allocations: the whole arena is allocated anew if the
  /// first one is too small.
  std::uint64_t reserve_in_one_piece(std::uint64_t bytes);

  void release();
  std::uint64_t base() const { return base_; }
  /// The bytes from base() that are one allocation.
  std::uint64_t one_piece_bytes() const { return growing_ != nullptr ? growing_->first_piece_bytes() : capacity_; }
  /// The host's address of base(); null for memory that the host can't access.
  unsigned char* on_host() const;
  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t held_bytes() const { return memory_ ? memory_->bytes() : 0; }
  /// Changes whenever the memory has been allocated anew.
  std::uint64_t generation() const { return generation_; }

 private:
  void reserve_on_card(std::uint64_t bytes);
  bool grow(std::uint64_t bytes);
  void allocate(std::uint64_t bytes);
  void allocate_beyond(std::uint64_t bytes);
  [[noreturn]] void refuse(std::uint64_t bytes) const;

  Api api_;
  std::optional<CUdevice> mapping_;  // the card, if it maps pages
  std::uint64_t limit_;
  Make make_;  // none: the card's memory
  std::unique_ptr<ArrayMemory> memory_;
  GrowingMemory* growing_ = nullptr;  // memory_, if it can grow
  std::uint64_t base_ = 0;
  std::uint64_t capacity_ = 0;  // bytes from base_
  std::uint64_t generation_ = 0;
};

/// Rounded up to the arena's boundary: where the next array may begin.
inline std::uint64_t next_boundary(std::uint64_t bytes) {
  return (bytes + Arena::kBoundary - 1) / Arena::kBoundary * Arena::kBoundary;
}

}  // namespace chasescope::cuda
