// A device with hand-written answers, so that probes meet behaviour that does not come from this repository's models.
#pragma once

#include <functional>
#include <optional>

#include "engine/device/device.h"
#include "engine/device/validate.h"

namespace chasescope {

class ScriptedRequests : public Device {
 public:
  std::function<double(const BankRequest&)> bank_cycles;
  std::function<double(const OutstandingRequest&, std::uint64_t repeat)> burst_cycles;
  std::function<CopyResult(const CopyRequest&)> copy_result;
  std::function<Outcome<BandwidthResult>(const BandwidthRequest&)> throughput;
  std::function<Outcome<InstructionsResult>(const InstructionsRequest&)> code_cycles;
  std::function<Outcome<ClusterResult>(const ClusterRequest&)> cluster_cycles;
  std::function<Outcome<OperationsResult>(const OperationsRequest&)> operation_cycles;
  std::function<Outcome<ResidencyResult>(const ResidencyRequest&)> residency_cycles;
  std::optional<DeviceError> fault;  ///< the answer to all requests after the first `fault_at`
  std::size_t fault_at = 0;
  std::optional<unsigned> only_bank_bytes;  ///< the only bank mode; others are unsupported
  std::optional<std::uint64_t> most_loads;
  std::optional<std::uint64_t> most_copied;  ///< the most bytes that memory has room for
  std::size_t requests = 0;
  Description about;

  ScriptedRequests() { about.name = "Scripted"; }

  /// Puts into the description each request that has a function.
  ScriptedRequests& open() {
    about.calls.clear();
    if (bank_cycles) about.calls.emplace_back(BankRequest::kCall);
    if (burst_cycles) about.calls.emplace_back(OutstandingRequest::kCall);
    if (copy_result) about.calls.emplace_back(CopyRequest::kCall);
    if (throughput) about.calls.emplace_back(BandwidthRequest::kCall);
    if (code_cycles) about.calls.emplace_back(InstructionsRequest::kCall);
    if (cluster_cycles) about.calls.emplace_back(ClusterRequest::kCall);
    if (operation_cycles) about.calls.emplace_back(OperationsRequest::kCall);
    if (residency_cycles) about.calls.emplace_back(ResidencyRequest::kCall);
    return *this;
  }

  const Description& description() const override { return about; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl&) override {
    return *check(request, about);  // the request must be invalid, because no chase is served
  }

  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }

  Outcome<BankResult> answer_to(const BankRequest& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *error;
    if (only_bank_bytes && request.bank_bytes != *only_bank_bytes)
      return DeviceError{ErrorCode::unsupported, "There is no mode of " + std::to_string(request.bank_bytes) + "."};
    return BankResult{bank_cycles(request)};
  }

  Outcome<OutstandingResult> answer_to(const OutstandingRequest& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *error;
    if (most_loads && request.loads > *most_loads)
      return DeviceError{ErrorCode::invalid_request, "The limit is " + std::to_string(*most_loads) + " loads."};
    OutstandingResult result;
    for (std::uint64_t repeat = 0; repeat < request.repeats; ++repeat) result.cycles.push_back(burst_cycles(request, repeat));
    return result;
  }

  Outcome<CopyResult> answer_to(const CopyRequest& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *error;
    if (most_copied && request.bytes > *most_copied) return DeviceError{ErrorCode::out_of_memory, "There is no room for that."};
    return copy_result(request);
  }

  Outcome<BandwidthResult> answer_to(const BandwidthRequest& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *error;
    return throughput(request);
  }

  Outcome<InstructionsResult> answer_to(const InstructionsRequest& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *error;
    return code_cycles(request);
  }

  Outcome<ClusterResult> answer_to(const ClusterRequest& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *error;
    return cluster_cycles(request);
  }

  Outcome<OperationsResult> answer_to(const OperationsRequest& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *error;
    return operation_cycles(request);
  }

  Outcome<ResidencyResult> answer_to(const ResidencyRequest& request, const RunControl& control) {
    if (auto error = refusal(request, control)) return *error;
    return residency_cycles(request);
  }

 private:
  template <typename Request>
  std::optional<DeviceError> refusal(const Request& request, const RunControl& control) {
    if (auto error = check(request, about)) return error;
    if (control.stop.stop_requested()) return DeviceError{ErrorCode::cancelled, "Cancelled."};
    return ++requests > fault_at ? fault : std::nullopt;
  }
};

/// The only finding of that quantity, and of that bank mode if one is given. \throws std::runtime_error if there is none or more
/// than one.
inline const Finding& finding_of(const std::vector<Finding>& findings, std::string_view quantity, unsigned bank_bytes = 0) {
  const Finding* found = nullptr;
  for (const Finding& finding : findings) {
    if (finding.quantity != quantity || (bank_bytes != 0 && finding.conditions.value("bank_bytes", 0U) != bank_bytes)) continue;
    if (found != nullptr) throw std::runtime_error("several findings " + std::string(quantity));
    found = &finding;
  }
  if (found == nullptr) throw std::runtime_error("no finding " + std::string(quantity));
  return *found;
}

}  // namespace chasescope
