#include "engine/experiment/sweep_runner.h"

#include <algorithm>

#include "engine/device/validate.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kReachOf4ByteElements = std::uint64_t{4} << 32;
constexpr std::uint64_t kUnstatedLimit = std::uint64_t{64} << 20;
constexpr double kShareOfRest = 0.08;  // share of the remaining progress that each chase fills; the number of chases is unknown

ChaseRequest with_pattern(const ChaseRequest& base, Pattern pattern, std::uint64_t warm_passes, std::uint64_t timed_passes) {
  ChaseRequest request = base;
  request.pattern = std::move(pattern);
  if (footprint_bytes(request.pattern, 8) > kReachOf4ByteElements) request.element_bytes = 8;
  const std::uint64_t pass = accesses_per_pass(request.pattern);
  request.warmup = warm_passes * pass;
  request.accesses = timed_passes * pass;
  return request;
}

}  // namespace

ChaseRequest uniform_chase(const ChaseRequest& base, std::uint64_t bytes, std::uint64_t stride, std::uint64_t warm_passes,
                           std::uint64_t timed_passes) {
  return with_pattern(base, UniformPattern{bytes, stride}, warm_passes, timed_passes);
}

ChaseRequest listed_chase(const ChaseRequest& base, std::vector<std::uint64_t> offsets, std::uint64_t warm_passes,
                          std::uint64_t timed_passes) {
  return with_pattern(base, OffsetsPattern{std::move(offsets)}, warm_passes, timed_passes);
}

bool is_limit(const DeviceError& error) {
  return error.code == ErrorCode::invalid_request || error.code == ErrorCode::out_of_memory || error.code == ErrorCode::unsupported;
}

std::uint64_t footprint_limit(const Description& device, MemorySpace space) {
  if (const auto limit = device.max_footprint(space)) return *limit;
  if (space == MemorySpace::shared) return device.properties.shared_bytes_per_block.value_or(kUnstatedLimit);
  if (space == MemorySpace::constant) return device.properties.constant_bytes.value_or(kUnstatedLimit);
  return device.properties.memory_bytes ? *device.properties.memory_bytes / 2 : kUnstatedLimit;
}

void SweepRunner::enter(double from, double to, double share) {
  at_ = std::max(at_, from);
  to_ = std::max(at_, to);
  const std::uint64_t left = budget_.accesses - std::min(budget_.accesses, budget_.spent);
  allowed_ = budget_.spent + static_cast<std::uint64_t>(share * static_cast<double>(left));
}

Outcome<RunPtr> SweepRunner::chase(const PlannedChase& planned) { return std::move(chases({&planned, 1}).front()); }

std::vector<Outcome<RunPtr>> SweepRunner::chases(std::span<const PlannedChase> planned) {
  std::vector<PlannedChase> asked;
  std::vector<std::optional<DeviceError>> refusals;
  for (const PlannedChase& chase : planned) {
    const std::uint64_t accesses = cost(chase.request);
    std::optional<DeviceError> refusal = check(chase.request, device_);
    if (!refusal && device_.properties.max_accesses && accesses > *device_.properties.max_accesses)
      refusal = DeviceError{ErrorCode::invalid_request, "With its warm-up the chase makes " + format_count(accesses) +
                                                            " accesses, and " + device_.name + " allows " +
                                                            format_count(*device_.properties.max_accesses) + "."};
    if (!refusal && accesses > left())
      refusal = DeviceError{ErrorCode::invalid_request, "The budget of " + budget_.words() + " does not reach farther."};
    if (!refusal) {
      budget_.spent += accesses;
      asked.push_back(chase);
    }
    refusals.push_back(std::move(refusal));
  }

  std::vector<Outcome<RunPtr>> answers;
  if (!asked.empty()) {
    const double next = at_ + (to_ - at_) * std::min(0.5, kShareOfRest * static_cast<double>(asked.size()));
    answers = recorder_.chase_batch(asked, at_, next);
    at_ = next;
  }
  std::vector<Outcome<RunPtr>> all;
  std::size_t answer = 0;
  for (auto& refusal : refusals) {
    if (refusal) {
      all.emplace_back(*std::move(refusal));
    } else {
      all.push_back(std::move(answers[answer++]));
    }
  }
  return all;
}

}  // namespace chasescope
