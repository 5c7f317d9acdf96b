// Machines: software GPUs drawn as vendors build them. They are a second series, independent of the first one (random_card.h).
//
//   for (const MachineFamily& family : machine_families()) …
//   const nlohmann::json file = machine_card(machine_families()[3], seed, 17);      // the same on any machine
//   const auto card = load_card(file.dump(), "card 17");
//
// A family is a line of real or published machines, written as a function. The function varies the numbers of the machine as the
// generations of that vendor did: GPUs of NVIDIA from Tesla to Hopper, of AMD, Intel, ARM, Apple, Qualcomm and Broadcom, and
// processors with hierarchies of other kinds (three ways of 512 sets, 20 ways, sets by a hash of twenty bits, an L2 of the lines
// that the L1 evicts, direct-mapped caches, random replacement). The draws take no account of what a probe can find. But a part
// that no observer could see is not drawn. So these conditions hold along each path (unobservable() names a broken one):
//
//   latency   A level takes at least 8 cycles longer than the one before, and so does a TLB or walk. Two sources that take equally
//             long are one source to every observer with a clock. If slices take different times, the last slice of a level
//             comes 8 cycles before the first slice of the next level. Sums may be equal (a near level after a walk, a far level
//             without a walk), because trials that vary one of the two tell them apart.
//   capacity  A cache holds at least one and a half times as much as the cache before it. A footprint that overflows the cache
//             before would also overflow a smaller one, which would never hit. Caches that are filled by evicted lines hold other
//             lines than the cache before, and may be of any size.
//   reach     A TLB reaches at least one and a half times as far as the TLB before it. The last TLB reaches a quarter of the
//             memory at most: a TLB that never overflows has no visible end.
//   behind    TLBs behind a cache reach at least twice as much as the cache holds: with less reach, a TLB never sees a page twice.
//   limit     Spaces of a limited size (64 KiB of constants) can't show a cache that holds more than four fifths of that size.
//   window    The window of active pages is at least twice the reach of the TLBs, and a quarter of the memory at most. A switch of
//             the window takes at least 8 cycles more than a walk.
//
// One condition is not physical: the caches of a card hold at most 9 MiB together, so that many cards can be tried in a night.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/model/spec/card.h"
#include "tests/engine/accuracy/machines/draw.h"

namespace chasescope::accuracy {

struct MachineFamily {
  std::string_view name;   ///< for example "fermi"
  std::string_view about;  ///< the real machines of the family, in half a line
  nlohmann::json (*draw)(Draw&);
};

/// All families, in the order in which the cards of a series take them in turn.
const std::vector<MachineFamily>& machine_families();

/// Card file number `number` of the series `seed`.
nlohmann::json machine_card(const MachineFamily& family, std::uint64_t seed, std::uint64_t number);

/// The part of this card that no observer could see, as a sentence; empty if everything can be seen.
std::string unobservable(const model::Card& card);

}  // namespace chasescope::accuracy
