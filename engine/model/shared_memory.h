// Bank conflicts: the time of one warp's access to shared memory (2014 paper, §4.1).
#pragma once

#include <cstdint>

#include "engine/model/spec/sm_spec.h"

namespace chasescope::model {

/// Lane i of a warp loads word i·stride. Words are `word_bytes` wide (4, 8 or 16 bytes), and the card is in the mode with banks
/// that are `bank_bytes` wide.
struct BankAccess {
  std::uint64_t stride = 1;
  std::uint32_t word_bytes = 4;
  std::uint32_t bank_bytes = 4;
};

/// The number of rows that the busiest bank must deliver, relative to an access without conflicts. Lanes that want the same row of
/// a bank are served at once. If words are wider than a row, a half or a quarter of the warp is served at a time.
double conflict_degree(const SharedMemorySpec& memory, const BankAccess& access);

/// SM cycles for a conflict degree, from the measured table.
double conflict_cycles(const SharedMemorySpec& memory, double degree);

}  // namespace chasescope::model
