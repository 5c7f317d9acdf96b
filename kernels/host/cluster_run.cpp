#include "kernels/host/bank_run.h"

#include <algorithm>
#include <optional>
#include <string>

#include "kernels/device/chase_launch.h"
#include "kernels/device/request_launch.h"

namespace chasescope::cuda {
namespace {

constexpr double kMostOverhead = 100;  // cycles that measuring a load can cost; see calibration.cpp

double median_round(const std::uint32_t* first, std::size_t count) {
  std::vector<std::uint32_t> values(first, first + count);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(count / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// What of each entry is not the access: for loads from chains of two lengths, for bulk copies from signals there and back.
double overhead_of(const ClusterOrder& order, const ClusterAnswer& answer, std::size_t entries) {
  constexpr std::size_t kSettled = kClusterRounds / 2;  // the first ones also fetch instructions
  if (order.bulk_copy) return order.rank == 0 ? 0 : median_round(answer.rounds + kSettled, kSettled) / 2;
  const double shorter = median_round(answer.rounds + kSettled, kSettled);
  const double longer = median_round(answer.rounds + kClusterRounds + kSettled, kSettled);
  const double overhead = median_round(answer.cycles, entries) - (longer - shorter) / kChainStep;
  return overhead >= 0 && overhead <= kMostOverhead ? overhead : 0;
}

}  // namespace

std::vector<double> run_cluster(Workbench& bench, const ClusterOrder& order, RunEvents& events) {
  const CUfunction kernel = bench.kernels.function(order.bulk_copy ? "cluster_bulk_copy" : "cluster_load");
  const unsigned largest = bench.kernels.max_cluster_size(kernel);
  if (order.size > largest)
    throw CudaFailure(Failure::invalid, "A cluster of " + std::to_string(order.size) + " blocks is too large for " +
                                            bench.properties.name + "; the largest is " + std::to_string(largest) + ".");

  auto& answer = *bench.answer<ClusterAnswer>();
  static_assert(sizeof(ClusterAnswer) <= Workbench::kAnswerBytes);
  std::optional<double> overhead;
  std::vector<double> cycles;
  cycles.reserve(order.accesses);
  while (cycles.size() < order.accesses) {
    refuse_if_stopped(events);
    const std::uint64_t count = std::min<std::uint64_t>(kClusterChunk, order.accesses - cycles.size());
    answer = {};
    ClusterLaunch launch{bench.answers.address(), order.rank, static_cast<std::uint32_t>(count)};
    void* arguments[] = {&launch};
    bench.kernels.launch_cluster(kernel, order.size, bench.stream, arguments);
    wait_for(bench.stream, kShortPatience);
    if (answer.finished == 0) throw no_word();
    if (!overhead) overhead = overhead_of(order, answer, count);
    for (std::uint64_t i = 0; i < count; ++i) cycles.push_back(std::max(0.0, answer.cycles[i] - *overhead));
    events.on_progress(static_cast<double>(cycles.size()) / static_cast<double>(order.accesses));
  }
  return cycles;
}

}  // namespace chasescope::cuda
