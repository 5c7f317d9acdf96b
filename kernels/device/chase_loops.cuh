// The two loops of a chase: every access is timed (2014 paper, §3.2, listing 4), or many accesses are timed as a whole (listing 2).
//
// A Space makes single accesses in its memory space:
//   std::uint32_t timed(std::uint32_t enabled, std::uint32_t& made)  cycles of one access; with enabled 0 the same instructions
//                                                                    run, but the load is switched off
//   void load()                                                      one access, untimed
//   void settle()                                                    waits for the last access
//   std::uint64_t index() const                                      the element of the next access
//
// run_timed(), run_loads() and run_untimed() do a chunk of accesses; paired.cuh has overloads for a space that is known only at run
// time.
#pragma once

#include <cstdint>

#include "kernels/device/chase_launch.h"
#include "kernels/device/machine.cuh"

namespace chasescope::cuda {

/// Where latencies are recorded: shared memory on a card.
struct LatencyBuffer {
  alignas(16) std::uint32_t cycles[kChunk];
  std::uint32_t prime[kPrimeSteps];
  std::uint64_t sink;  ///< target of the stores that depend on a loaded value
};

CHASESCOPE_DEVICE std::uint32_t next_count(std::uint64_t left, std::uint32_t most) {
  return left < most ? static_cast<std::uint32_t>(left) : most;
}

CHASESCOPE_DEVICE Mailboxes& mailboxes_of(const ChaseLaunch& launch) { return *reinterpret_cast<Mailboxes*>(launch.mailboxes); }

/// Puts `count` latencies into block `number` of the ring, waiting for room. False: the host has set the stop flag.
CHASESCOPE_DEVICE bool emit(const ChaseLaunch& launch, std::uint64_t number, const std::uint32_t* latencies, std::uint32_t count) {
  Mailboxes& mail = mailboxes_of(launch);
  for (;;) {
    const std::uint64_t stop = read_system(&mail.host.stop);
    const std::uint64_t consumed = read_system(&mail.host.consumed);
    if (stop != 0) return false;
    if (number - consumed < launch.ring_blocks) break;
    pause_briefly();
  }
  auto* ring = reinterpret_cast<std::uint32_t*>(launch.ring);
  stream_out(ring + (number & (launch.ring_blocks - 1)) * kChunk, latencies, count);
  publish_system(&mail.card.produced, number + 1);
  return true;
}

/// The accesses that an agent makes in one part of a chase, and its progress.
struct Walk {
  std::uint64_t warmup;  ///< untimed accesses
  std::uint64_t timed;   ///< timed accesses after them
  std::uint64_t told;    ///< accesses that the launch made earlier; they count in the reported progress
  std::uint64_t block;   ///< number of the ring's next block
  std::uint64_t made;    ///< loads executed so far; modulo 2^32 for record each
  std::uint64_t cycles;  ///< record mean: of all timed chunks
  bool stopped;          ///< the host has set the stop flag
};

CHASESCOPE_DEVICE Walk whole_walk(const ChaseLaunch& launch) { return {launch.warmup, launch.accesses, 0, 0, 0, 0, false}; }

/// Ends a launch with the members that every kind of chase reports. All other results must have been stored before.
CHASESCOPE_DEVICE void finish(const ChaseLaunch& launch, bool stopped, std::uint32_t sm) {
  CardMailbox& card = mailboxes_of(launch).card;
  card.stopped = stopped ? 1 : 0;
  card.sm = sm;
  publish_system(&card.finished, launch.number);
}

CHASESCOPE_DEVICE void report(const ChaseLaunch& launch, std::uint32_t agent, std::uint64_t index, const Walk& walk) {
  mailboxes_of(launch).card.agents[agent] = {index, walk.made, walk.cycles};
}

/// `count` accesses by timed(), with their cycles.
template <typename Space>
CHASESCOPE_DEVICE void run_timed(Space& space, std::uint32_t count, std::uint32_t* cycles, std::uint32_t enabled,
                                 std::uint32_t& made) {
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; i < count; ++i) cycles[i] = space.timed(enabled, made);
}

/// `count` accesses by load(); when it returns the last one has ended.
template <typename Space>
CHASESCOPE_DEVICE void run_loads(Space& space, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) space.load();
  space.settle();
}

/// The same for a warm-up. The loop is not unrolled, since more copies of the load would move the timed code to other addresses
/// (see fetch_groups.py).
template <typename Space>
CHASESCOPE_DEVICE void run_untimed(Space& space, std::uint32_t count) {
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; i < count; ++i) space.load();
  space.settle();
}

/// Most of the warm-up, with untimed loads, which take half as long as timed loads. The rest of `walk.warmup` is left to the timed
/// code.
template <typename Space>
CHASESCOPE_DEVICE void walk_untimed(const ChaseLaunch& launch, Space& space, Walk& walk) {
  Mailboxes& mail = mailboxes_of(launch);
  std::uint64_t done = 0;
  while (walk.warmup > kChunk && !walk.stopped) {
    const std::uint32_t count = next_count(walk.warmup - kChunk, kAccessesPerLook);
    run_untimed(space, count);
    walk.warmup -= count;
    done += count;
    tell_system(&mail.card.progress, walk.told + done);
    walk.stopped = read_system(&mail.host.stop) != 0;
  }
  walk.told += done;
  walk.made += done;
}

