// The array of global, read-only and texture chases: one piece of the card's memory, kept between requests. Private to kernels/.
//
// It grows when a larger footprint asks for it and is given back when a much smaller one follows a huge one. Offset 0 lies on a
// 2 MiB boundary. Chains are linked by the card itself, so that many GiB cost milliseconds.
#pragma once

#include <cstdint>
#include <memory>

#include "kernels/chain.h"
#include "kernels/cuda_owners.h"
#include "kernels/loaded_kernels.h"

namespace chasescope::cuda {

class ChasedArray : NotCopyable {
 public:
  /// `limit`: the most bytes that may be asked for; `texels`: the most that a linear texture may have.
  ChasedArray(Api api, LoadedKernels& kernels, const Stream& stream, std::uint64_t limit, std::uint64_t texels)
      : api_(std::move(api)), kernels_(kernels), stream_(stream), limit_(limit), texels_(texels) {}

  /// Makes the array hold the chain, and returns the address of offset 0.
  /// Throws out_of_memory with what was asked and what is free, or cancelled.
  std::uint64_t hold(const ChaseOrder& order, ChaseEvents& events);

  /// A texture object over the array, with texels of one element. \pre hold() before, with the same element size.
  std::uint64_t texture(unsigned element_bytes);

  void release();
  std::uint64_t held_bytes() const { return memory_ ? memory_->bytes() : 0; }

 private:
  void reserve(std::uint64_t bytes);
  void allocate(std::uint64_t bytes);
  void link_uniform(const ChaseOrder& order, ChaseEvents& events);
  void link_listed(const ChaseOrder& order, ChaseEvents& events);

  Api api_;
  LoadedKernels& kernels_;
  const Stream& stream_;
  std::uint64_t limit_;
  std::uint64_t texels_;
  std::unique_ptr<DeviceBuffer> memory_;
  std::unique_ptr<DeviceBuffer> list_;  // staging for listed chains
  std::unique_ptr<LinearTexture> texture_;
  unsigned texture_element_bytes_ = 0;
  std::uint64_t base_ = 0;      // of offset 0
  std::uint64_t capacity_ = 0;  // bytes from base_
  ChainKey content_;
};

}  // namespace chasescope::cuda
