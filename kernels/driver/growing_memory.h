// Memory of the card that grows behind its end: what it holds stays, at the same addresses. Private to kernels/.
//
//   GrowingMemory memory(api, device, limit);
//   if (memory.grow(64 << 20)) use(memory.address());
//
// Growing by another allocation would mean to free the one before. The driver wipes freed memory before it gives it out again, and
// a request for most of an H200's memory waited a sixth of a second for that.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/driver/cuda_owners.h"

namespace chasescope::cuda {

/// Whether the card and its driver reserve addresses and allocate memory separately.
bool can_map_pages(const DriverApi& api, CUdevice device);
/// Ordinary memory of the card, and the right of the card to read and write it.
CUmemAllocationProp memory_of_card(CUdevice device);
CUmemAccessDesc access_of_card(CUdevice device);

class GrowingMemory final : public ArrayMemory {
 public:
  /// Reserves addresses for `most` bytes, aligned to that size rounded up to a power of two, so that the bits of an offset equal
  /// those of its address. Allocates nothing yet. \pre can_map_pages(). Throws out_of_memory.
  GrowingMemory(Api api, CUdevice device, std::uint64_t most);
  ~GrowingMemory() override { release(); }

  /// Makes it at least `bytes` bytes long. False if the card has not so much memory left; what was there before stays.
  bool grow(std::uint64_t bytes);

  CUdeviceptr address() const override { return address_; }
  std::size_t bytes() const override { return bytes_; }
  /// The bytes from address() on that were allocated together.
  std::uint64_t first_piece_bytes() const { return pieces_.empty() ? 0 : pieces_.front().bytes; }

 private:
  void release();

  struct Piece {
    CUmemGenericAllocationHandle memory = 0;
    CUdeviceptr address = 0;
    std::uint64_t bytes = 0;
  };

  Api api_;
  CUmemAllocationProp kind_;
  CUmemAccessDesc access_;
  std::size_t granularity_ = 0;
  std::uint64_t reserved_ = 0;
  CUdeviceptr address_ = 0;
  std::uint64_t bytes_ = 0;
  std::vector<Piece> pieces_;
};

}  // namespace chasescope::cuda
