#include "engine/model/memory_operations.h"

#include <algorithm>

#include "engine/model/far_addresses.h"

namespace chasescope::model {

PlacesOfThreads places_of(std::uint64_t spacing_bytes, std::uint64_t line_bytes) {
  if (spacing_bytes == 0) return PlacesOfThreads::one_word;
  return spacing_bytes < line_bytes ? PlacesOfThreads::neighbours : PlacesOfThreads::own_lines;
}

double atomic_cycles(const AtomicSpec& atomic, PlacesOfThreads places, std::uint64_t threads, std::uint64_t count) {
  constexpr std::uint64_t kLanes = 32;
  const CrowdCost& cost = atomic.crowds.at(places);
  const auto lanes = static_cast<double>(std::min(threads, kLanes) - 1);
  const auto warps = static_cast<double>((threads + kLanes - 1) / kLanes - 1);
  // The level is busy with one operation of all threads for so many cycles, and the next operation waits as long.
  const double busy = lanes * cost.lane_cycles + warps * cost.warp_cycles;
  return atomic.cycles + busy + static_cast<double>(count - 1) * std::max(busy, 1.0);
}

double crowded_atomic_cycles(const AtomicSpec& atomic, PlacesOfThreads places, std::uint64_t operations) {
  return atomic.cycles + static_cast<double>(operations) / atomic.per_cycle.at(places);
}

double to_shared_cycles(const CopySpec& copy, std::uint64_t bytes) {
  constexpr double kFirst = 4;  // bytes; the smallest copy of a thread, whose time is copy.cycles
  return copy.cycles + std::max(0.0, static_cast<double>(bytes) - kFirst) / copy.bytes_per_cycle;
}

FarMore far_more(const Card& card, std::uint64_t address) {
  const auto found = card.paths.find("global.ca");
  if (found == card.paths.end()) return {};
  const PathSpec& path = found->second;
  const auto far = FarAddresses::of(card, path, 0);
  if (!far || !far->contains(address)) return {};
  const auto more = [&](const std::string& part) { return path.far_latency.at(part) - path.latency.at(part); };
  return {more(card.partitions->cache), more(path.backing)};
}

}  // namespace chasescope::model
