#include "kernels/driver/driver_api.h"

#include <dlfcn.h>

#include <cstdlib>
#include <type_traits>

namespace chasescope::cuda {
namespace {

constexpr const char* kLibrary = "libcuda.so.1";
constexpr const char* kInstead = " or use a software GPU (model:gtx780).";

void* open_library() {
  const char* chosen = std::getenv("CHASESCOPE_LIBCUDA");
  const bool overridden = chosen != nullptr && *chosen != '\0';
  const char* file = overridden ? chosen : kLibrary;
  if (void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL)) return library;
  const char* reason = dlerror();
  if (overridden)
    throw CudaFailure(Failure::no_driver, std::string("No NVIDIA driver: CHASESCOPE_LIBCUDA names ") + file +
                                              ", which can't be loaded (" + (reason != nullptr ? reason : "no reason given") +
                                              "). Unset it," + kInstead);
  // dlopen says "cannot open shared object file" both if the file is missing and if a library that it needs is missing.
  if (reason != nullptr && std::string(reason).find(std::string(kLibrary) + ": cannot open") == std::string::npos)
    throw CudaFailure(Failure::no_driver, std::string("No usable NVIDIA driver: libcuda.so.1 can't be loaded (") + reason +
                                              "). Install the driver anew," + kInstead);
  throw CudaFailure(Failure::no_driver,
                    std::string("No NVIDIA driver: libcuda.so.1 is not on this machine. Install the driver,") + kInstead);
}

/// Looks up functions: by cuGetProcAddress if the driver has it (11.3 and later), else in the library itself.
class Lookup {
 public:
  explicit Lookup(void* library) : library_(library) {
    get_proc_address_ = reinterpret_cast<PFN_cuGetProcAddress_v11030>(dlsym(library_, "cuGetProcAddress"));
  }

  /// The function; null if the driver does not have it.
  template <typename Function>
  Function optional(const char* name, int version, const char* symbol) const {
    void* address = nullptr;
    if (get_proc_address_ == nullptr || get_proc_address_(name, &address, version, CU_GET_PROC_ADDRESS_DEFAULT) != CUDA_SUCCESS)
      address = nullptr;
    if (address == nullptr) address = dlsym(library_, symbol);
    return reinterpret_cast<Function>(address);
  }

  template <typename Function>
  Function required(const char* name, int version, const char* symbol) const {
    const auto function = optional<Function>(name, version, symbol);
    if (function == nullptr)
      throw CudaFailure(Failure::driver_too_old, "The NVIDIA driver is too old: it has no " + std::string(name) +
                                                     ". Install driver " + minimum_driver() + " or newer.");
    return function;
  }

 private:
  void* library_;
  PFN_cuGetProcAddress_v11030 get_proc_address_ = nullptr;
};

CudaFailure explain_init(CUresult result, const std::string& name) {
  switch (result) {
    case CUDA_ERROR_NO_DEVICE:
      return {Failure::no_card, std::string("No NVIDIA card: the driver is installed, but shows no card to this process. See what "
                                            "nvidia-smi lists and whether CUDA_VISIBLE_DEVICES hides it,") +
                                    kInstead};
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
      return {
          Failure::no_driver,
          "The NVIDIA driver in the kernel and libcuda.so.1 are of different versions, as after an update. Restart the machine."};
    case CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE:
      return {Failure::driver_too_old, "The NVIDIA driver is too old for this card with a compatibility package. Install driver " +
                                           minimum_driver() + " or newer."};
    case CUDA_ERROR_STUB_LIBRARY:
      return {Failure::no_driver,
              std::string("No NVIDIA driver: the libcuda.so.1 found first is the toolkit's stub. Take its folder out of "
                          "LD_LIBRARY_PATH,") +
                  kInstead};
    default:
      return {Failure::no_driver, "The NVIDIA driver does not start: cuInit answers " + name +
                                      ". See whether nvidia-smi works and /dev/nvidia* may be opened," + kInstead};
  }
}

}  // namespace

