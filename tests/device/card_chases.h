// What the programs that run on a card ask and how they time it.
#pragma once

#include <chrono>
#include <cstdint>

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

}  // namespace chasescope
