// One piece of the card's memory, mapped at many addresses that differ in their translation only. Private to kernels/.
//
// Mappings are kept between requests: mapping a page takes some 25 µs, reading it a tenth of a µs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_set>

#include "kernels/driver/growing_memory.h"

namespace chasescope::cuda {

class MappedPages : NotCopyable {
 public:
  /// The context is current.
  MappedPages(Api api, CUdevice device);
  ~MappedPages();

  /// Maps the page of each offset, unless it is mapped already, and returns the address of offset 0. `offset_at(i)` is the i-th of
  /// `count` offsets, all below `end`. `stop` is asked now and then; true ends it with `cancelled`. Throws out_of_memory with the
  /// requested size.
  std::uint64_t show(std::uint64_t count, const std::function<std::uint64_t(std::uint64_t)>& offset_at, std::uint64_t end,
                     const std::function<bool()>& stop);

  /// Gives back everything. Never throws.
  void release();

  /// Bytes of one mapping, a power of two.
  std::uint64_t page_bytes() const { return page_bytes_; }

 private:
  void reserve(std::uint64_t bytes);
  void unmap_all();
  void map(std::uint64_t page);

  Api api_;
  CUmemAllocationProp kind_;
  CUmemAccessDesc access_;
  std::size_t page_bytes_ = 0;
  CUmemGenericAllocationHandle memory_ = 0;
  bool has_memory_ = false;
  CUdeviceptr base_ = 0;
  std::uint64_t reserved_ = 0;  // bytes from base_
  std::unordered_set<std::uint64_t> mapped_;
};

}  // namespace chasescope::cuda
