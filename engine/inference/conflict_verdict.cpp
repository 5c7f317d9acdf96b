#include "engine/inference/conflict_verdict.h"

#include <algorithm>
#include <cmath>

namespace chasescope::inference {

MissCounts count_misses(std::span<const float> cycles, std::size_t period, double cut, std::span<const Band> bands,
                        const std::vector<bool>& watched) {
  MissCounts counts;
  counts.passes = period == 0 ? 0 : cycles.size() / period;
  counts.by_element.assign(period, 0);
  counts.by_pass.assign(counts.passes, 0);
  counts.watched = watched.empty() ? period : static_cast<std::size_t>(std::count(watched.begin(), watched.end(), true));
  for (std::size_t pass = 0; pass < counts.passes; ++pass)
    for (std::size_t element = 0; element < period; ++element) {
      const double latency = cycles[pass * period + element];
      if (latency <= cut || (!watched.empty() && !watched[element])) continue;
      if (std::none_of(bands.begin(), bands.end(), [&](const Band& band) { return band.holds(latency); })) continue;
      ++counts.by_element[element];
      ++counts.by_pass[pass];
    }
  return counts;
}

// A true conflict shows in every pass. With few false misses a pass, the number of passes that show one decides. Where a pass is so
// long that noise alone shows in most of them, what decides is that true misses come back to the same few lines.
ConflictVerdict judge_conflict(const MissCounts& misses, double false_share) {
  const double expected = false_share * static_cast<double>(misses.watched);
  const auto passes = static_cast<double>(misses.passes);
  const auto with_miss =
      static_cast<double>(std::count_if(misses.by_pass.begin(), misses.by_pass.end(), [](auto n) { return n > 0; }));
  if (misses.passes == 0 || misses.watched == 0) return ConflictVerdict::unclear;
  if (expected < 0.05) {
    if (with_miss == 0) return ConflictVerdict::fits;
    if (with_miss == passes && (misses.passes >= 4 || expected == 0)) return ConflictVerdict::conflict;
    if (misses.passes >= 8) {
      if (with_miss >= 0.75 * passes) return ConflictVerdict::conflict;
      if (with_miss <= 0.3 * passes) return ConflictVerdict::fits;
    }
    return ConflictVerdict::unclear;
  }
  double total = 0;
  std::size_t recurring = 0;
  for (const std::uint32_t count : misses.by_element) {
    total += count;
    if (count >= 2) ++recurring;
  }
  const double chance = false_share * passes;
  const double recurring_by_chance = static_cast<double>(misses.watched) * chance * chance / 2;
  if (misses.passes < 8) return ConflictVerdict::unclear;
  const double recurring_limit = recurring_by_chance + 4 * std::sqrt(recurring_by_chance) + 0.5;
  const double total_by_chance = expected * passes;
  const bool many = total > total_by_chance + 4 * std::sqrt(total_by_chance) + 0.5 * passes;
  if (static_cast<double>(recurring) > recurring_limit && many) return ConflictVerdict::conflict;
  if (static_cast<double>(recurring) <= recurring_limit && total < total_by_chance + 3 * std::sqrt(total_by_chance) + 0.3 * passes)
    return ConflictVerdict::fits;
  return ConflictVerdict::unclear;
}

}  // namespace chasescope::inference