/// Follows the pattern: warm-up, then every access timed and recorded.
///
/// Priming, the end of the warm-up and timed accesses run through one copy of the timed code, so that it lies in the instruction
/// caches before the first timed access. Priming runs it with the load switched off. (The cycles of a
/// primed run are no measure of the code's overhead: on Hopper two 64-bit clock reads around a store are at least about 29 cycles
/// apart, and a load of 38 cycles hides these.)
template <typename Space>
CHASESCOPE_DEVICE void walk_each(const ChaseLaunch& launch, Space& space, LatencyBuffer& buffer, Walk& walk) {
  walk_untimed(launch, space, walk);
  if (walk.stopped) return;
  std::uint64_t warmup = walk.warmup;
  std::uint64_t timed = walk.timed;
  std::uint64_t block = walk.block;
  std::uint32_t made = 0;
  std::uint32_t enabled = launch.zero;  // always 0, which the compiler can't know: so it keeps one copy of the timed code
  std::uint32_t count = kPrimeSteps;
  std::uint32_t* target = buffer.prime;
  bool stopped = false;

  for (;;) {
    run_timed(space, count, target, enabled, made);

    if (enabled == 0) {
      enabled = 1;
      target = buffer.cycles;
    } else if (warmup != 0) {
      warmup -= count;  // the end of the warm-up: no mailbox is touched before the first timed access
    } else {
      timed -= count;
      stopped = !emit(launch, block, buffer.cycles, count);
      ++block;
    }
    const std::uint64_t left = warmup != 0 ? warmup : timed;
    if (left == 0 || stopped) break;
    count = next_count(left, kChunk);
  }

  walk.block = block;
  walk.made += made;
  walk.stopped = stopped;
}

/// Follows the pattern and times chunks of kAccessesPerLook accesses as a whole; reads of the stop flag lie outside
/// the timed chunks. The mean includes, besides the load, computing the next address (one multiply-add).
template <typename Space>
CHASESCOPE_DEVICE void walk_mean(const ChaseLaunch& launch, Space& space, Walk& walk) {
  Mailboxes& mail = mailboxes_of(launch);
  std::uint64_t warmup = walk.warmup;
  std::uint64_t timed = walk.timed;
  std::uint64_t total = 0;
  bool stopped = false;

  while (warmup + timed != 0 && !stopped) {
    const std::uint32_t count = next_count(warmup != 0 ? warmup : timed, kAccessesPerLook);
    const std::uint64_t begin = read_clock();
    run_loads(space, count);
    const std::uint64_t cycles = read_clock() - begin;
    if (warmup != 0) {
      warmup -= count;
    } else {
      timed -= count;
      total += cycles;
    }
    if (warmup + timed == 0) break;
    tell_system(&mail.card.progress, walk.told + walk.warmup + walk.timed - warmup - timed);
    stopped = read_system(&mail.host.stop) != 0;
  }

  walk.made += walk.warmup + walk.timed - warmup - timed;
  walk.cycles += total;
  walk.stopped = stopped;
}

template <typename Space>
CHASESCOPE_DEVICE void chase_each(const ChaseLaunch& launch, Space& space, LatencyBuffer& buffer, std::uint32_t sm) {
  Walk walk = whole_walk(launch);
  walk_each(launch, space, buffer, walk);
  report(launch, 0, space.index(), walk);
  finish(launch, walk.stopped, sm);
}

template <typename Space>
CHASESCOPE_DEVICE void chase_mean(const ChaseLaunch& launch, Space& space, std::uint32_t sm) {
  Walk walk = whole_walk(launch);
  walk_mean(launch, space, walk);
  report(launch, 0, space.index(), walk);
  finish(launch, walk.stopped, sm);
}

/// One part of an agent of a paired chase.
template <typename Space>
CHASESCOPE_DEVICE void walk_part(const AgentLaunch& agent, Space& space, LatencyBuffer& buffer, Walk& walk) {
  if (agent.mean != 0)
    walk_mean(agent.chase, space, walk);
  else
    walk_each(agent.chase, space, buffer, walk);
}

/// The four parts of a paired chase, in order: warm A, warm B, time A, time B.
inline constexpr std::uint32_t kPairedParts = 4;

/// Sets the accesses that agent `part % 2` makes in a part. `walk` comes from the agent's part before.
CHASESCOPE_DEVICE void begin_part(const PairedLaunch& launch, std::uint32_t part, Walk& walk) {
  const ChaseLaunch& a = launch.agents[0].chase;
  const ChaseLaunch& b = launch.agents[1].chase;
  const ChaseLaunch& own = part % 2 == 0 ? a : b;
  walk.warmup = part < 2 ? own.warmup : 0;
  walk.timed = part < 2 ? 0 : own.accesses;
  walk.told = (part > 0 ? a.warmup : 0) + (part > 1 ? b.warmup : 0) + (part > 2 ? a.accesses : 0);
  walk.block = part == 3 && launch.agents[0].mean == 0 ? (a.accesses + kChunk - 1) / kChunk : 0;
}

}  // namespace chasescope::cuda
