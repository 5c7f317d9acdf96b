#include "kernels/host/outstanding_run.h"

#include <algorithm>
#include <string>

#include "kernels/device/chase_launch.h"
#include "kernels/device/request_launch.h"

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kBurstsPerLaunch = 1024;  // some ms
static_assert(kBurstsPerLaunch * sizeof(std::uint64_t) <= Workbench::kAnswerBytes);

void refuse_impossible_bursts(const OutstandingOrder& order) {
  if (order.loads > kMostOutstandingLoads)
    throw CudaFailure(Failure::invalid, std::to_string(order.loads) + " loads a thread are too many for a card; the limit is " +
                                            std::to_string(kMostOutstandingLoads) + ".");
  if (order.threads > kMostBlockThreads)
    throw CudaFailure(Failure::invalid, std::to_string(order.threads) + " threads are too many for a block; the limit is " +
                                            std::to_string(kMostBlockThreads) + ".");
}

}  // namespace

std::vector<double> run_outstanding(Workbench& bench, const OutstandingOrder& order, RunEvents& events) {
  refuse_impossible_bursts(order);
  const std::uint64_t groups = (order.threads + order.sharing - 1) / order.sharing;
  OutstandingLaunch launch{};
  launch.array = bench.arena.reserve(groups * order.loads * order.block_bytes);
  launch.block_bytes = static_cast<std::uint32_t>(order.block_bytes);
  launch.cycles = bench.answers.address();
  launch.sharing = static_cast<std::uint32_t>(order.sharing);
  launch.groups = static_cast<std::uint32_t>(groups);
  const std::string name = "outstanding_" + std::to_string(order.loads);
  // The largest L1: what is under way has lines there, so that a small one would be the limit, and the driver's choice follows the
  // number of threads.
  bench.kernels.set_carveout(bench.kernels.function(name), 0);

  const auto* taken = bench.answer<std::uint64_t>();
  std::vector<double> cycles;
  cycles.reserve(order.repeats);
  while (cycles.size() < order.repeats) {
    refuse_if_stopped(events);
    const std::uint64_t repeats = std::min(kBurstsPerLaunch, order.repeats - cycles.size());
    launch.repeats = static_cast<std::uint32_t>(repeats);
    std::fill_n(bench.answer<std::uint64_t>(), repeats, 0U);
    bench.run(name, 1, static_cast<unsigned>(order.threads), 0, launch);
    if (std::find(taken, taken + repeats, 0U) != taken + repeats) throw no_word();
    cycles.insert(cycles.end(), taken, taken + repeats);
    events.on_progress(static_cast<double>(cycles.size()) / static_cast<double>(order.repeats));
  }
  return cycles;
}

}  // namespace chasescope::cuda
