#include "engine/model/floor_plan.h"

#include <algorithm>
#include <bit>

namespace chasescope::model {

std::optional<FloorPlan> FloorPlan::of(const Card& card, const PathSpec& path, unsigned sm) {
  if (!card.floor_plan || card.floor_plan->group.empty()) return std::nullopt;
  const FloorPlanSpec& spec = *card.floor_plan;
  const auto at = std::find(path.data.begin(), path.data.end(), spec.cache);
  if (at == path.data.end()) return std::nullopt;
  const double everywhere = spec.sm_cycles.empty() ? 0 : spec.sm_cycles[sm % spec.sm_cycles.size()];
  std::vector<float> more;
  for (const double each : spec.cycles[spec.group[sm % spec.group.size()]]) more.push_back(static_cast<float>(each + everywhere));
  if (std::all_of(more.begin(), more.end(), [](float each) { return each == 0; })) return std::nullopt;
  const std::uint64_t unit = card.caches.at(spec.cache).cache.unit_bytes;
  return FloorPlan(IndexFunction(spec.index, spec.slices, unit), static_cast<unsigned>(std::countr_zero(unit)),
                   static_cast<std::size_t>(at - path.data.begin()), std::move(more));
}

void FloorPlan::add_to(std::span<float> cycles, std::span<const std::uint8_t> outcomes, std::span<const std::uint64_t> addresses,
                       const LatencyTable& latencies) const {
  // The table lists its outcomes again for far addresses, or for each slice. The remainder is the outcome without this distinction.
  const std::size_t again = std::max(latencies.far_offset(), latencies.slice_offset());
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    const std::size_t outcome = again == 0 ? outcomes[i] : outcomes[i] % again;
    if (outcome / latencies.translations() < first_) continue;
    cycles[i] = std::max(cycles[i] + more_[slice_of_.set_of(static_cast<std::uint32_t>(addresses[i] >> unit_shift_))], 1.0F);
  }
}

}  // namespace chasescope::model
