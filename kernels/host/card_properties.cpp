#include "kernels/host/card_properties.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

#include "kernels/device/chase_launch.h"
#include "kernels/device/embedded_kernels.h"
#include "kernels/driver/beyond_card.h"
#include "kernels/host/mapped_pages.h"

namespace chasescope::cuda {
namespace {

/// The driver's own version ("580.159.03"), which the driver API does not give. It is read from the kernel module; empty if that
/// has none.
std::string driver_release() {
  std::string release;
  std::ifstream("/sys/module/nvidia/version") >> release;
  if (!release.empty()) return release;
  // The file has a line "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.159.03  …". The version is the first word that
  // consists of digits and dots and has a dot.
  std::ifstream words("/proc/driver/nvidia/version");
  while (words >> release)
    if (release.find('.') != std::string::npos && release.find_first_not_of("0123456789.") == std::string::npos) return release;
  return {};
}

/// The largest number of words of a linear texture. Old drivers know only the attribute.
std::uint64_t texture_words(const DriverApi& api, CUdevice device) {
  std::size_t words = 0;
  if (api.linear_texture_width != nullptr &&
      api.linear_texture_width(&words, CU_AD_FORMAT_UNSIGNED_INT32, 1, device) == CUDA_SUCCESS)
    return words;
  return api.attribute(device, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH);
}

}  // namespace

CUdevice card_of(const DriverApi& api, unsigned index) {
  int count = 0;
  api.check(api.device_get_count(&count), "counting cards");
  if (count <= 0)
    throw CudaFailure(Failure::no_card,
                      "No NVIDIA card: the driver is installed, but shows no card. Use a software GPU (model:gtx780).");
  if (index >= static_cast<unsigned>(count))
    throw CudaFailure(Failure::no_card,
                      "There is no card " + std::to_string(index) + ": this machine has " +
                          (count == 1 ? std::string("one, cuda:0.")
                                      : std::to_string(count) + ", cuda:0 to cuda:" + std::to_string(count - 1) + "."));
  CUdevice device = 0;
  api.check(api.device_get(&device, static_cast<int>(index)), "looking at a card");
  return device;
}

std::string card_name(const DriverApi& api, CUdevice device) {
  std::array<char, 256> name{};
  api.check(api.device_get_name(name.data(), static_cast<int>(name.size()) - 1, device), "asking a card for its name");
  return name.data();
}

CardProperties read_properties(const DriverApi& api, CUdevice device) {
  const auto attribute = [&](CUdevice_attribute which) { return api.attribute(device, which); };
  CardProperties card;
  card.name = card_name(api, device);
  const std::string release = driver_release();
  card.driver = (release.empty() ? "" : release + ", ") + "CUDA " + cuda_version_text(api.version());
  card.compiled = "kernels compiled by CUDA " + cuda_version_text(CUDA_VERSION) + " for " + std::string(embedded_architectures());
  card.capability_major = static_cast<unsigned>(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
  card.capability_minor = static_cast<unsigned>(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
  card.sm_count = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  card.warp_size = attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  card.max_threads_per_block = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  card.max_blocks_per_sm = attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
  card.clock_khz = attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);  // some drivers do not report it: 0
  card.memory_clock_khz = attribute(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  card.memory_bus_bits = attribute(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  card.l2_bytes = attribute(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  card.shared_bytes_per_sm = attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  card.shared_bytes_per_block = std::max(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
                                         attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK));
  card.constant_bytes = attribute(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY);
  card.registers_per_sm = attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  card.watchdog = attribute(CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT) != 0;
  card.clusters = card.capability_major >= 9 && api.launch_kernel_ex != nullptr && api.max_cluster_size != nullptr;
  card.mapping = can_map_pages(api, device);
  std::array<char, 64> address{};
  if (api.device_pci_address != nullptr &&
      api.device_pci_address(address.data(), static_cast<int>(address.size()) - 1, device) == CUDA_SUCCESS)
    card.pci_address = address.data();
  std::size_t bytes = 0;
  api.check(api.device_total_mem(&bytes, device), "asking a card for its memory");
  card.memory_bytes = bytes;
  card.max_texture_bytes = 4 * texture_words(api, device);
  card.max_constant_bytes = kConstantBytes;
  card.max_host_bytes = can_map_host(api, device) ? kMostBeyond : 0;
  card.max_managed_bytes = can_fault(api, device) ? kMostBeyond : 0;
  return card;
}

std::string summary_of(const CardProperties& properties) {
  std::array<char, 128> text{};
  std::snprintf(text.data(), text.size(), "compute capability %u.%u, %llu SMs, %.1f GiB", properties.capability_major,
                properties.capability_minor, static_cast<unsigned long long>(properties.sm_count),
                static_cast<double>(properties.memory_bytes) / (1024.0 * 1024.0 * 1024.0));
  return text.data();
}

std::uint64_t offered_memory(const DriverApi& api) {
  std::size_t free_bytes = 0;
  std::size_t total = 0;
  api.check(api.mem_get_info(&free_bytes, &total), "asking for free memory");
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  const std::uint64_t margin = std::min<std::uint64_t>(512 * kMiB, total / 16);
  const std::uint64_t rest = free_bytes > margin ? free_bytes - margin : 0;
  return rest / (2 * kMiB) * (2 * kMiB);
}

}  // namespace chasescope::cuda
