#include "kernels/driver/management.h"

#include <dlfcn.h>
#include <unistd.h>

#include <vector>

namespace chasescope::cuda {
namespace {

// The library's own header is not part of every toolkit. These few declarations are its stable binary interface.
using Device = void*;
enum : int { kSuccess = 0, kInsufficientSize = 7 };
enum : int { kSmClock = 1 };
struct ProcessInfo {
  unsigned pid;
  unsigned long long memory;
  unsigned gpu_instance, compute_instance;
};

class Library {
 public:
  Library() : handle_(dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    started_ = handle_ != nullptr && call("nvmlInit_v2") == kSuccess;
  }
  ~Library() {
    if (started_) call("nvmlShutdown");
    if (handle_ != nullptr) dlclose(handle_);
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  bool started() const { return started_; }

  /// A function of the library by name; what it has not answers with an error.
  template <typename... Arguments>
  int call(const char* name, Arguments... arguments) const {
    auto* function = reinterpret_cast<int (*)(Arguments...)>(dlsym(handle_, name));
    return function == nullptr ? -1 : function(arguments...);
  }

 private:
  void* handle_;
  bool started_ = false;
};

void add_processes(const Library& library, Device device, std::string& text) {
  unsigned count = 0;
  const int first = library.call("nvmlDeviceGetComputeRunningProcesses_v3", device, &count, static_cast<ProcessInfo*>(nullptr));
  if (first != kSuccess && first != kInsufficientSize) return;
  std::vector<ProcessInfo> processes(count + 8);
  count = static_cast<unsigned>(processes.size());
  if (library.call("nvmlDeviceGetComputeRunningProcesses_v3", device, &count, processes.data()) != kSuccess) return;
  unsigned others = 0;
  for (unsigned i = 0; i < count && i < processes.size(); ++i) others += processes[i].pid != static_cast<unsigned>(getpid());
  if (others > 0)
    text += " Warning: " + std::to_string(others) + (others == 1 ? " other process computes" : " other processes compute") +
            " on the card, and may disturb what is measured.";
}

}  // namespace

std::string state_in_words(const std::string& pci_address) {
  const Library library;
  Device device = nullptr;
  if (!library.started() || library.call("nvmlDeviceGetHandleByPciBusId_v2", pci_address.c_str(), &device) != kSuccess) return {};
  std::string text;
  unsigned now = 0, most = 0, pending = 0, mode = 0;
  if (library.call("nvmlDeviceGetEccMode", device, &mode, &pending) == kSuccess) text += mode != 0 ? " ECC is on." : " ECC is off.";
  if (library.call("nvmlDeviceGetMigMode", device, &mode, &pending) == kSuccess)
    text += mode != 0 ? " MIG is on: this may be a part of the card." : " MIG is off.";
  if (library.call("nvmlDeviceGetClockInfo", device, static_cast<int>(kSmClock), &now) == kSuccess &&
      library.call("nvmlDeviceGetMaxClockInfo", device, static_cast<int>(kSmClock), &most) == kSuccess)
    text += " Its SMs ran at " + std::to_string(now) + " MHz when it was found, and run at " + std::to_string(most) + " MHz at most.";
  add_processes(library, device, text);
  return text.empty() ? text : text.substr(1);
}

}  // namespace chasescope::cuda
