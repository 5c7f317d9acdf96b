// A stand-in for libcuda.so.1 with one card in the host's memory, to test the host side of the kernels without a card.
//
// Chases run the loops of kernels/device/chase_loops.cuh in a thread of their own, ring and stop flag included; a load of element i
// "takes" fake_latency(i) cycles, so that a test can tell every entry of a trace. CHASESCOPE_FAKE_CUDA holds words that make
// things go wrong; each is explained where it is looked at.
#include <cuda.h>
#include <dlfcn.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kernels/device/chase_launch.h"
#include "kernels/device/chase_loops.cuh"
#include "kernels/device/links.cuh"
#include "kernels/device/request_launch.h"
#include "kernels/device/trial_draw.cuh"
#include "tests/device/fake_card.h"
#include "tests/device/fake_mapping.h"

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

/// What tests can wait for.
class Kernels {
 public:
  unsigned begun() {
    const std::lock_guard lock(mutex_);
    return begun_;
  }
  void begin() {
    const std::lock_guard lock(mutex_);
    ++begun_;
    changed_.notify_all();
  }
  bool wait_for(unsigned begun) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::minutes(1), [&] { return begun_ >= begun; });
  }
  void begin_deaf() {
    const std::lock_guard lock(mutex_);
    ++deaf_;
    may_end_ = false;
  }
  void be_deaf() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::minutes(1), [&] { return may_end_; });
  }
  void end_deaf() {
    const std::lock_guard lock(mutex_);
    --deaf_;
    changed_.notify_all();
  }
  void let_deaf_end() {
    std::unique_lock lock(mutex_);
    may_end_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return deaf_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned begun_ = 0, deaf_ = 0;
  bool may_end_ = false;
};
Kernels kernels;

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

/// Waits and hides as the environment says; false if no block of the launch runs.
bool begins(const ChaseLaunch& launch, unsigned blocks) {
  if (launch.wanted_sm >= 0 && wanted("blind")) return false;                                    // no block finds its SM
  if (launch.wanted_sm >= 0 && wanted("shy") && blocks < 8 * kFakeSms) return false;             // only many blocks do
  while (wanted("stuck") && read_system(&mailboxes_of(launch).host.stop) == 0) pause_briefly();  // no progress, but it listens
  if (wanted("deaf")) kernels.be_deaf();                                                         // nor does this one listen
  return true;
}

std::uint32_t sm_of(const ChaseLaunch& launch) { return static_cast<std::uint32_t>(launch.wanted_sm < 0 ? 0 : launch.wanted_sm); }

FakeSpace space_of(const ChaseLaunch& launch, bool constant, bool texture, unsigned element_bytes) {
  FakeSpace space{reinterpret_cast<const unsigned char*>(launch.array), element_bytes, launch.first_index};
  if (constant) space.base = constant_array + launch.array;
  if (texture) {
    const auto* object = reinterpret_cast<const FakeTexture*>(launch.array);
    space.base = reinterpret_cast<const unsigned char*>(object->address);
    space.element_bytes = object->element_bytes;
  }
  if (wanted("wrong_chain")) ++space.next;
  return space;
}

void run_chase(const std::string& name, const ChaseLaunch& launch, unsigned blocks) {
  if (!begins(launch, blocks)) return;
  FakeSpace space = space_of(launch, name.find("constant") != std::string::npos, name.find("texture") != std::string::npos,
                             name.back() == '8' ? 8U : 4U);
  auto buffer = std::make_unique<LatencyBuffer>();
  if (name.find("mean") != std::string::npos)
    chase_mean(launch, space, sm_of(launch));
  else
    chase_each(launch, space, *buffer, sm_of(launch));
}

/// One block on each SM; each runs its chase while the others run theirs.
void run_batch(const std::string& name, const BatchTable& batch, unsigned blocks) {
  const auto* chases = reinterpret_cast<const ChaseLaunch*>(batch.chases);
  std::vector<std::jthread> running;
  std::uint32_t drawn = 0;
  for (std::uint32_t sm = 0; sm < kFakeSms; ++sm) {
    if (wanted("half") && sm % 2 == 1) continue;  // somebody else has these
    const std::int32_t own = batch.assigned[sm];
    if (own < 0 && drawn == batch.floating) continue;
    ChaseLaunch chase = chases[own >= 0 ? static_cast<std::uint32_t>(own) : drawn++];
    if (own < 0) chase.wanted_sm = sm;  // it tells where it ran
    running.emplace_back([name, chase, blocks] { run_chase(name, chase, blocks); });
  }
}

