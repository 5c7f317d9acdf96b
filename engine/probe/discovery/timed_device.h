// A device that answers until a deadline. Later requests are cancelled at once.
#pragma once

#include "engine/device/device.h"
#include "engine/probe/discovery/step_sink.h"

namespace chasescope {

class TimedDevice final : public Device {
 public:
  TimedDevice(Device& device, Deadline& deadline) : device_(device), deadline_(deadline) {}
  const Description& description() const override { return device_.description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    deadline_.look();
    return device_.chase(request, {deadline_.token(), control.sink});
  }
  std::vector<Outcome<ChaseResult>> chase_batch(std::span<const ChaseRequest> requests, const RunControl& control) override {
    deadline_.look();
    return device_.chase_batch(requests, {deadline_.token(), control.sink});
  }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    deadline_.look();
    return device_.answer(request, {deadline_.token(), control.sink});
  }
  void rest() override { device_.rest(); }
  std::optional<DeviceError> revive(const std::stop_token& stop) override { return device_.revive(stop); }

 private:
  Device& device_;
  Deadline& deadline_;
};

}  // namespace chasescope
