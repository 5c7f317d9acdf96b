// Trials: each visits a random subset of the places (the fill) and visits it again in another order, timed. The device protocol
// ("trials") fixes the random draws and the course of a trial.
//
// The lanes of a warp work out in parallel which of the next 32 places are visited, and put these places into a row in shared
// memory. One lane visits the row, and all lanes evaluate its cycles, so that a trial takes little more time than its visits.
// During a trial the L1 holds only lines of the places: tables lie in shared memory, and results are written after the trial.
#pragma once

#include <cstdint>

#include "kernels/device/bases.cuh"
#include "kernels/device/chase_launch.h"
#include "kernels/device/machine.cuh"
#include "kernels/device/spaces.cuh"
#include "kernels/device/trial_draw.cuh"
#include "kernels/device/trials_launch.h"

namespace chasescope::cuda {

/// The number of a trial that no block has taken yet, counted from the request's first trial; launch.trials if none is left. Called
/// by lane 0 only.
__device__ __forceinline__ std::uint32_t drawn_ticket(const TrialsLaunch& launch) {
  using Word = unsigned long long;
  return static_cast<std::uint32_t>(min(atomicAdd(reinterpret_cast<Word*>(launch.tickets), Word{1}), Word{launch.trials}));
}

/// The first trial of this block; launch.trials if its SM is taken or not wanted.
__device__ __forceinline__ std::uint32_t take_trial(const TrialsLaunch& launch) {
  using Word = unsigned long long;
  std::uint32_t ticket = launch.trials;
  if (lane_id() == 0) {
    const std::uint32_t sm = sm_id();
    const bool wanted = launch.wanted_sm < 0 || static_cast<std::int64_t>(sm) == launch.wanted_sm;
    if (wanted && sm < kMostSms && atomicMax(reinterpret_cast<Word*>(launch.claims) + sm, Word{launch.launch}) < launch.launch)
      ticket = drawn_ticket(launch);
  }
  return __shfl_sync(0xFFFFFFFFU, ticket, 0);
}

/// The next trial of a block that has run one.
__device__ __forceinline__ std::uint32_t next_ticket(const TrialsLaunch& launch) {
  std::uint32_t ticket = launch.trials;
  if (lane_id() == 0) ticket = drawn_ticket(launch);
  return __shfl_sync(0xFFFFFFFFU, ticket, 0);
}

/// Positions of places as indices of 4-byte elements of an array.
struct NearPlaces {
  using Word = std::uint32_t;
  static __device__ __forceinline__ Word even(const TrialsLaunch& launch, std::uint32_t i) {
    return launch.base + i * launch.spacing;
  }
  template <typename Space>
  static __device__ __forceinline__ void go(Space& space, const TrialsLaunch&, Word where) {
    space.next = where;
  }
};

/// Positions of places that map to one physical page: byte offsets, which may be as large as the address space.
struct FarPlaces {
  using Word = unsigned long long;
  static __device__ __forceinline__ Word even(const TrialsLaunch& launch, std::uint32_t i) {
    return launch.far_base + i * launch.far_spacing;
  }
  template <typename Space>
  static __device__ __forceinline__ void go(Space& space, const TrialsLaunch& launch, Word where) {
    space.base = launch.array + launch.zero + where;
    space.next = 0;
  }
};

/// Up to 32 visits, in their order, in shared memory.
template <typename Word>
struct VisitRow {
  Word where[32];
  std::uint32_t cycles[32];
};

/// Makes the visits of a row in order, with kTrialOverlap loads in flight at a time.
template <typename Space, typename Places>
__device__ __forceinline__ void fill_overlapping(Space& space, const TrialsLaunch& launch,
                                                 const VisitRow<typename Places::Word>& row, std::uint32_t count) {
  std::uint32_t loaded = 0;
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t visit = 0; visit < count; visit += kTrialOverlap) {
    const std::uint32_t after_the_last = loaded & launch.zero;  // 0, known once the loads before have ended
    std::uint32_t own[kTrialOverlap];
#pragma unroll
    for (std::uint32_t i = 0; i < kTrialOverlap; ++i) {
      own[i] = 0;
      if (visit + i >= count) continue;
      Places::go(space, launch, row.where[visit + i] + after_the_last);
      space.load();
      own[i] = static_cast<std::uint32_t>(space.next);
    }
#pragma unroll
    for (std::uint32_t i = 0; i < kTrialOverlap; ++i) loaded |= own[i];
  }
  space.next = loaded;
  space.settle();
}

