// The driver's functions, looked up at run time. Private to kernels/.
#pragma once

#include <cuda.h>
#include <cudaTypedefs.h>

#include <memory>
#include <string>

#include "kernels/driver/cuda_failure.h"

namespace chasescope::cuda {

// X(member, name for cuGetProcAddress, CUDA version of the signature, exported symbol in the library)
#define CHASESCOPE_DRIVER_FUNCTIONS(X)                                                                                         \
  X(init, "cuInit", 2000, PFN_cuInit_v2000, "cuInit")                                                                          \
  X(driver_get_version, "cuDriverGetVersion", 2020, PFN_cuDriverGetVersion_v2020, "cuDriverGetVersion")                        \
  X(get_error_name, "cuGetErrorName", 6000, PFN_cuGetErrorName_v6000, "cuGetErrorName")                                        \
  X(device_get_count, "cuDeviceGetCount", 2000, PFN_cuDeviceGetCount_v2000, "cuDeviceGetCount")                                \
  X(device_get, "cuDeviceGet", 2000, PFN_cuDeviceGet_v2000, "cuDeviceGet")                                                     \
  X(device_get_name, "cuDeviceGetName", 2000, PFN_cuDeviceGetName_v2000, "cuDeviceGetName")                                    \
  X(device_get_attribute, "cuDeviceGetAttribute", 2000, PFN_cuDeviceGetAttribute_v2000, "cuDeviceGetAttribute")                \
  X(device_total_mem, "cuDeviceTotalMem", 3020, PFN_cuDeviceTotalMem_v3020, "cuDeviceTotalMem_v2")                             \
  X(primary_retain, "cuDevicePrimaryCtxRetain", 7000, PFN_cuDevicePrimaryCtxRetain_v7000, "cuDevicePrimaryCtxRetain")          \
  X(primary_release, "cuDevicePrimaryCtxRelease", 11000, PFN_cuDevicePrimaryCtxRelease_v11000, "cuDevicePrimaryCtxRelease_v2") \
  X(ctx_push, "cuCtxPushCurrent", 4000, PFN_cuCtxPushCurrent_v4000, "cuCtxPushCurrent_v2")                                     \
  X(ctx_pop, "cuCtxPopCurrent", 4000, PFN_cuCtxPopCurrent_v4000, "cuCtxPopCurrent_v2")                                         \
  X(mem_get_info, "cuMemGetInfo", 3020, PFN_cuMemGetInfo_v3020, "cuMemGetInfo_v2")                                             \
  X(mem_alloc, "cuMemAlloc", 3020, PFN_cuMemAlloc_v3020, "cuMemAlloc_v2")                                                      \
  X(mem_free, "cuMemFree", 3020, PFN_cuMemFree_v3020, "cuMemFree_v2")                                                          \
  X(mem_host_alloc, "cuMemHostAlloc", 2020, PFN_cuMemHostAlloc_v2020, "cuMemHostAlloc")                                        \
  X(mem_free_host, "cuMemFreeHost", 2000, PFN_cuMemFreeHost_v2000, "cuMemFreeHost")                                            \
  X(mem_host_get_device_pointer, "cuMemHostGetDevicePointer", 3020, PFN_cuMemHostGetDevicePointer_v3020,                       \
    "cuMemHostGetDevicePointer_v2")                                                                                            \
  X(memcpy_to_card, "cuMemcpyHtoDAsync", 3020, PFN_cuMemcpyHtoDAsync_v3020, "cuMemcpyHtoDAsync_v2")                            \
  X(module_load, "cuModuleLoadData", 2000, PFN_cuModuleLoadData_v2000, "cuModuleLoadData")                                     \
  X(module_unload, "cuModuleUnload", 2000, PFN_cuModuleUnload_v2000, "cuModuleUnload")                                         \
  X(module_get_function, "cuModuleGetFunction", 2000, PFN_cuModuleGetFunction_v2000, "cuModuleGetFunction")                    \
  X(module_get_global, "cuModuleGetGlobal", 3020, PFN_cuModuleGetGlobal_v3020, "cuModuleGetGlobal_v2")                         \
  X(func_get_attribute, "cuFuncGetAttribute", 2020, PFN_cuFuncGetAttribute_v2020, "cuFuncGetAttribute")                        \
  X(func_set_attribute, "cuFuncSetAttribute", 9000, PFN_cuFuncSetAttribute_v9000, "cuFuncSetAttribute")                        \
  X(launch_kernel, "cuLaunchKernel", 4000, PFN_cuLaunchKernel_v4000, "cuLaunchKernel")                                         \
  X(stream_create, "cuStreamCreate", 2000, PFN_cuStreamCreate_v2000, "cuStreamCreate")                                         \
  X(stream_destroy, "cuStreamDestroy", 4000, PFN_cuStreamDestroy_v4000, "cuStreamDestroy_v2")                                  \
  X(stream_query, "cuStreamQuery", 2000, PFN_cuStreamQuery_v2000, "cuStreamQuery")                                             \
  X(tex_object_create, "cuTexObjectCreate", 5000, PFN_cuTexObjectCreate_v5000, "cuTexObjectCreate")                            \
  X(tex_object_destroy, "cuTexObjectDestroy", 5000, PFN_cuTexObjectDestroy_v5000, "cuTexObjectDestroy")

/// The driver, initialised. The library stays loaded as long as the process runs, because unloading a driver may fail.
class DriverApi {
 public:
  /// Loads libcuda.so.1 (or $CHASESCOPE_LIBCUDA), looks up all functions and calls cuInit.
  /// Throws no_driver, driver_too_old or no_card.
  static std::shared_ptr<const DriverApi> load();

#define CHASESCOPE_MEMBER(member, name, version, type, symbol) type member = nullptr;
  CHASESCOPE_DRIVER_FUNCTIONS(CHASESCOPE_MEMBER)
#undef CHASESCOPE_MEMBER
  PFN_cuDeviceGetTexture1DLinearMaxWidth_v11010 linear_texture_width = nullptr;  ///< null before CUDA 11.1
  PFN_cuDeviceGetPCIBusId_v4010 device_pci_address = nullptr;                    ///< null if the driver has no such function
  PFN_cuLaunchKernelEx_v11060 launch_kernel_ex = nullptr;                        ///< null before CUDA 11.6
  PFN_cuOccupancyMaxPotentialClusterSize_v11070 max_cluster_size = nullptr;      ///< null before CUDA 11.7

