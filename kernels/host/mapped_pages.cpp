#include "kernels/host/mapped_pages.h"

#include <algorithm>
#include <bit>
#include <string>

#include "kernels/host/workbench.h"

namespace chasescope::cuda {
namespace {

// A mapping takes some hundred bytes of the driver and part of a page table; this many have been tested at a time.
constexpr std::size_t kMostMapped = std::size_t{1} << 16;
// The least address range to reserve, aligned to its size, so that the low bits of an address equal those of its offset.
constexpr std::uint64_t kLeastReserved = std::uint64_t{1} << 42;
constexpr std::uint64_t kBetweenLooks = 256;  // mappings between two checks for a stop

std::string gib(std::uint64_t bytes) { return std::to_string(bytes >> 30) + " GiB"; }

}  // namespace

MappedPages::MappedPages(Api api, CUdevice device)
    : api_(std::move(api)), kind_(memory_of_card(device)), access_(access_of_card(device)) {
  api_->check(api_->mapping.granularity(&page_bytes_, &kind_, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
              "asking for the size of a mapping");
}

MappedPages::~MappedPages() { release(); }

void MappedPages::release() {
  unmap_all();
  if (reserved_ != 0) static_cast<void>(api_->mapping.free_addresses(base_, reserved_));
  reserved_ = 0;
  if (has_memory_) static_cast<void>(api_->mapping.release(memory_));
  has_memory_ = false;
}

void MappedPages::unmap_all() {
  for (const std::uint64_t page : mapped_) static_cast<void>(api_->mapping.unmap(base_ + page * page_bytes_, page_bytes_));
  mapped_.clear();
}

void MappedPages::reserve(std::uint64_t bytes) {
  release();
  const std::uint64_t wanted = std::max(std::bit_ceil(bytes), kLeastReserved);
  if (api_->mapping.reserve(&base_, wanted, wanted, 0, 0) != CUDA_SUCCESS &&
      api_->mapping.reserve(&base_, wanted, 0, 0, 0) != CUDA_SUCCESS)
    throw CudaFailure(Failure::out_of_memory,
                      "The card's address space has no " + gib(wanted) + " in a row; ask for places that lie nearer.");
  reserved_ = wanted;
  api_->check(api_->mapping.create(&memory_, page_bytes_, &kind_, 0), "allocating a page to be mapped");
  has_memory_ = true;
}

void MappedPages::map(std::uint64_t page) {
  const CUdeviceptr at = base_ + page * page_bytes_;
  api_->check(api_->mapping.map(at, page_bytes_, 0, memory_, 0), "mapping a page");
  mapped_.insert(page);
  api_->check(api_->mapping.set_access(at, page_bytes_, &access_, 1), "making a mapped page readable");
}

std::uint64_t MappedPages::show(std::uint64_t count, const std::function<std::uint64_t(std::uint64_t)>& offset_at,
                                std::uint64_t end, const std::function<bool()>& stop) {
  if (end > reserved_) reserve(end);
  std::unordered_set<std::uint64_t> wanted;
  for (std::uint64_t i = 0; i < count; ++i) wanted.insert(offset_at(i) / page_bytes_);
  if (wanted.size() > kMostMapped)
    throw CudaFailure(Failure::invalid, std::to_string(wanted.size()) +
                                            " pages are too many to be mapped at a time; the limit is " +
                                            std::to_string(kMostMapped) + ".");
  const auto missing = static_cast<std::size_t>(
      std::count_if(wanted.begin(), wanted.end(), [&](std::uint64_t page) { return !mapped_.contains(page); }));
  if (mapped_.size() + missing > kMostMapped) unmap_all();
  std::uint64_t made = 0;
  for (const std::uint64_t page : wanted) {
    if (mapped_.contains(page)) continue;
    if (++made % kBetweenLooks == 0 && stop()) throw cancelled();
    map(page);
  }
  return base_;
}

}  // namespace chasescope::cuda
