// A stand-in for libcuda.so.1 with one card in the host's memory, to test the host side of the kernels without a card.
//
// Kernels (fake_kernels.h) run in a thread of their own, chases with the loops of kernels/device/chase_loops.cuh. A load of element
// i "takes" fake_latency(i) cycles, so that a test can check every entry of a trace. CHASESCOPE_FAKE_CUDA holds words that make
// things go wrong. Each word is explained where it is read.
#include <cuda.h>
#include <dlfcn.h>
#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "kernels/device/chase_launch.h"
#include "kernels/device/links.cuh"
#include "kernels/device/request_launch.h"
#include "tests/device/fake_card.h"
#include "tests/device/fake_kernels.h"
#include "tests/device/fake_mapping.h"

namespace chasescope::cuda::fake {

CUresult failure = CUDA_SUCCESS;
alignas(4096) unsigned char constant_array[kConstantBytes];
Kernels kernels;

bool wanted(const char* word) {
  const char* words = std::getenv("CHASESCOPE_FAKE_CUDA");
  return words != nullptr && std::string(words).find(word) != std::string::npos;
}

}  // namespace chasescope::cuda::fake

using namespace chasescope::cuda;
using namespace chasescope::cuda::fake;

struct CUctx_st {};
struct CUmod_st {};
struct CUfunc_st {
  std::string name;
};
struct CUstream_st {
  std::thread worker;
  std::shared_ptr<std::atomic<bool>> done = std::make_shared<std::atomic<bool>>(true);
};

namespace {

struct Allocation {
  void* mapping;
  std::size_t bytes;
};

CUctx_st the_context;
CUmod_st the_module;
std::map<std::string, CUfunc_st> functions;
std::map<CUdeviceptr, Allocation> allocations;
int retained = 0;
unsigned long brought_home = 0;
int peers_enabled = 0;

template <typename T>
T argument(void** arguments, int index) {
  T value;
  std::memcpy(&value, arguments[index], sizeof(T));
  return value;
}

template <typename Element>
void run_link_uniform(void** a) {
  auto* array = argument<Element*>(a, 0);
  const auto end = argument<std::uint64_t>(a, 3);
  for (auto i = argument<std::uint64_t>(a, 2); i < end; ++i)
    link_uniform(array, argument<std::uint64_t>(a, 1), i, argument<std::uint64_t>(a, 4));
}

template <typename Element>
void run_link_listed(void** a) {
  const auto count = argument<std::uint64_t>(a, 2);
  for (std::uint64_t i = 0; i < count; ++i) link_listed(argument<Element*>(a, 0), argument<const std::uint64_t*>(a, 1), i);
}

/// A warp's warm-up. It finishes only if the array holds the chain of the pattern.
template <typename Element>
void run_warm(const WarmLaunch& launch) {
  const auto* array = reinterpret_cast<const Element*>(launch.array);
  const auto* list = reinterpret_cast<const std::uint64_t*>(launch.list);
  const auto element = [&](std::uint64_t i) {
    return list == nullptr ? i % launch.length * launch.stride : list[i % launch.length];
  };
  auto& answer = *reinterpret_cast<WarmAnswer*>(launch.answer);
  for (std::uint64_t i = launch.first; i < launch.first + launch.count; ++i)
    if (array[element(i)] != element(i + 1)) return;
  static unsigned warps = 0;
  // Warps on two SMs in turn, as on a card that others use.
  answer.sm = wanted("wandering") ? kFakeWarmSm + warps++ % 2 : kFakeWarmSm;
  answer.finished = launch.count;
}

void finish_work(CUstream stream) {
  if (stream->worker.joinable()) stream->worker.join();
}

}  // namespace

