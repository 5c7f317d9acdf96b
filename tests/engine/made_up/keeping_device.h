// A software GPU that describes itself as a card would: its caches keep the lines of earlier chases.
#pragma once

#include <memory>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engine/device/software/software_device.h"

namespace chasescope {

class KeepingDevice : public Device {
 public:
  /// `shows_same_memory`: whether the device can map one piece of memory at many addresses.
  explicit KeepingDevice(const nlohmann::json& text, bool shows_same_memory = false) {
    const auto read = load_card(text.dump(), "card.json");
    if (!read) throw std::runtime_error(read.error().message);
    auto opened = open_software_device(*read, {});
    if (!opened) throw std::runtime_error(opened.error().message);
    model_ = std::move(*opened);
    description_ = model_->description();
    description_.origin = Origin::hardware;
    description_.keeps_state = {"l2", "tlb"};
    description_.same_memory = shows_same_memory;
  }
  const Description& description() const override { return description_; }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    accesses += request.warmup + request.accesses;
    return model_->chase(request, control);
  }
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }
  Outcome<TrialsResult> answer_to(const TrialsRequest& request, const RunControl& control) { return model_->ask(request, control); }
  std::uint64_t accesses = 0;

 private:
  std::unique_ptr<Device> model_;
  Description description_;
};

}  // namespace chasescope
