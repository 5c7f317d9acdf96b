// Machines: software GPUs drawn as vendors build them, a second series beside random_card.h that knows nothing of the first.
//
//   for (const MachineFamily& family : machine_families()) …
//   const nlohmann::json file = machine_card(machine_families()[3], seed, 17);      // the same on any machine
//   const auto card = load_card(file.dump(), "card 17");
//
// A family is a line of real or published machines, written as a function that varies its numbers as the generations of that vendor
// did: GPUs of NVIDIA from Tesla to Hopper, of AMD, Intel, ARM, Apple, Qualcomm and Broadcom, and processors that serve loads
// through hierarchies of other tastes (three ways of 512 sets, 20 ways, sets by a hash of twenty bits, victims of the L1 as an L2,
// direct-mapped caches, replacement by chance). Nothing is drawn because a probe likes it; what no observer could see is not drawn.
// That is, along each path (unobservable() says which one a card breaks):
//
//   latency      What answers from farther away takes at least 8 cycles longer, and so does what translates from farther away: two
//                sources that take equally long are one to whoever has a clock. Where slices answer sooner and later, the last
//                slice of a level still comes 8 cycles before the first of the next. Sums may be equal (a near level behind a walk,
//                a far one without): trials that vary one of the two tell them apart.
//   capacity     A cache holds at least half as much again as the one before it: whatever fills both never gets an answer from one
//                that holds no more. Levels filled by victims hold other lines than the one before, and may be of any size.
//   reach        A TLB reaches at least half as far again as the one before it, and the last not more than a quarter of the memory:
//                what never overflows has no end to be seen.
//   behind       TLBs behind a cache reach twice what it holds: those that reach less are never asked twice about a page.
//   limit        What is read through spaces of a limited size alone (64 KiB of constants) can't show a cache that holds four
//   fifths of it. window       Pages active at a time are twice what TLBs reach, and a quarter of the memory at most; switching
//   them takes 8 cycles
//                more than a walk.
//
// One condition is not physical: the caches of a card hold at most 9 MiB together, for there are many cards to try in a night.
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
  std::string_view name;   ///< "fermi"
  std::string_view about;  ///< which machines, in half a line
  nlohmann::json (*draw)(Draw&);
};

/// All families, in the order in which the cards of a series take them in turn.
const std::vector<MachineFamily>& machine_families();

/// Card file number `number` of the series `seed`.
nlohmann::json machine_card(const MachineFamily& family, std::uint64_t seed, std::uint64_t number);

/// What nobody could see of this card, as a sentence; empty if there is nothing.
std::string unobservable(const model::Card& card);

}  // namespace chasescope::accuracy
