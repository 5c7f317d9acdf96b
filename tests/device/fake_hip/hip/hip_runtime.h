// A stand-in for HIP with the parts that resources/examples/amd_device.hip needs. One thread runs the kernel on the host, and a
// cache of 16 KiB (64 sets of 4 ways of 64-byte lines, LRU) decides how long each load takes.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#define __global__
#define __shared__ static
#define CHASE_LOAD(address) fake_hip::load(address)
#define CHASE_WAIT(value) static_cast<void>(value)
#define hipLaunchKernelGGL(kernel, grid, block, bytes, stream, ...) \
  do {                                                              \
    static_cast<void>(stream);                                      \
    fake_hip::cool_down();                                          \
    (kernel)(__VA_ARGS__);                                          \
  } while (false)

enum hipError_t { hipSuccess, hipErrorOutOfMemory, hipErrorInvalidDevice };
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost };
struct dim3 {
  explicit dim3(unsigned) {}
};

struct hipDeviceProp_t {
  char name[32];
  char gcnArchName[16];
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int multiProcessorCount, warpSize, maxThreadsPerBlock, clockRate, memoryClockRate, memoryBusWidth, l2CacheSize;
};

namespace fake_hip {

inline long long clock = 0;
struct Set {
  std::array<std::uint64_t, 4> lines{};  // most recently used first; 0 is an empty way
};
inline std::array<Set, 64> sets;
inline std::uintptr_t base = 0;  // where the array begins: real addresses differ from run to run

inline void cool_down() { sets = {}; }

template <typename Word>
Word load(const Word* address) {
  const std::uint64_t line = (reinterpret_cast<std::uintptr_t>(address) - base) / 64 + 1;
  auto& lines = sets[line % sets.size()].lines;
  const auto found = std::find(lines.begin(), lines.end(), line);
  const bool hit = found != lines.end();
  std::rotate(lines.begin(), hit ? found : lines.end() - 1, hit ? found + 1 : lines.end());
  lines.front() = line;
  clock += hit ? 120 : 500;
  return *address;
}

}  // namespace fake_hip

inline long long clock64() { return fake_hip::clock; }
inline const char* hipGetErrorString(hipError_t error) { return error == hipErrorOutOfMemory ? "out of memory" : "invalid device"; }
inline hipError_t hipSetDevice(int number) { return number == 0 ? hipSuccess : hipErrorInvalidDevice; }
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* card, int) {
  *card = {"AMD Fake 100", "gfx000", std::size_t{1} << 26U, 65536, 8, 64, 1024, 1500000, 1000000, 1024, 1 << 22};
  return hipSuccess;
}
inline hipError_t hipMalloc(void** data, std::size_t bytes) {
  *data = std::malloc(bytes);
  // The example allocates the array first, then the buffer for the latencies, and so on in turn.
  static bool is_array = true;
  if (is_array) fake_hip::base = reinterpret_cast<std::uintptr_t>(*data);
  is_array = !is_array;
  return *data == nullptr ? hipErrorOutOfMemory : hipSuccess;
}
inline hipError_t hipFree(void* data) {
  std::free(data);
  return hipSuccess;
}
inline hipError_t hipMemcpy(void* to, const void* from, std::size_t bytes, hipMemcpyKind) {
  std::memcpy(to, from, bytes);
  return hipSuccess;
}
inline hipError_t hipGetLastError() { return hipSuccess; }
inline hipError_t hipDeviceSynchronize() { return hipSuccess; }
