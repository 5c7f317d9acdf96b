#include "engine/mystery/run_cost.h"

#include "engine/device/mystery/sealed_device.h"
#include "engine/device/validate.h"

namespace chasescope::mystery {
namespace {

constexpr float kCycles = 100;  // the time of each access; any number would do

/// A device that only counts the accesses of its requests.
class CountingDevice final : public Device {
 public:
  CountingDevice(Description description, std::uint64_t most) : description_(std::move(description)), most_(most) {
    description_.calls = {std::string(ChaseRequest::kCall)};
  }

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& /*control*/) override {
    if (auto error = check(request, description_)) return *std::move(error);
    accesses_ += accesses_of(request);
    if (accesses_ > most_) return DeviceError{ErrorCode::unsupported, "More than is left."};
    ChaseResult result;
    result.cycles.append(std::vector<float>(request.accesses, kCycles));
    return result;
  }

  std::uint64_t accesses() const { return accesses_; }

 private:
  Description description_;
  std::uint64_t most_, accesses_ = 0;
};

}  // namespace

std::optional<std::uint64_t> accesses_of_run(const Probe& probe, const ParameterValues& values, const Description& device,
                                             std::uint64_t most) {
  CountingDevice counting(device, most);
  const auto report = probe.run(counting, values, {});
  if (counting.accesses() > most) return most + 1;
  if (!report || counting.accesses() == 0) return std::nullopt;
  return counting.accesses();
}

bool is_dear(std::uint64_t accesses, std::uint64_t left) {
  constexpr std::uint64_t kParts = 10;
  return accesses > left / kParts;
}

}  // namespace chasescope::mystery
