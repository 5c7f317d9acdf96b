#include "engine/findings/distance_map.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "engine/statistics/median.h"

namespace chasescope {
namespace {

/// For each offset of the pattern, in the pattern's order: the median, and the means of the first and of the last passes.
struct Timed {
  std::vector<double> medians, first, second;
};

Timed timed(const ChaseRequest& request, const ChaseResult& result) {
  const std::uint64_t period = accesses_per_pass(request.pattern);
  std::vector<std::vector<float>> values(period);
  const std::vector<float> cycles = result.cycles.copy();
  for (std::size_t i = 0; i < cycles.size(); ++i) values[(request.warmup + i) % period].push_back(cycles[i]);
  const double overhead = result.overhead_cycles.value_or(0);
  Timed each;
  for (auto& of_offset : values) {
    if (of_offset.empty()) return {};
    if (const auto half = static_cast<std::ptrdiff_t>(of_offset.size() / 2); half > 0) {
      const auto mean = [&](auto from) { return std::accumulate(from, from + half, 0.0) / static_cast<double>(half) - overhead; };
      each.first.push_back(mean(of_offset.begin()));
      each.second.push_back(mean(of_offset.end() - half));
    }
    each.medians.push_back(inference::upper_median(of_offset) - overhead);
  }
  return each;
}

}  // namespace

std::optional<DistanceMap> distance_map(std::span<const RunPtr> runs) {
  std::map<unsigned, const Run*> by_sm;
  const std::vector<std::uint64_t>* offsets = nullptr;
  for (const RunPtr& run : runs) {
    const auto* chase = run->chase();
    if (run->probe != kDistanceMapProbe || chase == nullptr || !chase->request.sm || chase->result.cycles.empty()) continue;
    const auto* listed = std::get_if<OffsetsPattern>(&chase->request.pattern);
    if (listed == nullptr || listed->offsets.empty()) continue;
    // A later measurement replaces an earlier one.
    if (offsets != nullptr && *offsets != listed->offsets) by_sm.clear();
    offsets = &listed->offsets;
    by_sm[*chase->request.sm] = run.get();
  }
  if (by_sm.empty()) return std::nullopt;
  std::vector<std::size_t> order(offsets->size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return (*offsets)[a] < (*offsets)[b]; });
  DistanceMap map;
  for (const std::size_t i : order) map.addresses.push_back((*offsets)[i]);
  map.latency.columns = order.size();
  for (const auto& [sm, run] : by_sm) {
    const Timed each = timed(run->chase()->request, run->chase()->result);
    if (each.medians.size() != order.size()) continue;
    map.sms.push_back(sm);
    for (const std::size_t i : order) map.latency.cycles.push_back(each.medians[i]);
    if (each.first.size() != order.size()) continue;
    for (const std::size_t i : order) {
      map.repeated.first.push_back(each.first[i]);
      map.repeated.second.push_back(each.second[i]);
    }
  }
  map.latency.rows = map.sms.size();
  if (map.repeated.first.size() == map.latency.cycles.size()) {
    map.repeated.rows = map.latency.rows;
    map.repeated.columns = map.latency.columns;
  } else {
    map.repeated = {};
  }
  if (map.sms.empty()) return std::nullopt;
  return map;
}

}  // namespace chasescope
