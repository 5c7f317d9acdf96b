// Bank conflicts: what one warp's access to shared memory takes (2014 paper, §4.1).
#pragma once

#include <cstdint>

#include "engine/model/spec/sm_spec.h"

namespace chasescope::model {

/// Lane i of a warp loads word i·stride; words are `word_bytes` wide (4, 8 or 16), banks are numbered in the mode `bank_bytes`.
struct BankAccess {
  std::uint64_t stride = 1;
  std::uint32_t word_bytes = 4;
  std::uint32_t bank_bytes = 4;
};

/// How often the busiest bank is asked for another row, as a multiple of what an access of conflict-free words takes. Lanes that
/// want the same row of a bank are served at once. Words wider than a row are served a half or a quarter of the warp at a time.
double conflict_degree(const SharedMemorySpec& memory, const BankAccess& access);

/// SM cycles for a conflict degree, from the measured table.
double conflict_cycles(const SharedMemorySpec& memory, double degree);

}  // namespace chasescope::model
