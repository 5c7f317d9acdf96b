// Synthetic runs and findings of what has figures alone: near and far memory, clusters, carve-outs, instruction caches, caches that
// are one array, and a staircase.
#pragma once

#include "tests/widgets/sample_curves.h"

namespace chasescope::sample {

/// 1,024 lines that take 500 and 700 cycles in turns of 64.
Measured nearAndFar();
/// Clusters of 1 and of 4 blocks: 26 cycles to oneself, 200 to another, 150 for a copy.
Measured clusters();
/// An L1 of 64 KiB without a carve-out, and of 16 KiB with all of it.
Measured carveouts();
/// Code of 1 to 64 KiB; 1 cycle an instruction up to 16 KiB and 4 behind it.
Measured instructions();
/// L1 and texture are one array, and the constant L1 is another one. Beside an idle agent `ownMisses` of 64 accesses miss.
Measured sharing(std::size_t ownMisses = 0);
/// Chases of 16 to 24 KiB through an L1 of 32 sets of 4 lines of 128 bytes.
Measured staircase(std::uint64_t growth = 512);

}  // namespace chasescope::sample