void run_paired(const PairedLaunch& launch, unsigned blocks, unsigned threads) {
  const ChaseLaunch& first = launch.agents[0].chase;
  if (!begins(first, blocks) || launch.agents[1].thread >= threads) return;
  const auto space_of_agent = [&](const AgentLaunch& agent) {
    const bool constant = agent.code == TimedCode::constant_4 || agent.code == TimedCode::constant_8;
    const bool wide = agent.code < TimedCode::texture && static_cast<unsigned>(agent.code) % 2 == 1;
    return space_of(agent.chase, constant, agent.code == TimedCode::texture, wide ? 8 : 4);
  };
  FakeSpace spaces[] = {space_of_agent(launch.agents[0]), space_of_agent(launch.agents[1])};
  Walk walks[2] = {};
  auto buffer = std::make_unique<LatencyBuffer>();
  bool stopped = false;
  for (std::uint32_t part = 0; part < kPairedParts && !stopped; ++part) {
    Walk& walk = walks[part % 2];
    begin_part(launch, part, walk);
    walk_part(launch.agents[part % 2], spaces[part % 2], *buffer, walk);
    stopped = walk.stopped;
    report(first, part % 2, spaces[part % 2].index(), walk);
  }
  finish(first, stopped, sm_of(first));
}

void run_bank(const BankLaunch& launch) {
  const std::uint64_t latency = fake_bank_latency(launch.stride_bytes);
  auto& sums = *reinterpret_cast<BankSums*>(launch.sums);
  sums = {launch.repeats * (kShortBankChain * latency + kFakeOverhead), launch.repeats * (kLongBankChain * latency + kFakeOverhead),
          1};
}

void run_outstanding(const std::string& name, const OutstandingLaunch& launch, unsigned threads) {
  const std::uint64_t loads = std::stoul(name.substr(name.find('_') + 1));
  if (launch.groups != (threads + launch.sharing - 1) / launch.sharing) return;
  auto* cycles = reinterpret_cast<std::uint64_t*>(launch.cycles);
  for (std::uint32_t i = 0; i < launch.repeats; ++i) cycles[i] = fake_burst(launch.groups * loads, i);
}

/// Moves what it is told to where that can be seen, and takes the time of kFakeBytesPerNs.
void run_sweep(const std::string& name, const SweepLaunch& launch, unsigned blocks) {
  const bool study = name == "copy_bytes";
  const std::uint64_t width = study ? 8 : std::stoul(name.substr(name.rfind('_') + 1));
  const bool sliced = name.find("l1") != std::string::npos || name.find("shared") != std::string::npos;
  const bool copies = study || name.find("copy") != std::string::npos;
  const std::uint64_t array = launch.elements * width * (sliced ? blocks : 1);
  if (name.find("shared") == std::string::npos) {
    if (copies) std::memcpy(reinterpret_cast<void*>(launch.to), reinterpret_cast<void*>(launch.from), study ? launch.bytes : array);
    if (name.find("write") != std::string::npos) std::memset(reinterpret_cast<void*>(launch.to), 0, array);
  }
  auto& sums = *reinterpret_cast<SweepSums*>(launch.sums);
  if (sums.first_ns != ~std::uint64_t{0} || sums.ended != 0) return;  // it was not cleared
  const std::uint64_t ns = kFakeLaunchNs + (study ? launch.bytes : array) * launch.passes * (copies ? 2 : 1) / kFakeBytesPerNs;
  const auto cycles = static_cast<std::uint64_t>(static_cast<double>(ns) * kFakeClockGhz);
  auto& answer = *reinterpret_cast<SweepAnswer*>(launch.answer);
  while (wanted("stuck") && read_system(&answer.stop) == 0) pause_briefly();
  answer.sums = {1000, 1000 + ns, cycles * blocks, ns * blocks, cycles, blocks, blocks};
}

void run_code(const CodeLaunch& launch) {
  const std::uint64_t bytes = kCodeBytes - std::uint64_t{launch.entry} * kCodeStep;
  *reinterpret_cast<CodeAnswer*>(launch.answer) = {fake_code_cycles(bytes) * launch.repeats, 1, 0};
}

void run_cluster(const std::string& name, const ClusterLaunch& launch, unsigned blocks) {
  if (launch.rank >= blocks) return;
  auto& answer = *reinterpret_cast<ClusterAnswer*>(launch.answer);
  const std::uint32_t load = fake_cluster_load(launch.rank);
  const bool bulk = name == "cluster_bulk_copy";
  for (std::uint32_t i = 0; i < kClusterRounds; ++i) {
    answer.rounds[i] = bulk ? 2 * kFakeSignal : kFakeOverhead + kChainStep * load;
    answer.rounds[kClusterRounds + i] = kFakeOverhead + 2 * kChainStep * load;
  }
  for (std::uint32_t i = 0; i < launch.accesses; ++i)
    answer.cycles[i] = (bulk ? fake_bulk_copy(launch.rank) + (launch.rank == 0 ? 0 : kFakeSignal) : load + kFakeOverhead) + i % 2;
  answer.finished = 1;
}