/// One trial. `sink` is a word of shared memory that is never read.
template <typename Space, typename Places>
__device__ __forceinline__ void run_trial(const TrialsLaunch& launch, std::uint32_t ticket, VisitRow<typename Places::Word>& row,
                                          std::uint64_t& sink) {
  extern __shared__ std::uint64_t shared_tables[];
  const std::uint32_t lane = lane_id();
  const std::uint32_t words = (launch.places + 31) / 32;
  const std::uint32_t result_words = launch.slot_words - 1;
  const std::uint32_t timed_words = launch.timed == 0 ? 0 : launch.cycles != 0 ? 2 * words : words;
  using Word = typename Places::Word;
  // The table with the widest words comes first, for its alignment: the listed places.
  Word* const listed = reinterpret_cast<Word*>(shared_tables);
  std::uint32_t* const result = reinterpret_cast<std::uint32_t*>(listed + (launch.listed != 0 ? launch.places : 0));
  std::uint32_t* const timed = result + result_words;
  for (std::uint32_t i = lane; i < result_words; i += 32) result[i] = 0;
  for (std::uint32_t i = lane; i < timed_words; i += 32)
    timed[i] = __ldcg(reinterpret_cast<const std::uint32_t*>(launch.timed) + i);
  if (launch.listed != 0)
    for (std::uint32_t i = lane; i < launch.places; i += 32) listed[i] = __ldcg(reinterpret_cast<const Word*>(launch.listed) + i);
  __syncwarp();

  Space space;
  space.base = launch.array + launch.zero;
  space.next = 0;
  space.sink = shared_address(&sink);
  const CardDraw draw(launch, ticket);
  std::uint32_t made = 0;
  std::uint32_t enabled = launch.zero;  // always 0, which the compiler can't know: so it keeps one copy of the timed code

  for (std::uint32_t turn = 0; turn <= launch.fill_passes + 1; ++turn) {
    // The turn before the timed pass primes: it runs the first steps of that pass through the timed code with the load switched
    // off.
    const bool primes = turn == launch.fill_passes, records = turn > launch.fill_passes;
    const CardDraw::Order order = draw.order(records ? launch.fill_passes : turn);
    const std::uint32_t steps = primes ? min(launch.mask, kTrialPrimeSteps - 1) : launch.mask;
    for (std::uint64_t from = 0; from <= steps; from += 32) {
      const std::uint64_t k = from + lane;
      const std::uint32_t i = order.at(k);
      bool in = k <= steps && i < launch.places;
      const bool named = in && launch.timed != 0 && (timed[i / 32] >> (i % 32) & 1) != 0;
      in = in && (named || draw.is_in(i));
      const bool recorded = in && (launch.timed == 0 || named);
      const Word element = in && launch.listed != 0 ? listed[i] : Places::even(launch, i);
      const std::uint32_t visited = __ballot_sync(0xFFFFFFFFU, in);
      const auto rank = static_cast<std::uint32_t>(__popc(visited & ((1U << lane) - 1)));
      if (in) row.where[rank] = element;
      __syncwarp();
      if (lane == 0) {
        const auto count = static_cast<std::uint32_t>(__popc(visited));
        if (primes || records) {
          CHASESCOPE_NO_UNROLL
          for (std::uint32_t visit = 0; visit < count; ++visit) {
            Places::go(space, launch, row.where[visit]);
            row.cycles[visit] = space.timed(enabled, made);
          }
        } else if (launch.overlapping != 0) {
          fill_overlapping<Space, Places>(space, launch, row, count);
        } else {
          for (std::uint32_t visit = 0; visit < count; ++visit) {
            const std::uint32_t after_the_last = space.next & launch.zero;  // 0, known once the load before has ended
            Places::go(space, launch, row.where[visit] + after_the_last);
            space.load();
          }
          space.settle();
        }
      }
      __syncwarp();
      if (records && recorded) {
        const std::uint32_t cycles = row.cycles[rank];
        if (launch.cycles != 0)
          result[launch.timed != 0 ? rank_of_timed(timed, words, i) : i] = cycles;
        else if (cycles > launch.cut)
          atomicOr(&result[i / 32], 1U << (i % 32));
      }
    }
    if (primes) enabled = 1;
  }

  // Without this use of `made`, the predicate of the load would be computed between the clock reads.
  if (lane == 0) *reinterpret_cast<volatile std::uint32_t*>(&sink) = made;
  auto* const slot = reinterpret_cast<std::uint32_t*>(launch.answers) + std::uint64_t{ticket} * launch.slot_words;
  for (std::uint32_t i = lane; i < result_words; i += 32) slot[1 + i] = result[i];
  __threadfence_system();
  __syncwarp();
  if (lane == 0) slot[0] = launch.done;
  __syncwarp();
}

