#include "engine/device/request_log.h"

#include <algorithm>
#include <array>
#include <cstdio>
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

std::string milliseconds(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

template <typename Result>
std::string ending(const Outcome<Result>& outcome) {
  return "," + (outcome ? std::string() : std::string(to_string(outcome.error().code))) + "\n";
}

}  // namespace

Outcome<std::unique_ptr<Device>> LoggedDevice::open(std::unique_ptr<Device> device, const std::string& path) {
  OutputLog log(path, kColumns);
  if (auto fault = log.fault()) return DeviceError{ErrorCode::invalid_request, "The log of requests " + *fault};
  return std::unique_ptr<Device>(new LoggedDevice(std::move(device), std::move(log)));
}

double LoggedDevice::now_ms() const { return std::chrono::duration<double, std::milli>(Clock::now() - begin_).count(); }

std::string LoggedDevice::begin_line(double begin, double took, std::string_view call) {
  return std::to_string(requests_++) + ',' + milliseconds(begin) + ',' + milliseconds(took) + ',' + std::string(call) + ',';
}

std::string LoggedDevice::chase_line(const ChaseRequest& request, const Outcome<ChaseResult>& outcome, double begin, double took,
                                     std::size_t batch) {
  std::string line = begin_line(begin, took, ChaseRequest::kCall) + std::string(to_string(request.space)) + ',' + kind_of(request.pattern);
  for (const std::uint64_t number : {footprint_bytes(request.pattern, request.element_bytes), stride_of(request.pattern),
                                     accesses_per_pass(request.pattern), request.warmup, request.accesses, std::uint64_t{batch}})
    line += ',' + std::to_string(number);
  return line + ',' + (outcome ? median_text(*outcome) : std::string()) + ending(outcome);
}

template <typename Result>
void LoggedDevice::refuse_unlogged(Outcome<Result>& outcome) const {
  if (auto fault = log_.fault(); fault && outcome) outcome = DeviceError{ErrorCode::internal, "The log of requests " + *fault};
}

Outcome<ChaseResult> LoggedDevice::chase(const ChaseRequest& request, const RunControl& control) {
  const double begin = now_ms();
  auto outcome = device_->chase(request, control);
  log_.add(chase_line(request, outcome, begin, now_ms() - begin, 1));
  refuse_unlogged(outcome);
  return outcome;
}

std::vector<Outcome<ChaseResult>> LoggedDevice::chase_batch(std::span<const ChaseRequest> requests, const RunControl& control) {
  const double begin = now_ms();
  auto outcomes = device_->chase_batch(requests, control);
  const double took = now_ms() - begin;
  std::string lines;
  for (std::size_t i = 0; i < requests.size() && i < outcomes.size(); ++i)
    lines += chase_line(requests[i], outcomes[i], begin, i == 0 ? took : 0, requests.size());
  log_.add(lines);
  for (auto& outcome : outcomes) refuse_unlogged(outcome);
  return outcomes;
}

Outcome<OtherResult> LoggedDevice::answer(const OtherRequest& request, const RunControl& control) {
  const double begin = now_ms();
  auto outcome = device_->answer(request, control);
  const auto call = std::visit([](const auto* asked) { return asked->kCall; }, request);
  log_.add(begin_line(begin, now_ms() - begin, call) + ",,,,,,,1," + ending(outcome));
  refuse_unlogged(outcome);
  return outcome;
}

}  // namespace chasescope
