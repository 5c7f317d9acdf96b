#include "kernels/host/chased_arrays.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/host/stream_wait.h"
#include "kernels/host/workbench.h"

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kListEntries = std::uint64_t{1} << 19;     // 4 MiB of staging
constexpr std::uint64_t kLinksPerLaunch = std::uint64_t{1} << 26;  // some ms, so that a stop is answered in time
constexpr std::chrono::seconds kPatience{30};
constexpr std::uint64_t kLinksPerLook = std::uint64_t{1} << 16;  // links by the host between two checks for a stop
constexpr std::uint64_t kHomePerLook = std::uint64_t{16}
                                       << 20;  // bytes that move back to the host between two checks for a stop: some ms
constexpr std::uint64_t kHostPage = 4096;

unsigned blocks_for(std::uint64_t links) { return static_cast<unsigned>(std::clamp<std::uint64_t>((links + 255) / 256, 1, 4096)); }

}  // namespace

void ChasedArrays::notice_new_memory() {
  if (generation_ == arena_.generation()) return;
  generation_ = arena_.generation();
  textures_.clear();
  content_.clear();
}

std::uint64_t ChasedArrays::hold(const ChaseOrder& order, std::uint64_t offset, RunEvents& events) {
  notice_new_memory();
  const std::uint64_t address = arena_.base() + offset;
  const ChainKey wanted(order);
  if (content_.holds(offset, wanted)) return address;
  content_.clear(offset, order.footprint_bytes);  // while the array holds neither the old nor the new chain
  if (unsigned char* const there = arena_.on_host())
    link_by_host(order, there + offset, events);
  else if (order.offsets.empty())
    link_uniform(order, address, events);
  else
    link_listed(order, address, events);
  content_.put(offset, order.footprint_bytes, wanted);
  return address;
}

void ChasedArrays::link_by_host(const ChaseOrder& order, unsigned char* array, RunEvents& events) {
  const Chain chain(order);
  for (std::uint64_t i = 0; i < chain.length(); ++i) {
    if (i % kLinksPerLook == 0) refuse_if_stopped(events);
    const std::uint64_t next = chain.element(i + 1);  // little-endian, as every host of an NVIDIA card and every card
    std::memcpy(array + chain.element(i) * order.element_bytes, &next, order.element_bytes);
  }
}

void ChasedArrays::bring_home(const ChaseOrder& order, std::uint64_t offset, RunEvents& events) {
  const std::uint64_t pages = (order.footprint_bytes + kHostPage - 1) / kHostPage * kHostPage;
  for (std::uint64_t at = 0; at < pages; at += kHomePerLook) {
    refuse_if_stopped(events);
    const std::uint64_t some = std::min(kHomePerLook, pages - at);
    const bool can_ask = api_->beyond.prefetch != nullptr;
    if (can_ask && api_->beyond.prefetch(arena_.base() + offset + at, some, CU_DEVICE_CPU, stream_.get()) == CUDA_SUCCESS) {
      wait_for(stream_, kPatience);
      continue;
    }
    // If the driver does not move the pages itself: a write of the host to a page moves it back.
    for (std::uint64_t byte = at; byte < at + some; byte += kHostPage) {
      volatile unsigned char* const here = arena_.on_host() + offset + byte;
      *here = *here;
    }
  }
}

std::uint64_t ChasedArrays::texture(std::uint64_t offset, unsigned element_bytes) {
  notice_new_memory();
  const std::pair key(offset, element_bytes);
  const auto known = textures_.find(key);
  if (known != textures_.end()) return known->second.object();
  const std::uint64_t bytes = std::min(arena_.one_piece_bytes() - offset, texels_ * element_bytes);
  return textures_.try_emplace(key, api_, arena_.base() + offset, bytes, element_bytes).first->second.object();
}

void ChasedArrays::link_uniform(const ChaseOrder& order, std::uint64_t address, RunEvents& events) {
  const Chain chain(order);
  const CUfunction kernel = kernels_.function(order.element_bytes == 4 ? "link_uniform_4" : "link_uniform_8");
  std::uint64_t stride = chain.stride();
  std::uint64_t total = chain.length();
  for (std::uint64_t first = 0; first < total; first += kLinksPerLaunch) {
    refuse_if_stopped(events);
    std::uint64_t end = std::min(total, first + kLinksPerLaunch);
    void* arguments[] = {&address, &stride, &first, &end, &total};
    kernels_.launch(kernel, blocks_for(end - first), 256, 0, stream_, arguments);
    if (end != total) wait_for(stream_, kPatience);  // later work in the stream waits for the last launch
  }
}

void ChasedArrays::link_listed(const ChaseOrder& order, std::uint64_t address, RunEvents& events) {
  const Chain chain(order);
  const CUfunction kernel = kernels_.function(order.element_bytes == 4 ? "link_listed_4" : "link_listed_8");
  for (std::uint64_t first = 0; first < chain.length(); first += kListEntries) {
    refuse_if_stopped(events);
    std::uint64_t count = std::min(chain.length() - first, kListEntries);
    send_list(order, first, count + 1);  // with the first element of the next part, to link both parts
    CUdeviceptr list = list_->address();
    void* arguments[] = {&address, &list, &count};
    kernels_.launch(kernel, blocks_for(count), 256, 0, stream_, arguments);
    wait_for(stream_, kPatience);  // before the staging buffer is used again
  }
}

void ChasedArrays::send_list(const ChaseOrder& order, std::uint64_t first, std::uint64_t count) {
  const Chain chain(order);
  if (!list_) list_ = std::make_unique<DeviceBuffer>(api_, (kListEntries + 1) * sizeof(std::uint64_t));
  std::vector<std::uint64_t> part(count);
  for (std::uint64_t i = 0; i < count; ++i) part[i] = chain.element(first + i);
  api_->check(api_->memcpy_to_card(list_->address(), part.data(), part.size() * sizeof(std::uint64_t), stream_.get()),
              "sending a pattern to the card");
  wait_for(stream_, kPatience);  // before `part` is destroyed
}

std::uint64_t ChasedArrays::listed(const ChaseOrder& order) {
  const std::uint64_t length = Chain(order).length();
  if (length > kListEntries) return 0;
  send_list(order, 0, length);
  return list_->address();
}

}  // namespace chasescope::cuda