/// Runs the trials of this block: up to `in_a_row` of them, one after the other.
template <typename Space, typename Places = NearPlaces>
__device__ __forceinline__ void run_trials(const TrialsLaunch& launch) {
  __shared__ VisitRow<typename Places::Word> row;
  __shared__ std::uint64_t sink;
  std::uint32_t ticket = take_trial(launch);
  for (std::uint32_t made = 1; ticket < launch.trials; ++made) {
    run_trial<Space, Places>(launch, ticket, row, sink);
    if (made >= launch.in_a_row) return;
    ticket = next_ticket(launch);
  }
}

/// The flush: reads every sector of the flush memory once.
__device__ __forceinline__ void run_flush(const FlushLaunch& launch) {
  constexpr std::uint64_t kSector = 32;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  std::uint32_t all = 0;
  for (std::uint64_t at = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) * kSector; at < launch.bytes;
       at += threads * kSector)
    all |= __ldcg(reinterpret_cast<const std::uint32_t*>(launch.array + at));
  if (launch.sink == 1)
    *reinterpret_cast<std::uint32_t*>(launch.sink) = all;  // never true; keeps the compiler from dropping the loads
}

}  // namespace chasescope::cuda

extern "C" __global__ void trials_global_ca(const chasescope::cuda::TrialsLaunch launch) {
  chasescope::cuda::run_trials<chasescope::cuda::GlobalCa4>(launch);
}
extern "C" __global__ void trials_global_cg(const chasescope::cuda::TrialsLaunch launch) {
  chasescope::cuda::run_trials<chasescope::cuda::GlobalCg4>(launch);
}
extern "C" __global__ void trials_pages_global_ca(const chasescope::cuda::TrialsLaunch launch) {
  chasescope::cuda::run_trials<chasescope::cuda::GlobalCa4, chasescope::cuda::FarPlaces>(launch);
}
extern "C" __global__ void trials_pages_global_cg(const chasescope::cuda::TrialsLaunch launch) {
  chasescope::cuda::run_trials<chasescope::cuda::GlobalCg4, chasescope::cuda::FarPlaces>(launch);
}
extern "C" __global__ void trials_readonly(const chasescope::cuda::TrialsLaunch launch) {
  chasescope::cuda::run_trials<chasescope::cuda::Readonly4>(launch);
}
extern "C" __global__ void trials_texture(const chasescope::cuda::TrialsLaunch launch) {
  chasescope::cuda::run_trials<chasescope::cuda::Texture>(launch);
}
extern "C" __global__ void trials_flush(const chasescope::cuda::FlushLaunch launch) { chasescope::cuda::run_flush(launch); }
