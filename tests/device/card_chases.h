// Sizes, requests and the clock for the programs that run on a card.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/device/description.h"
#include "engine/device/requests.h"

namespace chasescope {

using Clock = std::chrono::steady_clock;

inline constexpr std::uint64_t kKiB = 1024;
inline constexpr std::uint64_t kMiB = kKiB * 1024;
inline constexpr std::uint64_t kGiB = kMiB * 1024;

inline ChaseRequest uniform(MemorySpace space, std::uint64_t bytes, std::uint64_t stride, std::uint64_t warmup,
                            std::uint64_t accesses) {
  ChaseRequest request;
  request.space = space;
  request.pattern = UniformPattern{bytes, stride};
  request.warmup = warmup;
  request.accesses = accesses;
  return request;
}

/// The spaces whose memory is the card's own.
inline std::vector<MemorySpace> own_spaces(const Description& device) {
  std::vector<MemorySpace> spaces = device.spaces;
  std::erase_if(spaces, is_beyond_card);
  return spaces;
}

}  // namespace chasescope