extern "C" {

unsigned fake_kernels_begun() { return kernels.begun(); }
bool fake_wait_for_kernels(unsigned begun) { return kernels.wait_for(begun); }
void fake_end_deaf_kernels() { kernels.let_deaf_end(); }

CUresult cuInit(unsigned) {
  return wanted("no_device") ? CUDA_ERROR_NO_DEVICE : wanted("mismatch") ? CUDA_ERROR_SYSTEM_DRIVER_MISMATCH : CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int* version) {
  *version = wanted("old_driver") ? 12020 : CUDA_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char** name) {
  switch (error) {
    case CUDA_ERROR_OUT_OF_MEMORY: *name = "CUDA_ERROR_OUT_OF_MEMORY"; break;
    case CUDA_ERROR_LAUNCH_FAILED: *name = "CUDA_ERROR_LAUNCH_FAILED"; break;
    default: *name = "CUDA_ERROR_OF_THE_FAKE"; break;
  }
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) {
  *count = wanted("two_cards") ? 2 : 1;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  *device = ordinal;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char* name, int length, CUdevice) {
  std::strncpy(name, "Fake card", static_cast<std::size_t>(length));
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char* address, int length, CUdevice) {
  std::strncpy(address, "ffff:ff:1f.7", static_cast<std::size_t>(length));  // no card has this address
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = wanted("turing") ? 7 : wanted("ampere") ? 8 : 9; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = 0; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = static_cast<int>(kFakeSms); break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = 32; break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *value = 16 << 20; break;
    case CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE: *value = wanted("turing") ? 0 : int{kFakeMostPersisting}; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 232448; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: *value = 233472; break;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: *value = 65536; break;
    case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: *value = wanted("wide") ? 1 << 29 : 1 << 20; break;
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: *value = wanted("unmapped") ? 0 : 1; break;
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY: *value = wanted("all_alone") ? 0 : 1; break;
    case CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY: *value = 1; break;
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS: *value = wanted("all_alone") ? 0 : 1; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
      if (!wanted("idle") && !wanted("limited")) return CUDA_ERROR_INVALID_VALUE;  // as drivers do that no longer tell the clock
      *value = static_cast<int>(kFakeClockGhz * 1e6);
      break;
    default: *value = 0; break;
  }
  return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem_v2(size_t* bytes, CUdevice) {
  *bytes = kFakeMemory;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
  if (wanted("exclusive")) return CUDA_ERROR_DEVICE_UNAVAILABLE;
  if (retained++ == 0) failure = CUDA_SUCCESS;  // a fresh context
  *context = &the_context;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) {
  --retained;
  return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent_v2(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxPopCurrent_v2(CUcontext* context) {
  *context = &the_context;
  return CUDA_SUCCESS;
}

CUresult cuMemGetInfo_v2(size_t* free_bytes, size_t* total) {
  *total = kFakeMemory;
  *free_bytes = kFakeMemory - taken_fake_memory();
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t bytes) {
  if (failure != CUDA_SUCCESS) return failure;
  if (!take_fake_memory(bytes)) return CUDA_ERROR_OUT_OF_MEMORY;
  constexpr std::size_t kBoundary = std::size_t{2} << 20;
  void* mapping = mmap(nullptr, bytes + 2 * kBoundary, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
  auto start = reinterpret_cast<std::uint64_t>(mapping);
  start = (start + kBoundary - 1) / kBoundary * kBoundary;
  if (wanted("crooked")) start += 512;  // not at a 2 MiB boundary
  allocations[start] = {mapping, bytes};
  *address = start;
  return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  const auto entry = allocations.find(address);
  if (entry == allocations.end()) return CUDA_ERROR_INVALID_VALUE;
  give_fake_memory(entry->second.bytes);
  munmap(entry->second.mapping, entry->second.bytes + (std::size_t{4} << 20));
  allocations.erase(entry);
  return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void** memory, size_t bytes, unsigned) {
  if (wanted("unpinned") && bytes > (std::size_t{1} << 20)) return CUDA_ERROR_OUT_OF_MEMORY;  // refuses all but the mailboxes
  *memory = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void* memory) {
  std::free(memory);
  return CUDA_SUCCESS;
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr* address, void* memory, unsigned) {
  *address = reinterpret_cast<CUdeviceptr>(memory);
  return CUDA_SUCCESS;
}

CUresult cuMemAllocManaged(CUdeviceptr* address, size_t bytes, unsigned) {
  return wanted("unmanaged") ? CUDA_ERROR_NOT_SUPPORTED : cuMemAlloc_v2(address, bytes);
}

CUresult cuMemPrefetchAsync_v1(CUdeviceptr, size_t bytes, CUdevice target, CUstream) {
  if (wanted("homeless") || target != CU_DEVICE_CPU) return CUDA_ERROR_INVALID_DEVICE;
  brought_home += bytes;
  return CUDA_SUCCESS;
}

unsigned long fake_brought_home() { return brought_home; }

CUresult cuDeviceCanAccessPeer(int* can, CUdevice, CUdevice) {
  *can = wanted("apart") ? 0 : 1;
  return CUDA_SUCCESS;
}

CUresult cuCtxEnablePeerAccess(CUcontext, unsigned) {
  if (wanted("closed")) return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
  return ++peers_enabled == 1 ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void* source, size_t bytes, CUstream stream) {
  finish_work(stream);
  std::memcpy(reinterpret_cast<void*>(target), source, bytes);
  return failure;
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  if (wanted("no_binary") || wanted("old_driver")) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof(magic));
  if (magic != 0xBA55ED50) return CUDA_ERROR_INVALID_IMAGE;  // the first word of a fatbin
  *module = &the_module;
  return CUDA_SUCCESS;
}

CUresult cuModuleUnload(CUmodule) { return CUDA_SUCCESS; }

CUresult cuModuleGetFunction(CUfunction* function, CUmodule, const char* name) {
  *function = &functions.try_emplace(name, CUfunc_st{name}).first->second;
  return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr* address, size_t* bytes, CUmodule, const char*) {
  *address = reinterpret_cast<CUdeviceptr>(constant_array);
  *bytes = sizeof(constant_array);
  return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute, CUfunction) {
  *value = 4240;
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute attribute, int value) {
  if (attribute == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT && (value < -1 || value > 100))
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned blocks, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned,
                        CUstream stream, void** arguments, void**) {
  if (failure != CUDA_SUCCESS) return failure;
  finish_work(stream);
  const std::string& name = function->name;
  if (name == "clock_window") {
    run_clock_window(argument<ClockLaunch>(arguments, 0));
  } else if (name == "clock_pairs") {
    auto* cycles = argument<std::uint32_t*>(arguments, 0);
    for (std::uint32_t i = 0; i < kPrimeSteps; ++i) cycles[i] = 3;
  } else if (name == "chained_shared" || name == "chained_texture") {
    auto* cycles = argument<std::uint32_t*>(arguments, 0);
    for (std::uint32_t i = 0; i < kPrimeSteps; ++i) {
      cycles[i] = kFakeOverhead + kChainStep * kFakeLoadLatency;
      cycles[kPrimeSteps + i] = kFakeOverhead + 2 * kChainStep * kFakeLoadLatency;
    }
  } else if (name == "warm_4") {
    run_warm<std::uint32_t>(argument<WarmLaunch>(arguments, 0));
  } else if (name == "warm_8") {
    run_warm<std::uint64_t>(argument<WarmLaunch>(arguments, 0));
  } else if (name == "link_uniform_4") {
    run_link_uniform<std::uint32_t>(arguments);
  } else if (name == "link_uniform_8") {
    run_link_uniform<std::uint64_t>(arguments);
  } else if (name == "link_listed_4") {
    run_link_listed<std::uint32_t>(arguments);
  } else if (name == "link_listed_8") {
    run_link_listed<std::uint64_t>(arguments);
  } else {
    if (wanted("kernel_fails")) failure = CUDA_ERROR_LAUNCH_FAILED;
    if (wanted("watchdog")) failure = CUDA_ERROR_LAUNCH_TIMEOUT;
    if (failure != CUDA_SUCCESS) return CUDA_SUCCESS;  // the next call reports it
    auto done = std::make_shared<std::atomic<bool>>(false);
    stream->done = done;
    std::function<void()> work;
    if (name == "paired_chase")
      work = [launch = argument<PairedLaunch>(arguments, 0), blocks, threads] { run_paired(launch, blocks, threads); };
    else if (name.starts_with("bank_"))
      work = [launch = argument<BankLaunch>(arguments, 0)] { run_bank(launch); };
    else if (name.starts_with("outstanding_"))
      work = [name, launch = argument<OutstandingLaunch>(arguments, 0), threads] { run_outstanding(name, launch, threads); };
    else if (name.starts_with("sweep_") || name == "copy_bytes")
      work = [name, launch = argument<SweepLaunch>(arguments, 0), blocks] { run_sweep(name, launch, blocks); };
    else if (name == "straight_code" || name == "code_blocks")
      work = code_work(name, arguments);
    else if (name.starts_with("operation_"))
      work = [name, launch = argument<OperationsLaunch>(arguments, 0), blocks, threads] {
        run_operations(name, launch, blocks, threads);
      };
    else if (name.starts_with("residency_read_"))
      work = [name, launch = argument<ResidencyReadLaunch>(arguments, 0), blocks, threads] {
        run_residency_read(name, launch, blocks, threads);
      };
    else if (name == "residency_time")
      work = [launch = argument<ResidencyTimeLaunch>(arguments, 0)] { run_residency_time(launch); };
    else if (name.starts_with("cluster_"))
      work = [name, launch = argument<ClusterLaunch>(arguments, 0), blocks] { run_cluster(name, launch, blocks); };
    else if (name == "trials_flush")
      work = [] {};
    else if (name.starts_with("trials_"))
      work = [launch = argument<TrialsLaunch>(arguments, 0), blocks, same_memory = name.starts_with("trials_pages_")] {
        run_trials(launch, blocks, same_memory);
      };
    else if (const auto launch = argument<ChaseLaunch>(arguments, 0); launch.batch != 0)
      work = [name, launch, blocks] { run_batch(name, *reinterpret_cast<const BatchTable*>(launch.batch), blocks); };
    else
      work = [name, launch, blocks] { run_chase(name, launch, blocks); };
    const bool deaf = wanted("deaf");
    if (deaf) kernels.begin_deaf();
    stream->worker = std::thread([work, done, deaf] {
      kernels.begin();
      work();
      *done = true;
      if (deaf) kernels.end_deaf();
    });
    if (deaf) stream->worker.detach();  // the thread is never joined
  }
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments, void** extra) {
  if (config->numAttrs != 1 || config->attrs[0].id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) return CUDA_ERROR_INVALID_VALUE;
  if (config->attrs[0].value.clusterDim.x != config->gridDimX) return CUDA_ERROR_INVALID_CLUSTER_SIZE;
  return cuLaunchKernel(function, config->gridDimX, 1, 1, config->blockDimX, 1, 1, config->sharedMemBytes, config->hStream,
                        arguments, extra);
}

CUresult cuOccupancyMaxPotentialClusterSize(int* size, CUfunction, const CUlaunchConfig*) {
  *size = static_cast<int>(kFakeLargestCluster);
  return CUDA_SUCCESS;
}

CUresult cuStreamCreate(CUstream* stream, unsigned) {
  *stream = new CUstream_st;
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  finish_work(stream);
  delete stream;
  return CUDA_SUCCESS;
}

CUresult cuStreamQuery(CUstream stream) {
  if (failure != CUDA_SUCCESS) return failure;
  if (!*stream->done) return CUDA_ERROR_NOT_READY;
  finish_work(stream);
  return CUDA_SUCCESS;
}

CUresult cuTexObjectCreate(CUtexObject* object, const CUDA_RESOURCE_DESC* resource, const CUDA_TEXTURE_DESC*,
                           const CUDA_RESOURCE_VIEW_DESC*) {
  const auto& all = resource->res.linear;  // the formats for 1, 2 and 4 bytes have numbers in a row
  if (!is_one_piece_on_fake(all.devPtr, all.sizeInBytes)) return CUDA_ERROR_INVALID_VALUE;
  *object = reinterpret_cast<CUtexObject>(new FakeTexture{all.devPtr, all.sizeInBytes, all.numChannels << (all.format - 1)});
  return CUDA_SUCCESS;
}

CUresult cuTexObjectDestroy(CUtexObject object) {
  delete reinterpret_cast<FakeTexture*>(object);
  return CUDA_SUCCESS;
}

#undef cuGetProcAddress
/// Knows no function whose name ends in "Create", so that those are looked up in the library itself.
CUresult cuGetProcAddress(const char* symbol, void** address, int, cuuint64_t) {
  Dl_info self{};
  dladdr(reinterpret_cast<void*>(&cuInit), &self);
  void* library = dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  const std::string name = symbol;
  *address = nullptr;
  if (name.ends_with("Create") || wanted("no_lookup")) return CUDA_ERROR_NOT_FOUND;
  if (name == "cuMemPrefetchAsync") {  // the version that was asked for
    *address = reinterpret_cast<void*>(&cuMemPrefetchAsync_v1);
    return CUDA_SUCCESS;
  }
  *address = dlsym(library, (name + "_v2").c_str());
  if (*address == nullptr) *address = dlsym(library, symbol);
  return *address != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

}  // extern "C"
