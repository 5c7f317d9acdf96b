// Random software GPUs: as varied as issue and papers ask, and as plausible as a card must be for its parts to be told apart.
//
//   const nlohmann::json file = random_card(seed, 17);      // the same on any machine
//   const auto card = load_card(file.dump(), "card 17");
//
// Varied: one to three caches behind global loads (lines of 16 to 512 bytes, with sectors or without; 1 to 4,096 sets, also unequal
// ones and numbers that are no power of two; 1 to 64 ways; index by modulo, bit fields, shifted fields, XOR; every policy), one to
// three TLBs (pages of 4 KiB to 32 MiB), a path that skips the first cache on most cards, texture, read-only and constant caches on
// some, translation before or behind the first cache, page tables active for a window of 16 MiB to 4 GiB at a time on one in ten.
// Plausible: each level holds at least four times what the one before holds and costs at least 20 cycles more; missing a TLB costs
// at least 15 cycles; no two ways to serve a load cost nearly the same (6 cycles or 1.5 %), so that latencies can tell them apart;
// together the caches hold at most 8 MiB.
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

namespace chasescope::accuracy {

/// Card file number `number` of the series `seed`.
nlohmann::json random_card(std::uint64_t seed, std::uint64_t number);

}  // namespace chasescope::accuracy
