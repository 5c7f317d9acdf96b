// Short ways to chase a preset and to examine the results.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/device/software/software_device.h"

namespace chasescope::tests {

inline constexpr std::uint64_t kKiB = 1024;
inline constexpr std::uint64_t kMiB = 1024 * kKiB;

inline std::unique_ptr<Device> preset(const std::string& id, std::uint64_t seed = 1) {
  auto device = open_preset(id, {seed});
  if (!device) throw std::runtime_error(device.error().message);
  return *std::move(device);
}

/// A uniform chase of `passes` timed passes after `warm_passes` untimed ones, with ground truth.
inline ChaseRequest passes_over(MemorySpace space, std::uint64_t bytes, std::uint64_t stride, std::uint64_t passes,
                                std::uint64_t warm_passes = 2) {
  ChaseRequest request;
  request.space = space;
  request.pattern = UniformPattern{bytes, stride};
  request.warmup = warm_passes * (bytes / stride);
  request.accesses = passes * (bytes / stride);
  request.truth = true;
  return request;
}

inline ChaseResult chase(Device& device, const ChaseRequest& request) {
  auto outcome = device.chase(request, {});
  if (!outcome) throw std::runtime_error(outcome.error().message);
  return *std::move(outcome);
}

/// The number of accesses that each part answered.
inline std::map<std::string, std::size_t> tally(const ServedBy& served) {
  std::map<std::string, std::size_t> counts;
  for (const std::uint8_t index : served.index) ++counts[served.names[index]];
  return counts;
}

/// How often each latency occurs.
inline std::map<float, std::size_t> spectrum(const ChaseResult& result) {
  std::map<float, std::size_t> counts;
  for (const float cycles : result.cycles.copy()) ++counts[cycles];
  return counts;
}

/// For each pass, the positions whose access took longer than `hit_cycles`.
inline std::vector<std::vector<std::uint64_t>> slow_positions(const ChaseRequest& request, const ChaseResult& result,
                                                              float hit_cycles) {
  const AccessOrder order(request, result);
  std::vector<std::vector<std::uint64_t>> passes;
  const std::vector<float> cycles = result.cycles.copy();
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    if (i % order.period() == 0) passes.emplace_back();
    if (cycles[i] > hit_cycles) passes.back().push_back(order.position(i));
  }
  return passes;
}

}  // namespace chasescope::tests
