// Synthetic runs and findings for the figures that no view draws: near and far memory, clusters, carve-outs, instruction caches,
// caches that share one array, and a staircase.
#pragma once

#include "tests/widgets/sample_curves.h"

namespace chasescope::sample {

/// 1,024 lines that take 500 and 700 cycles in turns of 64.
Measured nearAndFar();
/// Clusters of 1 and of 4 blocks: a load takes 26 cycles from the own block and 200 from another one, a copy takes 150.
Measured clusters();
/// An L1 of 64, 40 and 16 KiB at carve-outs of 0, 50 and 100 %.
Measured carveouts();
/// Code of 1 to 64 KiB: 1 cycle an instruction up to 16 KiB, and 4 beyond.
Measured instructions();
/// L1 and texture are one array, and the constant L1 is another one. Beside an idle agent `ownMisses` of 64 accesses miss; beside
/// L1 loads `lostOfTexture` of 64 texture loads do.
Measured sharing(std::size_t ownMisses = 0, std::size_t lostOfTexture = 64);
/// Chases of 16 to 24 KiB through an L1 of 32 sets of 4 lines of 128 bytes.
Measured staircase(std::uint64_t growth = 512);

}  // namespace chasescope::sample
