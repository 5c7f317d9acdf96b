// The two loops of a chase: every access timed (2014 paper, §3.2, listing 4), or all of them at once (listing 2).
//
// A Space does one access in its memory space:
//   std::uint32_t timed(std::uint32_t enabled, std::uint32_t& made)  cycles of one access; with enabled 0 the same instructions
//                                                                    run, but the load is switched off
//   void load()                                                      one access, untimed
//   void settle()                                                    waits for the last access
//   std::uint64_t index() const                                      the element that comes next
#pragma once

#include <cstdint>

#include "kernels/chase_launch.h"
#include "kernels/machine.cuh"

namespace chasescope::cuda {

/// Where latencies are recorded: shared memory on a card.
struct LatencyBuffer {
  alignas(16) std::uint32_t cycles[kChunk];
  std::uint32_t prime[kPrimeSteps];
  std::uint64_t sink;  ///< takes the dependent stores
};

CHASESCOPE_DEVICE std::uint32_t next_count(std::uint64_t left, std::uint32_t most) {
  return left < most ? static_cast<std::uint32_t>(left) : most;
}

CHASESCOPE_DEVICE Mailboxes& mailboxes_of(const ChaseLaunch& launch) { return *reinterpret_cast<Mailboxes*>(launch.mailboxes); }

/// Puts `count` latencies into block `number` of the ring, waiting for room. False: the host wants an end.
CHASESCOPE_DEVICE bool emit(const ChaseLaunch& launch, std::uint64_t number, const std::uint32_t* latencies, std::uint32_t count) {
  Mailboxes& mail = mailboxes_of(launch);
  for (;;) {
    const std::uint64_t stop = read_system(&mail.host.stop);
    const std::uint64_t consumed = read_system(&mail.host.consumed);
    if (stop != 0) return false;
    if (number - consumed < kRingBlocks) break;
    pause_briefly();
  }
  auto* ring = reinterpret_cast<std::uint32_t*>(launch.ring);
  stream_out(ring + (number % kRingBlocks) * kChunk, latencies, count);
  publish_system(&mail.card.produced, number + 1);
  return true;
}

/// Ends a launch: what every kind of chase tells. Anything else must have been stored before.
CHASESCOPE_DEVICE void finish(const ChaseLaunch& launch, bool stopped, std::uint64_t index, std::uint64_t made, std::uint32_t sm) {
  CardMailbox& card = mailboxes_of(launch).card;
  card.stopped = stopped ? 1 : 0;
  card.final_index = index;
  card.made = made;
  card.sm = sm;
  publish_system(&card.finished, launch.number);
}

/// Follows the pattern: warm-up, then every access timed and recorded.
///
/// Priming, warm-up and timed accesses run through one copy of the timed code, so that it lies in the instruction caches before
/// the first timed access. Priming runs it with the load switched off. (What the code takes then is no measure of its cost: on Hopper
/// two 64-bit clock reads around a store can't be closer than about 29 cycles, and a load of 38 hides them.)
template <typename Space>
CHASESCOPE_DEVICE void chase_each(const ChaseLaunch& launch, Space& space, LatencyBuffer& buffer, std::uint32_t sm) {
  Mailboxes& mail = mailboxes_of(launch);
  std::uint64_t warmup = launch.warmup;
  std::uint64_t timed = launch.accesses;
  std::uint64_t block = 0;
  std::uint32_t unseen = 0;
  std::uint32_t made = 0;
  std::uint32_t enabled = launch.zero;  // 0, unseen by the compiler: one copy of the timed code
  std::uint32_t count = kPrimeSteps;
  std::uint32_t* target = buffer.prime;
  bool stopped = false;

  for (;;) {
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t i = 0; i < count; ++i) target[i] = space.timed(enabled, made);

    if (enabled == 0) {
      enabled = 1;
      target = buffer.cycles;
    } else if (warmup != 0) {
      warmup -= count;
      unseen += count;
      if (unseen >= kAccessesPerLook && warmup != 0) {  // not between the last warm-up and the first timed access
        unseen = 0;
        tell_system(&mail.card.progress, launch.warmup - warmup);
        stopped = read_system(&mail.host.stop) != 0;
      }
    } else {
      timed -= count;
      stopped = !emit(launch, block, buffer.cycles, count);
      ++block;
    }
    const std::uint64_t left = warmup != 0 ? warmup : timed;
    if (left == 0 || stopped) break;
    count = next_count(left, kChunk);
  }

  finish(launch, stopped, space.index(), made, sm);
}

/// Follows the pattern and times chunks of kAccessesPerLook accesses as a whole; the looks at the stop flag lie outside.
/// The mean holds, besides the load, the making of the next address (one multiply-add).
template <typename Space>
CHASESCOPE_DEVICE void chase_mean(const ChaseLaunch& launch, Space& space, std::uint32_t sm) {
  Mailboxes& mail = mailboxes_of(launch);
  std::uint64_t warmup = launch.warmup;
  std::uint64_t timed = launch.accesses;
  std::uint64_t total = 0;
  bool stopped = false;

  for (;;) {
    const std::uint32_t count = next_count(warmup != 0 ? warmup : timed, kAccessesPerLook);
    const std::uint64_t begin = read_clock();
    for (std::uint32_t i = 0; i < count; ++i) space.load();
    space.settle();
    const std::uint64_t cycles = read_clock() - begin;
    if (warmup != 0) {
      warmup -= count;
    } else {
      timed -= count;
      total += cycles;
    }
    if (warmup + timed == 0) break;
    tell_system(&mail.card.progress, launch.warmup + launch.accesses - warmup - timed);
    stopped = read_system(&mail.host.stop) != 0;
    if (stopped) break;
  }

  mail.card.total_cycles = total;
  finish(launch, stopped, space.index(), launch.warmup + launch.accesses - warmup - timed, sm);
}

}  // namespace chasescope::cuda