std::shared_ptr<const DriverApi> DriverApi::load() {
  const Lookup lookup(open_library());
  std::shared_ptr<DriverApi> api(new DriverApi);
#define CHASESCOPE_LOOKUP(member, name, version, type, symbol) api->member = lookup.required<type>(name, version, symbol);
  CHASESCOPE_DRIVER_FUNCTIONS(CHASESCOPE_LOOKUP)
#undef CHASESCOPE_LOOKUP
  api->linear_texture_width = lookup.optional<PFN_cuDeviceGetTexture1DLinearMaxWidth_v11010>(
      "cuDeviceGetTexture1DLinearMaxWidth", 11010, "cuDeviceGetTexture1DLinearMaxWidth");
  api->device_pci_address =
      lookup.optional<PFN_cuDeviceGetPCIBusId_v4010>("cuDeviceGetPCIBusId", 4010, "cuDeviceGetPCIBusId");
  api->launch_kernel_ex = lookup.optional<PFN_cuLaunchKernelEx_v11060>("cuLaunchKernelEx", 11060, "cuLaunchKernelEx");
  api->max_cluster_size = lookup.optional<PFN_cuOccupancyMaxPotentialClusterSize_v11070>(
      "cuOccupancyMaxPotentialClusterSize", 11070, "cuOccupancyMaxPotentialClusterSize");
  Beyond& beyond = api->beyond;
  beyond.alloc_managed = lookup.optional<PFN_cuMemAllocManaged_v6000>("cuMemAllocManaged", 6000, "cuMemAllocManaged");
  beyond.prefetch = lookup.optional<PFN_cuMemPrefetchAsync_v8000>("cuMemPrefetchAsync", 8000, "cuMemPrefetchAsync");
  beyond.can_access_peer = lookup.optional<PFN_cuDeviceCanAccessPeer_v4000>("cuDeviceCanAccessPeer", 4000, "cuDeviceCanAccessPeer");
  beyond.enable_peer = lookup.optional<PFN_cuCtxEnablePeerAccess_v4000>("cuCtxEnablePeerAccess", 4000, "cuCtxEnablePeerAccess");
  api->limits.get = lookup.optional<PFN_cuCtxGetLimit_v3010>("cuCtxGetLimit", 3010, "cuCtxGetLimit");
  api->limits.set = lookup.optional<PFN_cuCtxSetLimit_v3010>("cuCtxSetLimit", 3010, "cuCtxSetLimit");
  api->limits.reset_persisting =
      lookup.optional<PFN_cuCtxResetPersistingL2Cache_v11000>("cuCtxResetPersistingL2Cache", 11000, "cuCtxResetPersistingL2Cache");
  Mapping& mapping = api->mapping;
  constexpr int kSince = 10020;
  const auto look_up = [&](auto& function, const char* name) {
    function = lookup.optional<std::remove_reference_t<decltype(function)>>(name, kSince, name);
  };
  look_up(mapping.granularity, "cuMemGetAllocationGranularity");
  look_up(mapping.reserve, "cuMemAddressReserve");
  look_up(mapping.free_addresses, "cuMemAddressFree");
  look_up(mapping.create, "cuMemCreate");
  look_up(mapping.release, "cuMemRelease");
  look_up(mapping.map, "cuMemMap");
  look_up(mapping.unmap, "cuMemUnmap");
  look_up(mapping.set_access, "cuMemSetAccess");
  const CUresult result = api->init(0);
  if (result != CUDA_SUCCESS) throw explain_init(result, api->name_of(result));
  return api;
}

void DriverApi::check(CUresult result, const char* doing) const {
  if (result != CUDA_SUCCESS) throw explain(result, name_of(result), doing);
}

std::string DriverApi::name_of(CUresult result) const {
  const char* name = nullptr;
  if (get_error_name(result, &name) != CUDA_SUCCESS || name == nullptr) name = "CUDA error";
  return std::string(name) + " (" + std::to_string(static_cast<int>(result)) + ")";
}

std::uint64_t DriverApi::attribute(CUdevice device, CUdevice_attribute which) const {
  int value = 0;
  if (device_get_attribute(&value, which, device) != CUDA_SUCCESS || value < 0) return 0;
  return static_cast<std::uint64_t>(value);
}

int DriverApi::version() const {
  int version = 0;
  return driver_get_version(&version) == CUDA_SUCCESS ? version : 0;
}

bool loses_context(CUresult result) {
  switch (result) {
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_DEINITIALIZED:
    case CUDA_ERROR_UNKNOWN: return true;
    default: return false;
  }
}

CudaFailure explain(CUresult result, const std::string& name, const char* doing) {
  const std::string where = std::string(" while ") + doing + ": " + name + ".";
  switch (result) {
    case CUDA_ERROR_OUT_OF_MEMORY:
      return {Failure::out_of_memory,
              "The card is out of memory" + where + " End what else runs on it (nvidia-smi lists it), or ask for less."};
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
      return {Failure::card_in_use, "The card is in use by another process, exclusively, or is closed to computing" + where +
                                        " End that process, or have the compute mode set to default (nvidia-smi -c 0)."};
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND:
    case CUDA_ERROR_SYSTEM_DRIVER_MISMATCH:
      return {Failure::driver_too_old,
              "The driver can't take these kernels" + where + " Install driver " + minimum_driver() + " or newer."};
    case CUDA_ERROR_LAUNCH_TIMEOUT:
      return {Failure::launch_failed,
              "The display's watchdog ended the kernel" + where +
                  " Ask for fewer accesses, or use a card without a display; open the device again to go on.",
              true};
    case CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES:
      return {Failure::launch_failed,
              "The card has too few registers or too little shared memory" + where + " Ask for a smaller footprint."};
    case CUDA_ERROR_ECC_UNCORRECTABLE:
      return {Failure::lost, "The card's memory reports an error that can't be corrected" + where + " Have the card looked at.",
              true};
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_DEINITIALIZED:
    case CUDA_ERROR_UNKNOWN:
      return {Failure::lost,
              "The card is lost" + where + " See what nvidia-smi and the kernel's log say, and open the device again.", true};
    default: break;
  }
  if (loses_context(result))
    return {Failure::launch_failed,
            "The kernel failed" + where + " This is a defect of ChaseScope; open the device again to go on.", true};
  return {Failure::internal, "The driver refused something" + where};
}

std::string minimum_driver() {
  // The driver that the toolkit's machine code needs on Linux, from the toolkit's release notes.
  switch (CUDA_VERSION / 1000) {
    case 11: return "450";
    case 12: return "525";
    default: return "580";
  }
}

std::string cuda_version_text(int version) { return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10); }

}  // namespace chasescope::cuda
