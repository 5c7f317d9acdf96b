// Two agents of one block, each with its own array and memory space: warm A, warm B, time A, time B (topology thesis, §4.5
// and §4.6: which memory spaces share a cache, and how many caches of a kind an SM has).
//
// One kernel holds the timed code of every space. All parts of an agent run the same copy, and each part primes it (brings it into
// the instruction caches).
#pragma once

#include <cstdint>

#include "kernels/device/bases.cuh"
#include "kernels/device/chase_launch.h"
#include "kernels/device/chase_loops.cuh"
#include "kernels/device/machine.cuh"
#include "kernels/device/spaces.cuh"

namespace chasescope::cuda {

/// A space that is known at run time: one of spaces.cuh, chosen again for each chunk of accesses. Its members are read from the
/// launch each time, not kept in registers, so that the compiler sees that they are equal in all lanes, as a texture fetch
/// requires.
struct AnySpace {
  const AgentLaunch& agent;
  std::uint64_t next;
  std::uint32_t sink;

  __device__ __forceinline__ std::uint64_t index() const { return next; }

  /// Calls `work` with the concrete space.
  template <typename Work>
  __device__ __forceinline__ void as_itself(Work&& work) {
    switch (agent.code) {
      case TimedCode::global_ca_4: return as<GlobalCa4, FromLaunch>(work);
      case TimedCode::global_ca_8: return as<GlobalCa8, FromLaunch>(work);
      case TimedCode::global_cg_4: return as<GlobalCg4, FromLaunch>(work);
      case TimedCode::global_cg_8: return as<GlobalCg8, FromLaunch>(work);
      case TimedCode::readonly_4: return as<Readonly4, FromLaunch>(work);
      case TimedCode::readonly_8: return as<Readonly8, FromLaunch>(work);
      case TimedCode::constant_4: return as<Constant4, FromConstant>(work);
      case TimedCode::constant_8: return as<Constant8, FromConstant>(work);
      case TimedCode::shared_4: return as<Shared4, FromShared>(work);
      case TimedCode::shared_8: return as<Shared8, FromShared>(work);
      case TimedCode::texture: return as<Texture, FromLaunch>(work);
    }
  }

 private:
  template <typename Space, typename From, typename Work>
  __device__ __forceinline__ void as(Work&& work) {
    Space space;
    space.base = From::base(agent.chase);
    space.next = static_cast<decltype(space.next)>(next);
    space.sink = sink;
    work(space);
    next = space.index();
  }
};

__device__ __forceinline__ void run_timed(AnySpace& space, std::uint32_t count, std::uint32_t* cycles, std::uint32_t enabled,
                                          std::uint32_t& made) {
  space.as_itself([&](auto& itself) { run_timed(itself, count, cycles, enabled, made); });
}

__device__ __forceinline__ void run_untimed(AnySpace& space, std::uint32_t count) {
  space.as_itself([&](auto& itself) { run_untimed(itself, count); });
}

__device__ __forceinline__ void run_loads(AnySpace& space, std::uint32_t count) {
  space.as_itself([&](auto& itself) { run_loads(itself, count); });
}

}  // namespace chasescope::cuda

extern "C" __global__ __launch_bounds__(chasescope::cuda::kMostBlockThreads,
                                        1) void paired_chase(const __grid_constant__ chasescope::cuda::PairedLaunch launch) {
  using namespace chasescope::cuda;
  __shared__ LatencyBuffer buffer;
  __shared__ std::uint32_t claimed;
  __shared__ std::uint32_t stopped;
  const std::uint32_t sm = sm_id();
  if (threadIdx.x == 0) {
    claimed = claims(launch.agents[0].chase, sm) ? 1 : 0;
    stopped = 0;
  }
  __syncthreads();
  if (claimed == 0) return;

  Walk walk{};
  std::uint64_t next = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t part = 0; part < kPairedParts; ++part) {
    const AgentLaunch& agent = launch.agents[part % 2];
    if (threadIdx.x == agent.thread && stopped == 0) {
      if (part < 2) {
        next = agent.chase.first_index + (lane_id() - threadIdx.x % 32);  // adds 0, which the compiler can't know: see spaces.cuh
        FromShared::load(agent.chase);
      }
      AnySpace space{agent, next, shared_address(&buffer.sink)};
      begin_part(launch, part, walk);
      walk_part(agent, space, buffer, walk);
      next = space.next;
      if (walk.stopped) stopped = 1;
      report(launch.agents[0].chase, part % 2, next, walk);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) finish(launch.agents[0].chase, stopped != 0, sm);
}
