// A device with a hand-written cache, so that probes meet behaviour that does not come from this repository's models.
#pragma once

#include <functional>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/validate.h"

namespace chasescope {

class ScriptedDevice final : public Device {
 public:
  /// `latency(access, offset)` gives the cycles of access number `access` (warm-up included) to that offset.
  using Latency = std::function<double(std::uint64_t access, std::uint64_t offset)>;
  /// Makes a new, cold cache for each request.
  explicit ScriptedDevice(std::function<Latency()> cold) : cold_(std::move(cold)) {
    description_.name = "Scripted";
    description_.calls = {"chase"};
    description_.spaces = {MemorySpace::global_ca};
  }

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    if (auto error = check(request, description_)) return *error;
    requests.push_back(request);
    if (fail_at && requests.size() == *fail_at) return DeviceError{ErrorCode::lost, "The card has gone."};
    const Latency latency = cold_();
    const AccessOrder order(request.pattern, 0);
    std::vector<float> cycles;
    for (std::uint64_t i = 0; i < request.warmup + request.accesses; ++i) {
      if (control.stop.stop_requested()) return DeviceError{ErrorCode::cancelled, "Cancelled."};
      const double c = latency(i, order.offset(i));
      if (i >= request.warmup) cycles.push_back(static_cast<float>(c));
    }
    ChaseResult result;
    result.cycles.append(std::move(cycles));
    if (control.sink != nullptr) control.sink->on_part(0, result.cycles.chunks().front());
    return result;
  }

  std::vector<ChaseRequest> requests;
  std::optional<std::size_t> fail_at;

 private:
  std::function<Latency()> cold_;
  Description description_;
};

}  // namespace chasescope
