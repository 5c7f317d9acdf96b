// A management library for tests, of a card that does not exist; CHASESCOPE_LIBNVML names it. CHASESCOPE_FAKE_NVML describes the
// card: "sm=1410,heat=45,watts=310,cap=700,reasons=4,others=2". A value that it does not name is reported as not found.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

enum : int { kSuccess = 0, kNotFound = 6, kInsufficientSize = 7 };

/// Reads a number of CHASESCOPE_FAKE_NVML; false if the variable does not name it.
bool told(const char* key, unsigned long long& value) {
  const char* words = std::getenv("CHASESCOPE_FAKE_NVML");
  const std::string all = std::string(",") + (words == nullptr ? "" : words), sought = std::string(",") + key + "=";
  const std::size_t at = all.find(sought);
  if (at == std::string::npos) return false;
  value = std::strtoull(all.c_str() + at + sought.size(), nullptr, 10);
  return true;
}

int answer(const char* key, unsigned* out, unsigned factor = 1) {
  unsigned long long value = 0;
  if (!told(key, value)) return kNotFound;
  *out = static_cast<unsigned>(value) * factor;
  return kSuccess;
}

struct Process {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

}  // namespace

extern "C" {
int nvmlInit_v2() { return kSuccess; }
int nvmlShutdown() { return kSuccess; }
int nvmlDeviceGetHandleByPciBusId_v2(const char*, void** device) {
  static int card;
  *device = &card;
  return kSuccess;
}
int nvmlDeviceGetClockInfo(void*, int which, unsigned* mhz) { return answer(which == 1 ? "sm" : "memory", mhz); }
int nvmlDeviceGetMaxClockInfo(void*, int, unsigned* mhz) { return answer("most", mhz); }
int nvmlDeviceGetTemperature(void*, int, unsigned* degrees) { return answer("heat", degrees); }
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) { return answer("watts", milliwatts, 1000); }
int nvmlDeviceGetEnforcedPowerLimit(void*, unsigned* milliwatts) { return answer("cap", milliwatts, 1000); }
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) { return told("reasons", *reasons) ? kSuccess : kNotFound; }
int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, Process* processes) {
  unsigned others = 0;
  if (answer("others", &others) != kSuccess) return kNotFound;
  const unsigned all = others + 1;
  if (processes == nullptr || *count < all) {
    *count = all;
    return kInsufficientSize;
  }
  for (unsigned i = 0; i < all; ++i) processes[i] = {i == 0 ? static_cast<unsigned>(getpid()) : 1000000 + i, 0, 0, 0};
  *count = all;
  return kSuccess;
}
}
