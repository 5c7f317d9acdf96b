// Decision 6: docs/decisions/cards/06-measuring-overhead.md
#include "kernels/host/calibration.h"

#include <algorithm>
#include <vector>

#include "kernels/driver/cuda_failure.h"

namespace chasescope::cuda {
namespace {

constexpr double kMostPlausible = 100;  // cycles; a larger result means that the calibration was disturbed

struct Collect final : ChaseEvents {
  bool stop_requested() override { return false; }
  void on_cycles(std::vector<float> part) override { cycles.insert(cycles.end(), part.begin(), part.end()); }
  void on_progress(double) override {}
  std::vector<float> cycles;
};

/// Cycles of a trace entry when the same element is loaded again and again.
double entry_cycles(ChaseRunner& runner, Space space, unsigned element_bytes) {
  ChaseOrder order;
  order.space = space;
  order.element_bytes = element_bytes;
  order.footprint_bytes = order.stride = element_bytes;
  order.warmup = order.accesses = 256;
  Collect collected;
  static_cast<void>(runner.run(order, collected));
  auto& cycles = collected.cycles;
  const auto middle = cycles.begin() + static_cast<std::ptrdiff_t>(cycles.size() / 2);
  std::nth_element(cycles.begin(), middle, cycles.end());
  return *middle;
}

std::optional<double> plausible(double overhead) {
  return overhead >= 0 && overhead <= kMostPlausible ? std::optional(overhead) : std::nullopt;
}

std::optional<double> texture_overhead(ChaseRunner& runner) {
  try {
    return plausible(entry_cycles(runner, Space::texture, 4) - runner.texture_load_latency());
  } catch (const CudaFailure& failure) {
    if (failure.kind() != Failure::out_of_memory) throw;
    return std::nullopt;  // no memory for an array now: the overhead stays unknown, which is no failure
  }
}

}  // namespace

std::optional<double> Overheads::of(const ChaseOrder& order) const {
  if (order.mean) return std::nullopt;
  if (order.space == Space::texture) return texture;
  if (order.element_bytes == 4) return four_bytes;
  return order.space == Space::constant ? std::nullopt : eight_bytes;
}

Overheads calibrate(ChaseRunner& runner) {
  const double shared = runner.shared_load_latency();
  return {plausible(entry_cycles(runner, Space::shared, 4) - shared), plausible(entry_cycles(runner, Space::shared, 8) - shared),
          texture_overhead(runner)};
}

}  // namespace chasescope::cuda
