#include "engine/device/request_log.h"

#include <algorithm>
#include <iomanip>
#include <utility>

namespace chasescope {
namespace {

constexpr const char* kColumns =
    "request,begin_ms,took_ms,call,space,pattern,footprint_bytes,stride_bytes,period,warmup,accesses,batch,median_cycles,error\n";

const char* kind_of(const Pattern& pattern) {
  static constexpr const char* kWords[] = {"uniform", "offsets", "shuffled"};
  return kWords[pattern.index()];
}

std::uint64_t stride_of(const Pattern& pattern) {
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern)) return uniform->stride;
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&pattern)) return shuffled->stride;
  return 0;
}

std::string median_text(const ChaseResult& result) {
  if (result.mean_cycles) return std::to_string(*result.mean_cycles);
  std::vector<float> cycles = result.cycles.copy();
  if (cycles.empty()) return {};
  const auto middle = cycles.begin() + static_cast<std::ptrdiff_t>(cycles.size() / 2);
  std::nth_element(cycles.begin(), middle, cycles.end());
  return std::to_string(*middle);
}

}  // namespace

Outcome<std::unique_ptr<Device>> LoggedDevice::open(std::unique_ptr<Device> device, const std::string& path) {
  std::ofstream file(path);
  file << kColumns << std::flush;
  if (!file) return DeviceError{ErrorCode::invalid_request, "The log of requests can't be written to '" + path + "'."};
  return std::unique_ptr<Device>(new LoggedDevice(std::move(device), std::move(file)));
}

LoggedDevice::LoggedDevice(std::unique_ptr<Device> device, std::ofstream file)
    : device_(std::move(device)), file_(std::move(file)) {
  file_ << std::fixed << std::setprecision(3);
}

double LoggedDevice::now_ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count(); }

void LoggedDevice::write_chase(const ChaseRequest& request, const Outcome<ChaseResult>& outcome, double begin, double took,
                               std::size_t batch) {
  file_ << requests_++ << ',' << begin << ',' << took << ",chase," << to_string(request.space) << ',' << kind_of(request.pattern)
        << ',' << footprint_bytes(request.pattern, request.element_bytes) << ',' << stride_of(request.pattern) << ','
        << accesses_per_pass(request.pattern) << ',' << request.warmup << ',' << request.accesses << ',' << batch << ','
        << (outcome ? median_text(*outcome) : "") << ',' << (outcome ? "" : to_string(outcome.error().code)) << '\n';
}

template <typename Request>
auto LoggedDevice::timed(const Request& request, const RunControl& control) {
  const double begin = now_ms();
  auto outcome = ask(*device_, request, control);
  file_ << requests_++ << ',' << begin << ',' << now_ms() - begin << ',' << Request::kCall << ",,,,,,,,1,,"
        << (outcome ? "" : to_string(outcome.error().code)) << std::endl;
  return outcome;
}

Outcome<ChaseResult> LoggedDevice::chase(const ChaseRequest& request, const RunControl& control) {
  const double begin = now_ms();
  auto outcome = device_->chase(request, control);
  write_chase(request, outcome, begin, now_ms() - begin, 1);
  file_.flush();
  return outcome;
}

std::vector<Outcome<ChaseResult>> LoggedDevice::chase_batch(std::span<const ChaseRequest> requests, const RunControl& control) {
  const double begin = now_ms();
  auto outcomes = device_->chase_batch(requests, control);
  const double took = now_ms() - begin;
  for (std::size_t i = 0; i < requests.size() && i < outcomes.size(); ++i)
    write_chase(requests[i], outcomes[i], begin, i == 0 ? took : 0, requests.size());
  file_.flush();
  return outcomes;
}

Outcome<PairedChaseResult> LoggedDevice::paired_chase(const PairedChaseRequest& request, const RunControl& control) {
  return timed(request, control);
}
Outcome<BankResult> LoggedDevice::bank(const BankRequest& request, const RunControl& control) { return timed(request, control); }
Outcome<OutstandingResult> LoggedDevice::outstanding(const OutstandingRequest& request, const RunControl& control) {
  return timed(request, control);
}
Outcome<CopyResult> LoggedDevice::copy(const CopyRequest& request, const RunControl& control) { return timed(request, control); }
Outcome<BandwidthResult> LoggedDevice::bandwidth(const BandwidthRequest& request, const RunControl& control) {
  return timed(request, control);
}
Outcome<InstructionsResult> LoggedDevice::instructions(const InstructionsRequest& request, const RunControl& control) {
  return timed(request, control);
}
Outcome<ClusterResult> LoggedDevice::cluster(const ClusterRequest& request, const RunControl& control) {
  return timed(request, control);
}

}  // namespace chasescope
