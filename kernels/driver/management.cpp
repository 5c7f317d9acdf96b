#include "kernels/driver/management.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace chasescope::cuda {
namespace {

// The library's own header is not part of every toolkit. These few declarations are its stable binary interface.
using Device = void*;
enum : int { kSuccess = 0, kInsufficientSize = 7 };
enum : int { kSmClock = 1, kMemoryClock = 2 };
struct ProcessInfo {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

const char* library_file() {
  const char* chosen = std::getenv("CHASESCOPE_LIBNVML");
  return chosen != nullptr && *chosen != 0 ? chosen : "libnvidia-ml.so.1";
}

}  // namespace

/// The library while it is loaded and started.
class Nvml {
 public:
  Nvml() : handle_(dlopen(library_file(), RTLD_NOW | RTLD_LOCAL)) {
    started_ = handle_ != nullptr && call("nvmlInit_v2") == kSuccess;
  }
  ~Nvml() {
    if (started_) call("nvmlShutdown");
    if (handle_ != nullptr) dlclose(handle_);
  }
  Nvml(const Nvml&) = delete;
  Nvml& operator=(const Nvml&) = delete;

  bool started() const { return started_; }

  /// Calls a function of the library by name; a missing function counts as an error.
  template <typename... Arguments>
  int call(const char* name, Arguments... arguments) const {
    auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(handle_, name));
    return function == nullptr ? -1 : function(arguments...);
  }

 private:
  void* handle_;
  bool started_ = false;
};

namespace {

std::optional<unsigned> other_processes(const Nvml& library, Device device) {
  unsigned count = 0;
  const int first = library.call("nvmlDeviceGetComputeRunningProcesses_v3", device, &count, static_cast<ProcessInfo*>(nullptr));
  if (first != kSuccess && first != kInsufficientSize) return std::nullopt;
  std::vector<ProcessInfo> processes(count + 8);
  count = static_cast<unsigned>(processes.size());
  if (library.call("nvmlDeviceGetComputeRunningProcesses_v3", device, &count, processes.data()) != kSuccess) return std::nullopt;
  unsigned others = 0;
  for (unsigned i = 0; i < count && i < processes.size(); ++i) others += processes[i].pid != static_cast<unsigned>(getpid());
  return others;
}

void add_processes(const Nvml& library, Device device, std::string& text) {
  const unsigned others = other_processes(library, device).value_or(0);
  if (others > 0)
    text += " Warning: " + std::to_string(others) + (others == 1 ? " other process computes" : " other processes compute") +
            " on the card, and may disturb what is measured.";
}

/// A number that the library returns as an unsigned integer, divided by `unit`.
template <typename... Which>
std::optional<double> told(const Nvml& library, const char* function, Device device, double unit, Which... which) {
  unsigned value = 0;
  if (library.call(function, device, which..., &value) != kSuccess) return std::nullopt;
  return value / unit;
}

// Bits of the reasons for a lowered clock (nvml.h, nvmlClocksThrottleReasons), without the bit for an idle card.
constexpr unsigned long long kSetByHand = 0x2;
constexpr std::pair<unsigned long long, const char*> kLimits[] = {
    {0x4, "power cap"}, {0x8, "hardware slowdown"}, {0x20, "heat"}, {0x40, "heat"}, {0x80, "power brake"}};

void add_limits(const Nvml& library, Device device, CardConditions& now) {
  unsigned long long reasons = 0;
  if (library.call("nvmlDeviceGetCurrentClocksThrottleReasons", device, &reasons) != kSuccess &&
      library.call("nvmlDeviceGetCurrentClocksEventReasons", device, &reasons) != kSuccess)
    return;
  now.clock_is_set = (reasons & kSetByHand) != 0;
  for (const auto& [bit, words] : kLimits)
    if ((reasons & bit) != 0 && std::find(now.limits.begin(), now.limits.end(), words) == now.limits.end())
      now.limits.emplace_back(words);
}

}  // namespace

class CardWatch::Library : public Nvml {};

CardWatch::CardWatch(const std::string& pci_address) : library_(std::make_unique<Library>()) {
  if (!library_->started() || library_->call("nvmlDeviceGetHandleByPciBusId_v2", pci_address.c_str(), &device_) != kSuccess)
    device_ = nullptr;
}

CardWatch::~CardWatch() = default;

std::string CardWatch::in_words() const {
  if (device_ == nullptr) return {};
  const Nvml& library = *library_;
  std::string text;
  unsigned now = 0, most = 0, pending = 0, mode = 0;
  if (library.call("nvmlDeviceGetEccMode", device_, &mode, &pending) == kSuccess)
    text += mode != 0 ? " ECC is on." : " ECC is off.";
  if (library.call("nvmlDeviceGetMigMode", device_, &mode, &pending) == kSuccess)
    text += mode != 0 ? " MIG is on: this may be a part of the card." : " MIG is off.";
  if (library.call("nvmlDeviceGetClockInfo", device_, static_cast<int>(kSmClock), &now) == kSuccess &&
      library.call("nvmlDeviceGetMaxClockInfo", device_, static_cast<int>(kSmClock), &most) == kSuccess)
    text +=
        " Its SMs ran at " + std::to_string(now) + " MHz when it was found, and run at " + std::to_string(most) + " MHz at most.";
  add_processes(library, device_, text);
  return text.empty() ? text : text.substr(1);
}

std::optional<CardConditions> CardWatch::look() const {
  constexpr double kMilliwatts = 1000;
  if (device_ == nullptr) return std::nullopt;
  const Nvml& library = *library_;
  CardConditions now;
  now.sm_mhz = told(library, "nvmlDeviceGetClockInfo", device_, 1, static_cast<int>(kSmClock));
  now.most_sm_mhz = told(library, "nvmlDeviceGetMaxClockInfo", device_, 1, static_cast<int>(kSmClock));
  now.memory_mhz = told(library, "nvmlDeviceGetClockInfo", device_, 1, static_cast<int>(kMemoryClock));
  now.temperature_c = told(library, "nvmlDeviceGetTemperature", device_, 1, 0);
  now.power_w = told(library, "nvmlDeviceGetPowerUsage", device_, kMilliwatts);
  now.power_limit_w = told(library, "nvmlDeviceGetEnforcedPowerLimit", device_, kMilliwatts);
  add_limits(library, device_, now);
  now.other_processes = other_processes(library, device_);
  return now;
}

}  // namespace chasescope::cuda
