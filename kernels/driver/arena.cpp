#include "kernels/driver/arena.h"

#include <algorithm>
#include <bit>
#include <string>

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr std::uint64_t kSmallest = 64 * kMiB;  // an array that the usual sweeps never outgrow
// The first piece of memory that grows: the largest texture so far, of 2^28 texels of 4 bytes.
constexpr std::uint64_t kFirstPiece = kGiB;

/// The size to allocate for `bytes`: a power of two up to 1 GiB, and whole GiB beyond. There are few such sizes, so that a sweep
/// rarely allocates.
std::uint64_t generous(std::uint64_t bytes) {
  if (bytes <= kSmallest) return kSmallest;
  return bytes <= kGiB ? std::bit_ceil(bytes) : (bytes + kGiB - 1) / kGiB * kGiB;
}

std::string mebibytes(std::uint64_t bytes) { return std::to_string(bytes / kMiB) + " MiB"; }

}  // namespace

Arena::Arena(Api api, CUdevice device, std::uint64_t limit)
    : api_(std::move(api)), mapping_(can_map_pages(*api_, device) ? std::optional(device) : std::nullopt), limit_(limit) {}

std::uint64_t Arena::reserve(std::uint64_t bytes) {
  if (memory_ && bytes <= capacity_) return base_;
  if (make_) {
    release();
    allocate_beyond(std::min(std::bit_ceil(bytes), std::max(limit_, bytes)));
    return base_;
  }
  reserve_on_card(bytes);
  return base_;
}

std::uint64_t Arena::reserve_in_one_piece(std::uint64_t bytes) {
  if (growing_ != nullptr && bytes > growing_->first_piece_bytes()) release();
  return reserve(bytes);
}

/// Allocates generously if the card has so much memory, else exactly.
void Arena::reserve_on_card(std::uint64_t bytes) {
  const std::uint64_t exact = next_boundary(bytes);
  const std::uint64_t roomy = mapping_ && growing_ == nullptr ? std::max(generous(bytes), kFirstPiece) : generous(bytes);
  if (mapping_) {
    if (!(roomy > exact && roomy <= limit_ && grow(roomy)) && !grow(exact)) refuse(exact);
    return;
  }
  release();
  const auto has_allocated = [&](std::uint64_t size) {
    try {
      allocate(size);
      return true;
    } catch (const CudaFailure& failure) {
      if (failure.kind() != Failure::out_of_memory) throw;
      return false;
    }
  };
  if (!(roomy > exact && roomy <= limit_ && has_allocated(roomy)) && !has_allocated(exact)) refuse(exact);
}

void Arena::refuse(std::uint64_t bytes) const {
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  static_cast<void>(api_->mem_get_info(&free_bytes, &total));
  throw CudaFailure(Failure::out_of_memory, "The card is out of memory: " + mebibytes(bytes) + " were asked for, " +
                                                mebibytes(free_bytes) + " of " + mebibytes(total) +
                                                " are free. Ask for a smaller footprint, or end what else runs on the card.");
}

/// False if the card has not so much memory left.
bool Arena::grow(std::uint64_t bytes) {
  if (growing_ == nullptr) {
    auto memory = std::make_unique<GrowingMemory>(api_, *mapping_, std::max(limit_, bytes));
    growing_ = memory.get();
    memory_ = std::move(memory);
    base_ = memory_->address();
    ++generation_;
  }
  if (!growing_->grow(bytes)) return false;
  capacity_ = growing_->bytes();
  return true;
}

void Arena::allocate(std::uint64_t bytes) {
  memory_.reset();
  const auto begin_at = [&](std::uint64_t boundary) { base_ = (memory_->address() + boundary - 1) / boundary * boundary; };
  try {
    // The first try includes the room for an aligned begin. To allocate a huge array takes a third of a second, and its address is
    // seldom aligned by itself.
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
  memory_.reset();
  growing_ = nullptr;
  base_ = capacity_ = 0;
  ++generation_;
}

}  // namespace chasescope::cuda
