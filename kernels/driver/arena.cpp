#include "kernels/driver/arena.h"

#include <algorithm>
#include <bit>
#include <string>

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr std::uint64_t kSmallest = 64 * kMiB;  // an array that the usual sweeps never outgrow

// Walks over pages near and far take turns; to allocate a hundred GiB takes a third of a second, and gives other memory each time.
constexpr unsigned kPatience = 64;

/// Sizes come in few steps, so that a sweep allocates seldom: powers of two, then whole GiB.
std::uint64_t generous(std::uint64_t bytes) {
  if (bytes <= kSmallest) return kSmallest;
  return bytes <= kGiB ? std::bit_ceil(bytes) : (bytes + kGiB - 1) / kGiB * kGiB;
}

std::string mebibytes(std::uint64_t bytes) { return std::to_string(bytes / kMiB) + " MiB"; }

}  // namespace

std::uint64_t Arena::reserve(std::uint64_t bytes) {
  const bool too_huge = capacity_ > 4 * kGiB && bytes < capacity_ / 8;
  small_requests_ = too_huge ? small_requests_ + 1 : 0;
  if (memory_ && bytes <= capacity_ && small_requests_ < kPatience) return base_;
  release();
  if (make_) {
    allocate_beyond(std::min(std::bit_ceil(bytes), std::max(limit_, bytes)));
    return base_;
  }
  const std::uint64_t exact = next_boundary(bytes);
  const std::uint64_t roomy = generous(bytes);
  if (roomy > exact && roomy <= limit_) {
    try {
      allocate(roomy);
      return base_;
    } catch (const CudaFailure& failure) {
      if (failure.kind() != Failure::out_of_memory) throw;
    }
  }
  try {
    allocate(exact);
  } catch (const CudaFailure& failure) {
    if (failure.kind() != Failure::out_of_memory) throw;
    std::size_t free_bytes = 0;
    std::size_t total = 0;
    static_cast<void>(api_->mem_get_info(&free_bytes, &total));
    throw CudaFailure(Failure::out_of_memory, "The card is out of memory: " + mebibytes(exact) + " were asked for, " +
                                                  mebibytes(free_bytes) + " of " + mebibytes(total) +
                                                  " are free. Ask for a smaller footprint, or end what else runs on the card.");
  }
  return base_;
}

void Arena::allocate(std::uint64_t bytes) {
  memory_.reset();
  const auto begin_at = [&](std::uint64_t boundary) { base_ = (memory_->address() + boundary - 1) / boundary * boundary; };
  try {
    // At once with what a boundary takes: a huge array takes a third of a second, and would seldom lie on one by itself.
    memory_ = std::make_unique<DeviceBuffer>(api_, bytes + kAlignment);
    begin_at(kAlignment);
  } catch (const CudaFailure& failure) {
    if (failure.kind() != Failure::out_of_memory) throw;
    memory_ = std::make_unique<DeviceBuffer>(api_, bytes);
    if (memory_->address() % kBoundary != 0) {
      memory_.reset();
      memory_ = std::make_unique<DeviceBuffer>(api_, bytes + kBoundary);
    }
    begin_at(kBoundary);
  }
  capacity_ = bytes;
}

void Arena::allocate_beyond(std::uint64_t bytes) {
  memory_ = make_(bytes + kBoundary);
  base_ = next_boundary(memory_->address());
  capacity_ = bytes;
}

unsigned char* Arena::on_host() const {
  void* const begin = memory_ ? memory_->on_host() : nullptr;
  return begin != nullptr ? static_cast<unsigned char*>(begin) + (base_ - memory_->address()) : nullptr;
}

void Arena::release() {
  small_requests_ = 0;
  memory_.reset();
  base_ = capacity_ = 0;
  ++generation_;
}

}  // namespace chasescope::cuda