  /// Functions for memory that is not the card's own. Each is null if the driver does not have it.
  struct Beyond {
    PFN_cuMemAllocManaged_v6000 alloc_managed = nullptr;
    PFN_cuMemPrefetchAsync_v8000 prefetch = nullptr;
    PFN_cuDeviceCanAccessPeer_v4000 can_access_peer = nullptr;
    PFN_cuCtxEnablePeerAccess_v4000 enable_peer = nullptr;
  } beyond;

  /// Limits of the context, and the end of all eviction priorities in the L2: each null where the driver has no such function.
  struct Limits {
    PFN_cuCtxGetLimit_v3010 get = nullptr;
    PFN_cuCtxSetLimit_v3010 set = nullptr;
    PFN_cuCtxResetPersistingL2Cache_v11000 reset_persisting = nullptr;
  } limits;

  /// Functions that reserve addresses and allocate memory separately. All are null before CUDA 10.2.
  struct Mapping {
    PFN_cuMemGetAllocationGranularity_v10020 granularity = nullptr;
    PFN_cuMemAddressReserve_v10020 reserve = nullptr;
    PFN_cuMemAddressFree_v10020 free_addresses = nullptr;
    PFN_cuMemCreate_v10020 create = nullptr;
    PFN_cuMemRelease_v10020 release = nullptr;
    PFN_cuMemMap_v10020 map = nullptr;
    PFN_cuMemUnmap_v10020 unmap = nullptr;
    PFN_cuMemSetAccess_v10020 set_access = nullptr;
    bool complete() const {
      return granularity != nullptr && reserve != nullptr && free_addresses != nullptr && create != nullptr && release != nullptr &&
             map != nullptr && unmap != nullptr && set_access != nullptr;
    }
  } mapping;

  /// Throws if `result` is an error; `doing` completes "… while <doing>".
  void check(CUresult result, const char* doing) const;

  /// The name and number of an error: "CUDA_ERROR_LAUNCH_FAILED (719)".
  std::string name_of(CUresult result) const;

  /// An attribute of a card, 0 if this driver does not know it.
  std::uint64_t attribute(CUdevice device, CUdevice_attribute which) const;

  /// The version of CUDA that the driver supports, 13000 for 13.0; 0 if the driver does not say.
  int version() const;

 private:
  DriverApi() = default;
};

/// Whether the error leaves the context unusable, so that all later calls in it fail.
bool loses_context(CUresult result);

/// The kind and the sentence for an error. Public for the tests.
CudaFailure explain(CUresult result, const std::string& name, const char* doing);

/// The oldest driver for the toolkit that compiled the kernels ("580").
std::string minimum_driver();

/// A version of CUDA as text: "13.0" for 13000.
std::string cuda_version_text(int version);

}  // namespace chasescope::cuda
