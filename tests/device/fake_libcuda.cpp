// A stand-in for libcuda.so.1 with one card in the host's memory, to test the host side of the kernels without a card.
//
// Chases run the loops of kernels/chase_loops.cuh in a thread of their own, ring and stop flag included; a load of element i
// "takes" fake_latency(i) cycles, so that a test can tell every entry of a trace. CHASESCOPE_FAKE_CUDA holds words that make
// things go wrong; each is explained where it is looked at.
#include <cuda.h>
#include <dlfcn.h>
#include <sys/mman.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "kernels/chase_launch.h"
#include "kernels/chase_loops.cuh"
#include "kernels/links.cuh"
#include "tests/device/fake_card.h"

using namespace chasescope::cuda;

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

bool wanted(const char* word) {
  const char* words = std::getenv("CHASESCOPE_FAKE_CUDA");
  return words != nullptr && std::string(words).find(word) != std::string::npos;
}

struct Allocation {
  void* mapping;
  std::size_t bytes;
};

struct FakeTexture {
  std::uint64_t address;
  unsigned element_bytes;
};

CUctx_st the_context;
CUmod_st the_module;
std::map<std::string, CUfunc_st> functions;
std::map<CUdeviceptr, Allocation> allocations;
std::uint64_t allocated = 0;
CUresult failure = CUDA_SUCCESS;  // sticks to the context
int retained = 0;
alignas(4096) unsigned char constant_array[kConstantBytes];

/// A space of the fake card.
struct FakeSpace {
  const unsigned char* base;
  unsigned element_bytes;
  std::uint64_t next;

  void load() {
    std::uint64_t value = 0;
    std::memcpy(&value, base + next * element_bytes, element_bytes);
    next = value;
  }
  std::uint32_t timed(std::uint32_t enabled, std::uint32_t& made) {
    if (enabled == 0) return kFakeOverhead;
    const std::uint32_t cycles = fake_latency(next);
    load();
    ++made;
    return cycles;
  }
  void settle() {}
  std::uint64_t index() const { return next; }
};

void run_chase(const std::string& name, const ChaseLaunch& launch, unsigned blocks) {
  if (launch.wanted_sm >= 0 && wanted("blind")) return;                         // no block finds its SM
  if (launch.wanted_sm >= 0 && wanted("shy") && blocks < 8 * kFakeSms) return;  // only many blocks do
  Mailboxes& mail = mailboxes_of(launch);
  while (wanted("stuck") && read_system(&mail.host.stop) == 0) pause_briefly();  // no progress, but it listens
  if (wanted("deaf")) std::this_thread::sleep_for(std::chrono::seconds(4));      // nor does this one listen
  const auto sm = static_cast<std::uint32_t>(launch.wanted_sm < 0 ? 0 : launch.wanted_sm);
  FakeSpace space{reinterpret_cast<const unsigned char*>(launch.array), name.back() == '8' ? 8U : 4U, launch.first_index};
  if (name.find("constant") != std::string::npos) space.base = constant_array;
  if (name.find("texture") != std::string::npos) {
    const auto* texture = reinterpret_cast<const FakeTexture*>(launch.array);
    space.base = reinterpret_cast<const unsigned char*>(texture->address);
    space.element_bytes = texture->element_bytes;
  }
  if (wanted("wrong_chain")) ++space.next;
  auto buffer = std::make_unique<LatencyBuffer>();
  if (name.find("mean") != std::string::npos)
    chase_mean(launch, space, sm);
  else
    chase_each(launch, space, *buffer, sm);
}

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

void finish_work(CUstream stream) {
  if (stream->worker.joinable()) stream->worker.join();
}

}  // namespace

extern "C" {

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
  *count = 1;
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

CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = 9; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = 0; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = static_cast<int>(kFakeSms); break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = 32; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 232448; break;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: *value = 65536; break;
    case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: *value = 1 << 20; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: return CUDA_ERROR_INVALID_VALUE;  // as from drivers that no longer tell
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
  *free_bytes = kFakeMemory - allocated;
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr* address, size_t bytes) {
  if (failure != CUDA_SUCCESS) return failure;
  if (bytes > kFakeMemory - allocated || (wanted("crowded") && bytes > (std::size_t{1} << 20))) return CUDA_ERROR_OUT_OF_MEMORY;
  constexpr std::size_t kBoundary = std::size_t{2} << 20;
  void* mapping = mmap(nullptr, bytes + 2 * kBoundary, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) return CUDA_ERROR_OUT_OF_MEMORY;
  auto start = reinterpret_cast<std::uint64_t>(mapping);
  start = (start + kBoundary - 1) / kBoundary * kBoundary;
  if (wanted("crooked")) start += 512;  // not at a 2 MiB boundary
  allocations[start] = {mapping, bytes};
  allocated += bytes;
  *address = start;
  return CUDA_SUCCESS;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  const auto entry = allocations.find(address);
  if (entry == allocations.end()) return CUDA_ERROR_INVALID_VALUE;
  allocated -= entry->second.bytes;
  munmap(entry->second.mapping, entry->second.bytes + (std::size_t{4} << 20));
  allocations.erase(entry);
  return CUDA_SUCCESS;
}

CUresult cuMemHostAlloc(void** memory, size_t bytes, unsigned) {
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

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void* source, size_t bytes, CUstream stream) {
  finish_work(stream);
  std::memcpy(reinterpret_cast<void*>(target), source, bytes);
  return failure;
}

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  if (wanted("no_binary") || wanted("old_driver")) return CUDA_ERROR_NO_BINARY_FOR_GPU;
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof(magic));
  if (magic != 0xBA55ED50) return CUDA_ERROR_INVALID_IMAGE;  // what a fatbin starts with
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

CUresult cuLaunchKernel(CUfunction function, unsigned blocks, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                        CUstream stream, void** arguments, void**) {
  if (failure != CUDA_SUCCESS) return failure;
  finish_work(stream);
  const std::string& name = function->name;
  if (name == "clock_pairs") {
    auto* cycles = argument<std::uint32_t*>(arguments, 0);
    for (std::uint32_t i = 0; i < kPrimeSteps; ++i) cycles[i] = 3;
  } else if (name == "chained_shared" || name == "chained_texture") {
    auto* cycles = argument<std::uint32_t*>(arguments, 0);
    for (std::uint32_t i = 0; i < kPrimeSteps; ++i) {
      cycles[i] = kFakeOverhead + kChainStep * kFakeLoadLatency;
      cycles[kPrimeSteps + i] = kFakeOverhead + 2 * kChainStep * kFakeLoadLatency;
    }
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
    if (failure != CUDA_SUCCESS) return CUDA_SUCCESS;  // told by the next call
    const auto launch = argument<ChaseLaunch>(arguments, 0);
    auto done = std::make_shared<std::atomic<bool>>(false);
    stream->done = done;
    stream->worker = std::thread([name, launch, blocks, done] {
      run_chase(name, launch, blocks);
      *done = true;
    });
    if (wanted("deaf")) stream->worker.detach();  // nobody will ever join it
  }
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
  *object = reinterpret_cast<CUtexObject>(new FakeTexture{resource->res.linear.devPtr, resource->res.linear.numChannels * 4});
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
  *address = dlsym(library, (name + "_v2").c_str());
  if (*address == nullptr) *address = dlsym(library, symbol);
  return *address != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

}  // extern "C"
