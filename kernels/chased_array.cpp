#include "kernels/chased_array.h"

#include <algorithm>
#include <bit>
#include <string>

#include "kernels/stream_wait.h"

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;
constexpr std::uint64_t kBoundary = 2 * kMiB;                      // of offset 0: the card's page
constexpr std::uint64_t kSmallest = 64 * kMiB;                     // an array that the usual sweeps never outgrow
constexpr std::uint64_t kListEntries = std::uint64_t{1} << 19;     // 4 MiB of staging
constexpr std::uint64_t kLinksPerLaunch = std::uint64_t{1} << 26;  // some ms, so that a stop is answered in time
constexpr std::chrono::seconds kPatience{30};

std::uint64_t rounded_up(std::uint64_t bytes, std::uint64_t step) { return (bytes + step - 1) / step * step; }

/// Sizes come in few steps, so that a sweep allocates seldom: powers of two, then whole GiB.
std::uint64_t generous(std::uint64_t bytes) {
  if (bytes <= kSmallest) return kSmallest;
  return bytes <= kGiB ? std::bit_ceil(bytes) : rounded_up(bytes, kGiB);
}

void refuse_if_stopped(ChaseEvents& events) {
  if (events.stop_requested()) throw CudaFailure(Failure::cancelled, "Cancelled.");
}

unsigned blocks_for(std::uint64_t links) { return static_cast<unsigned>(std::clamp<std::uint64_t>((links + 255) / 256, 1, 4096)); }

std::string mebibytes(std::uint64_t bytes) { return std::to_string(bytes / kMiB) + " MiB"; }

}  // namespace

std::uint64_t ChasedArray::hold(const ChaseOrder& order, ChaseEvents& events) {
  reserve(order.footprint_bytes);
  const ChainKey wanted(order);
  if (wanted.same_as(content_)) return base_;
  content_ = {};  // while it is neither the old nor the new one
  if (order.offsets.empty())
    link_uniform(order, events);
  else
    link_listed(order, events);
  content_ = wanted;
  return base_;
}

std::uint64_t ChasedArray::texture(unsigned element_bytes) {
  if (!texture_ || texture_element_bytes_ != element_bytes) {
    texture_.reset();
    const std::uint64_t bytes = std::min(capacity_, texels_ * element_bytes);
    texture_ = std::make_unique<LinearTexture>(api_, base_, bytes, element_bytes / 4);
    texture_element_bytes_ = element_bytes;
  }
  return texture_->object();
}

void ChasedArray::release() {
  texture_.reset();
  list_.reset();
  memory_.reset();
  base_ = capacity_ = 0;
  content_ = {};
}

void ChasedArray::reserve(std::uint64_t bytes) {
  const bool huge = capacity_ > 4 * kGiB && bytes < capacity_ / 8;
  if (memory_ && bytes <= capacity_ && !huge) return;
  release();
  const std::uint64_t exact = rounded_up(bytes, kBoundary);
  const std::uint64_t roomy = generous(bytes);
  if (roomy > exact && roomy <= limit_) {
    try {
      return allocate(roomy);
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
}

void ChasedArray::allocate(std::uint64_t bytes) {
  memory_ = std::make_unique<DeviceBuffer>(api_, bytes);
  if (memory_->address() % kBoundary != 0) {
    memory_.reset();
    memory_ = std::make_unique<DeviceBuffer>(api_, bytes + kBoundary);
  }
  base_ = rounded_up(memory_->address(), kBoundary);
  capacity_ = bytes;
}

void ChasedArray::link_uniform(const ChaseOrder& order, ChaseEvents& events) {
  const Chain chain(order);
  const CUfunction kernel = kernels_.function(order.element_bytes == 4 ? "link_uniform_4" : "link_uniform_8");
  std::uint64_t stride = chain.stride();
  std::uint64_t total = chain.length();
  for (std::uint64_t first = 0; first < total; first += kLinksPerLaunch) {
    refuse_if_stopped(events);
    std::uint64_t end = std::min(total, first + kLinksPerLaunch);
    void* arguments[] = {&base_, &stride, &first, &end, &total};
    kernels_.launch(kernel, blocks_for(end - first), 256, 0, stream_, arguments);
    if (end != total) wait_for(stream_, kPatience);  // the last one is waited for by the stream's order
  }
}

void ChasedArray::link_listed(const ChaseOrder& order, ChaseEvents& events) {
  const Chain chain(order);
  const CUfunction kernel = kernels_.function(order.element_bytes == 4 ? "link_listed_4" : "link_listed_8");
  if (!list_) list_ = std::make_unique<DeviceBuffer>(api_, (kListEntries + 1) * sizeof(std::uint64_t));
  CUdeviceptr list = list_->address();
  std::vector<std::uint64_t> part;
  for (std::uint64_t first = 0; first < chain.length(); first += kListEntries) {
    refuse_if_stopped(events);
    std::uint64_t count = std::min(chain.length() - first, kListEntries);
    part.resize(count + 1);  // with the first of the next part, to link over the seam
    for (std::uint64_t i = 0; i <= count; ++i) part[i] = chain.element(first + i);
    api_->check(api_->memcpy_to_card(list, part.data(), part.size() * sizeof(std::uint64_t), stream_.get()),
                "sending a pattern to the card");
    void* arguments[] = {&base_, &list, &count};
    kernels_.launch(kernel, blocks_for(count), 256, 0, stream_, arguments);
    wait_for(stream_, kPatience);  // before `part` and the staging are used again
  }
}

}  // namespace chasescope::cuda
