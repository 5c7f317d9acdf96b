// A device that logs its requests: one CSV line per request, with the time it took. For a person who tunes a probe, or wants to see
// which requests a program behind the protocol gets.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/device/conditions.h"
#include "engine/device/device.h"
#include "engine/output/output_file.h"

namespace chasescope {

/// Passes every request on to another device. Each line is written at once, so the log shows where a run hangs. If a line can't be
/// written (a full disk), the request gives `internal` with the reason: a log with missing lines would mislead.
class LoggedDevice final : public Device, public ConditionSource {
 public:
  /// Columns: request, begin_ms (since the log began), took_ms, call, space, pattern, footprint_bytes, stride_bytes, period,
  /// warmup, accesses, batch (the number of requests sent together; the first line of a batch has the time of all), median_cycles,
  /// error.
  /// \returns invalid_request if the file can't be written.
  static Outcome<std::unique_ptr<Device>> open(std::unique_ptr<Device> device, const std::string& path);

  const Description& description() const override { return device_->description(); }
  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override;
  std::vector<Outcome<ChaseResult>> chase_batch(std::span<const ChaseRequest> requests, const RunControl& control) override;
  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override;
  std::optional<Conditions> conditions_now() override {
    auto* source = dynamic_cast<ConditionSource*>(device_.get());
    return source == nullptr ? std::nullopt : source->conditions_now();
  }
  void rest() override { device_->rest(); }
  std::optional<DeviceError> revive(const std::stop_token& stop) override { return device_->revive(stop); }

 private:
  using Clock = std::chrono::steady_clock;

  LoggedDevice(std::unique_ptr<Device> device, OutputLog log) : device_(std::move(device)), log_(std::move(log)) {}
  std::string begin_line(double begin, double took, std::string_view call);
  std::string chase_line(const ChaseRequest& request, const Outcome<ChaseResult>& outcome, double begin, double took, std::size_t batch);
  template <typename Result>
  void refuse_unlogged(Outcome<Result>& outcome) const;
  double now_ms() const;

  std::unique_ptr<Device> device_;
  OutputLog log_;
  Clock::time_point begin_ = Clock::now();
  std::uint64_t requests_ = 0;
};

}  // namespace chasescope
