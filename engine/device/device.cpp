#include "engine/device/device.h"

#include "engine/device/validate.h"

namespace chasescope {
namespace {

/// Passes the events of a single request on, with the index that the request has in the batch.
class IndexedSink final : public RequestSink {
 public:
  IndexedSink(RequestSink& target, std::size_t index) : target_(target), index_(index) {}
  void on_progress(std::size_t, double fraction) override { target_.on_progress(index_, fraction); }
  void on_part(std::size_t, const TraceChunk& part) override { target_.on_part(index_, part); }

 private:
  RequestSink& target_;
  std::size_t index_;
};

}  // namespace

std::vector<Outcome<ChaseResult>> Device::chase_batch(std::span<const ChaseRequest> requests, const RunControl& control) {
  std::vector<Outcome<ChaseResult>> outcomes;
  outcomes.reserve(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (control.stop.stop_requested()) {
      outcomes.emplace_back(DeviceError{ErrorCode::cancelled, "Cancelled."});
      continue;
    }
    if (!outcomes.empty() && !outcomes.back() && outcomes.back().error().code == ErrorCode::lost) {
      outcomes.push_back(outcomes.back());  // a lost device is not asked again
      continue;
    }
    if (control.sink != nullptr) {
      IndexedSink sink(*control.sink, i);
      outcomes.push_back(chase(requests[i], {control.stop, &sink}));
    } else {
      outcomes.push_back(chase(requests[i], control));
    }
  }
  return outcomes;
}

std::optional<DeviceError> Device::revive(const std::stop_token&) {
  return DeviceError{ErrorCode::lost, description().name + " is lost; open the device again."};
}

Outcome<OtherResult> Device::answer(const OtherRequest& request, const RunControl&) {
  return std::visit([&](const auto* asked) { return not_served(asked->kCall, description()); }, request);
}

}  // namespace chasescope
