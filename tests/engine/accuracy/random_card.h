// Random software GPUs: as varied as real and published ones, and plausible, so that their parts can be told apart.
//
//   const nlohmann::json file = random_card(seed, 17);      // the same on any machine
//   const auto card = load_card(file.dump(), "card 17");
//
// Varied: one to three caches behind global loads (lines of 16 to 512 bytes, with or without sectors; 1 to 4,096 sets, also sets of
// unequal size and numbers that are no power of two; 1 to 64 ways; index by modulo, bit fields, shifted fields, XOR; every policy),
// and one to three TLBs (pages of 4 KiB to 32 MiB). Most cards have a path that skips the first cache. Some have texture, read-only
// and constant caches. Translation comes before or behind the first cache. On one card in ten only a window of page tables, 16 MiB
// to 4 GiB, is active at a time.
//
// Plausible: each level holds at least four times as much as the one before and costs at least 20 cycles more. A TLB miss costs at
// least 15 cycles. No two ways to serve a load cost nearly the same (within 6 cycles or 1.5 %), so that latencies can tell them
// apart. The caches hold at most 8 MiB together.
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

namespace chasescope::accuracy {

/// Card file number `number` of the series `seed`.
nlohmann::json random_card(std::uint64_t seed, std::uint64_t number);

}  // namespace chasescope::accuracy
