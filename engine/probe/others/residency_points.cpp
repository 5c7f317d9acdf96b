#include "engine/probe/others/residency_points.h"

#include <algorithm>

namespace chasescope {
namespace {

bool has_no_settings(const ResidencyRequest& request) {
  return request.swept_bytes == 0 && request.kept == EvictionPriority::normal && !request.persisting_bytes && !request.fetch_bytes;
}

}  // namespace

bool is_of_known_hits(const ResidencyRequest& request) { return has_no_settings(request) && request.timed_offset == 0; }
bool is_of_known_misses(const ResidencyRequest& request) {
  return has_no_settings(request) && request.timed_offset >= kBeyondAnyFetch;
}

ResidencyPoints residency_points(std::span<const RunPtr> runs) {
  ResidencyPoints all;
  const std::vector<double>*hits = nullptr, *misses = nullptr;
  for (const RunPtr& run : runs) {
    const auto* exchange = run->as<ResidencyRequest>();
    if (exchange == nullptr || exchange->result.cycles.empty()) continue;
    if (hits == nullptr && is_of_known_hits(exchange->request)) hits = &exchange->result.cycles, all.hit_run = run->id;
    if (misses == nullptr && is_of_known_misses(exchange->request)) misses = &exchange->result.cycles, all.miss_run = run->id;
  }
  if (hits == nullptr || misses == nullptr) return all;
  all.cut = inference::load_cut(*hits, *misses);
  if (!all.cut) return all;
  for (const RunPtr& run : runs) {
    const auto* exchange = run->as<ResidencyRequest>();
    if (exchange == nullptr || exchange->result.cycles.empty()) continue;
    const std::vector<double>& cycles = exchange->result.cycles;
    all.points.push_back({exchange->request, inference::resident_share(cycles, *all.cut),
                          inference::compared_with(kNearlyAll, cycles, *all.cut), inference::compared_with(kHalf, cycles, *all.cut),
                          run->id});
  }
  return all;
}

}  // namespace chasescope
