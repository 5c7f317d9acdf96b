// A device that changes a model's latencies on their way, for behaviour that no model in this repository has.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/device/device.h"

namespace chasescope {

class ReshapingDevice : public Device {
 public:
  explicit ReshapingDevice(std::unique_ptr<Device> model) : model_(std::move(model)) {}
  const Description& description() const override { return model_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    auto result = model_->chase(request, {.stop = control.stop});
    if (!result || request.record != Record::each) return result;
    std::vector<float> cycles = result->cycles.copy();
    reshape(request, AccessOrder(request, *result), cycles);
    ChaseResult changed;
    changed.cycles.append(std::move(cycles));
    changed.offsets = result->offsets;
    return changed;
  }

 protected:
  /// `cycles`: the latencies of the timed accesses, to be changed in place. `order` counts the timed accesses.
  virtual void reshape(const ChaseRequest& request, const AccessOrder& order, std::vector<float>& cycles) = 0;

 private:
  std::unique_ptr<Device> model_;
};

}  // namespace chasescope
