#include "kernels/driver/beyond_card.h"

#include <array>
#include <string>

#include "kernels/driver/management.h"

namespace chasescope::cuda {
namespace {

std::string size_of(std::uint64_t bytes) { return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB"; }

/// Throws if `result` is an error. The sentence is not that of explain(), which speaks of the card's memory.
void refuse(const DriverApi& api, CUresult result, const std::string& what, const std::string& advice) {
  if (result == CUDA_SUCCESS) return;
  if (loses_context(result)) api.check(result, "allocating memory beyond the card");
  const bool is_full = result == CUDA_ERROR_OUT_OF_MEMORY;
  throw CudaFailure(is_full ? Failure::out_of_memory : Failure::unsupported, what + ": " + api.name_of(result) + ". " + advice);
}

/// Throws if another program computes on the card `name`. Reading its memory would disturb what that program measures there, and
/// what is measured here.
void refuse_if_in_use(const DriverApi& api, CUdevice card, const std::string& name) {
  std::array<char, 64> address{};
  if (api.device_pci_address == nullptr ||
      api.device_pci_address(address.data(), static_cast<int>(address.size()) - 1, card) != CUDA_SUCCESS)
    return;
  const auto now = CardWatch(address.data()).look();
  if (!now || now->other_processes.value_or(0) == 0) return;
  throw CudaFailure(Failure::unsupported, "Another program computes on " + name +
                                              ", whose memory is asked for, so that each would disturb the other. Ask again when "
                                              "that card is idle: chasescope probe host-memory --set memory=peer.");
}

}  // namespace

bool can_map_host(const DriverApi& api, CUdevice device) {
  return api.attribute(device, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY) != 0;
}

bool can_fault(const DriverApi& api, CUdevice device) {
  return api.beyond.alloc_managed != nullptr && api.attribute(device, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY) != 0 &&
         api.attribute(device, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS) != 0;
}

std::optional<unsigned> peer_of(const DriverApi& api, unsigned index) {
  int count = 0;
  CUdevice own = 0;
  if (api.beyond.can_access_peer == nullptr || api.beyond.enable_peer == nullptr) return std::nullopt;
  if (api.device_get_count(&count) != CUDA_SUCCESS || api.device_get(&own, static_cast<int>(index)) != CUDA_SUCCESS)
    return std::nullopt;
  for (int i = 0; i < count; ++i) {
    CUdevice other = 0;
    int can = 0;
    if (i == static_cast<int>(index) || api.device_get(&other, i) != CUDA_SUCCESS) continue;
    if (api.beyond.can_access_peer(&can, own, other) == CUDA_SUCCESS && can != 0) return static_cast<unsigned>(i);
  }
  return std::nullopt;
}

PinnedMemory::PinnedMemory(Api api, std::size_t bytes) : api_(std::move(api)), bytes_(bytes) {
  const std::string advice = "A container or the host may limit it (its memory limit, ulimit -l); ask for a smaller footprint.";
  refuse(*api_, api_->mem_host_alloc(&memory_, bytes, CU_MEMHOSTALLOC_DEVICEMAP),
         "The host does not pin " + size_of(bytes) + " of its memory for the card", advice);
  const CUresult mapped = api_->mem_host_get_device_pointer(&address_, memory_, 0);
  if (mapped == CUDA_SUCCESS) return;
  static_cast<void>(api_->mem_free_host(memory_));
  refuse(*api_, mapped, "Pinned memory of the host can't be mapped for the card", "Chase the card's own memory instead.");
}

ManagedMemory::ManagedMemory(Api api, std::size_t bytes) : api_(std::move(api)), bytes_(bytes) {
  refuse(*api_, api_->beyond.alloc_managed(&address_, bytes, CU_MEM_ATTACH_GLOBAL),
         "The driver does not give " + size_of(bytes) + " of unified memory",
         "A container or a virtual machine may lack it (the module nvidia-uvm); chase the card's own memory instead.");
}

PeerMemory::PeerMemory(const Api& api, unsigned peer, std::size_t bytes) {
  const std::string name = "cuda:" + std::to_string(peer);
  api->check(api->device_get(&device_, static_cast<int>(peer)), "looking at another card");
  refuse_if_in_use(*api, device_, name);
  try {
    context_ = std::make_unique<Context>(api, device_);
    const Context::Scope there(*context_);
    memory_ = std::make_unique<DeviceBuffer>(api, bytes);
  } catch (const CudaFailure& failure) {  // the sentence of the driver's check speaks of this card
    if (failure.kind() != Failure::out_of_memory) throw;
    throw CudaFailure(Failure::out_of_memory, "There is no room on " + name + " for " + size_of(bytes) +
                                                  " that this card would read. End what else runs there (nvidia-smi lists it).");
  }
  const CUresult enabled = api->beyond.enable_peer(context_->get(), 0);
  if (enabled == CUDA_SUCCESS || enabled == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) return;
  const Context::Scope there(*context_);
  memory_.reset();
  refuse(*api, enabled, "The card may not read the memory of " + name,
         "The cards may be slices of one card (MIG), or in different virtual machines; chase the card's own memory instead.");
}

PeerMemory::~PeerMemory() {
  try {
    const Context::Scope there(*context_);
    memory_.reset();
  } catch (...) {  // the context is gone, and the memory with it
    static_cast<void>(memory_.release());
  }
}

}  // namespace chasescope::cuda
