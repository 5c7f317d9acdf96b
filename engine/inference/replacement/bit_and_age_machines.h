// Deterministic policies that keep a bit or an age for each way. They have names in the literature, but findings have no names for
// them. Their hits and misses are predicted access by access.
//
// NRU (Jaleel et al., ISCA 2010), MRU and MRU_N (nanoBench: Abel, Reineke, ISPASS 2020), clock (Corbató, 1968), SRRIP by hits and
// by frequency (Jaleel et al.), and the family of quad-age LRU by nanoBench's names: QLRU_Hxy_Mx_Rx_Ux[_UMO].
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/inference/replacement/set_victims.h"

namespace chasescope::inference {

struct BitAndAgeMachine {
  enum class Kind : std::uint8_t { nru, mru, mru_n, clock, srrip_hp, srrip_fp, qlru };
  std::string name;
  Kind kind = Kind::nru;
  std::uint8_t bits = 2;  ///< srrip: bits of a line's predicted re-reference interval
  // The other members are for qlru alone.
  std::uint8_t age_of_3 = 0, age_of_2 = 0;  ///< a hit gives these ages to lines of age 3 and 2; lines of any other age get 0 (Hxy)
  std::uint8_t inserted = 0;                ///< the age of a new line (Mx)
  std::uint8_t replaces = 0;                ///< which way a new line takes: 0 to 2 for R0 to R2
  std::uint8_t updates = 0;                 ///< how ages grow when no line is of the greatest age: 0 to 3 for U0 to U3
  bool on_miss_only = false;                ///< ages grow at misses only (UMO)
};

/// All these policies, the best known first.
const std::vector<BitAndAgeMachine>& bit_and_age_machines();

/// The hits and misses of such a policy, starting with an empty set. Accesses that did not reach the set are skipped (their entry
/// is false).
std::vector<bool> misses_of(const BitAndAgeMachine& machine, const std::vector<SetAccess>& accesses, std::uint32_t ways);

}  // namespace chasescope::inference