/// The 4-byte element of a place. Of places that show one page of memory, the address must be mapped.
std::uint64_t element_of(const TrialsLaunch& launch, std::uint32_t i, bool same_memory) {
  if (!same_memory)
    return launch.listed != 0 ? reinterpret_cast<const std::uint32_t*>(launch.listed)[i] : launch.base + i * launch.spacing;
  const std::uint64_t offset =
      launch.listed != 0 ? reinterpret_cast<const std::uint64_t*>(launch.listed)[i] : launch.far_base + i * launch.far_spacing;
  if (!is_mapped_on_fake(launch.array + offset)) failure = CUDA_ERROR_ILLEGAL_ADDRESS;
  return offset / 4;
}

/// Every SM takes one trial of a launch; a place "takes" fake_latency() of its element, whatever was visited before.
void run_trials(const TrialsLaunch& launch, unsigned blocks, bool same_memory) {
  if (launch.wanted_sm >= 0 && wanted("blind")) return;
  auto& tickets = *reinterpret_cast<std::uint64_t*>(launch.tickets);
  const unsigned sms = launch.wanted_sm >= 0 ? 1 : std::min(blocks, kFakeSms);
  const auto* const timed = reinterpret_cast<const std::uint32_t*>(launch.timed);
  for (unsigned sm = 0; sm < sms && tickets < launch.trials; ++sm) {
    if (wanted("half") && sm % 2 == 1) continue;  // somebody else has these
    const auto ticket = static_cast<std::uint32_t>(tickets++);
    auto* const slot = reinterpret_cast<std::uint32_t*>(launch.answers) + std::uint64_t{ticket} * launch.slot_words;
    std::fill(slot, slot + launch.slot_words, 0);
    const CardDraw draw(launch, ticket);
    const CardDraw::Order order = draw.order(launch.fill_passes);
    for (std::uint64_t k = 0; k <= launch.mask; ++k) {
      const std::uint32_t i = order.at(k);
      if (i >= launch.places) continue;
      const bool named = timed != nullptr && (timed[i / 32] >> (i % 32) & 1) != 0;
      if (!named && (timed != nullptr || !draw.is_in(i))) continue;
      const std::uint32_t cycles = fake_latency(element_of(launch, i, same_memory));
      if (launch.cycles != 0)
        slot[1 + (timed != nullptr ? rank_of_timed(timed, (launch.places + 31) / 32, i) : i)] = cycles;
      else if (cycles > launch.cut)
        slot[1 + i / 32] |= 1U << (i % 32);
    }
    slot[0] = launch.done;
  }
}

/// A window of the clock: of a card that comes up to it ("idle"), that is kept from it ("limited"), that finds no rest ("restless").
void run_clock_window(const ClockLaunch& launch) {
  static unsigned windows = 0;
  static std::string before;
  const char* words = std::getenv("CHASESCOPE_FAKE_CUDA");
  if (const std::string now = words == nullptr ? "" : words; now != before) {
    windows = 0;
    before = now;
  }
  double ghz = kFakeClockGhz;
  if (wanted("idle") && windows < kFakeSlowWindows) ghz = kFakeIdleGhz;
  if (wanted("limited")) ghz = kFakeLimitedGhz;
  if (wanted("restless") && windows % 2 == 1) ghz = kFakeIdleGhz;
  ++windows;
  const auto cycles = static_cast<std::uint64_t>(ghz * static_cast<double>(launch.nanoseconds));
  *reinterpret_cast<ClockAnswer*>(launch.answer) = {cycles, launch.nanoseconds, 1};
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
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = wanted("ampere") ? 8 : 9; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = 0; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = static_cast<int>(kFakeSms); break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = 32; break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *value = 16 << 20; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 232448; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: *value = 233472; break;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: *value = 65536; break;
    case CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH: *value = 1 << 20; break;
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED: *value = wanted("unmapped") ? 0 : 1; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE:
      if (!wanted("idle") && !wanted("limited")) return CUDA_ERROR_INVALID_VALUE;  // as from drivers that no longer tell
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
    else if (name == "straight_code")
      work = [launch = argument<CodeLaunch>(arguments, 0)] { run_code(launch); };
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
    if (deaf) stream->worker.detach();  // nobody will ever join it
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
