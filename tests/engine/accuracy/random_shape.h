// Random shapes of caches and TLBs, as members of a card file.
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "tests/engine/accuracy/chance.h"

namespace chasescope::accuracy {

/// Each level holds at least this many times as much as the one before.
inline constexpr std::uint64_t kGrowth = 4;

/// The capacity and the sector of a cache in a card file, bytes.
std::uint64_t capacity_of(const nlohmann::json& cache);
std::uint64_t sector_of(const nlohmann::json& cache);

struct CacheLimits {
  std::uint64_t low_bytes = 0;  ///< of the capacity
  std::uint64_t high_bytes = 0;
  std::uint64_t lowest_sector = 16;  ///< bytes
  unsigned highest_bit = 32;         ///< the highest address bit of the set index: higher bits may be beyond a chase's footprint
};

/// A cache of 8 lines or more within the limits. \pre high_bytes is at least 4 times low_bytes, and 1 KiB.
nlohmann::json random_cache(Chance& chance, const CacheLimits& limits);

/// A TLB of 4 to 1,024 entries whose reach lies within the limits. \pre high_reach is at least 64 times page_bytes.
nlohmann::json random_tlb(Chance& chance, std::uint64_t page_bytes, std::uint64_t low_reach, std::uint64_t high_reach);

}  // namespace chasescope::accuracy
