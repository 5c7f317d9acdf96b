// A device that counts its accesses. The count shows how long a program with a given rate of accesses would take.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/device/device.h"

namespace chasescope::accuracy {

class CountingDevice final : public Device {
 public:
  explicit CountingDevice(std::unique_ptr<Device> device) : device_(std::move(device)) {}

  /// Timed and untimed visits of all chases and trials so far.
  std::uint64_t accesses() const { return accesses_; }

  const Description& description() const override { return device_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    count(request);
    return device_->chase(request, control);
  }
  std::vector<Outcome<ChaseResult>> chase_batch(std::span<const ChaseRequest> requests, const RunControl& control) override {
    for (const ChaseRequest& request : requests) count(request);
    return device_->chase_batch(requests, control);
  }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }
  Outcome<PairedChaseResult> answer_to(const PairedChaseRequest& request, const RunControl& control) {
    return device_->ask(request, control);
  }
  Outcome<TrialsResult> answer_to(const TrialsRequest& request, const RunControl& control) {
    const double visits = request.probability * static_cast<double>(count_of(request.places) * request.trials);
    accesses_ += static_cast<std::uint64_t>(visits * static_cast<double>(request.fill_passes + 1));
    return device_->ask(request, control);
  }

 private:
  void count(const ChaseRequest& request) { accesses_ += request.warmup + request.accesses; }

  std::unique_ptr<Device> device_;
  std::uint64_t accesses_ = 0;
};

}  // namespace chasescope::accuracy
