// Deterministic policies with bits or ages. They have names in the literature, but none among the policies of findings. Predicts
// their hits and misses access by access.
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
  std::uint8_t bits = 2;  ///< srrip: of a guess
  // qlru
  std::uint8_t age_of_3 = 0, age_of_2 = 0;  ///< after a hit, by the age before; any other age becomes 0
  std::uint8_t inserted = 0;
  std::uint8_t replaces = 0;  ///< R0, R1, R2
  std::uint8_t updates = 0;   ///< U0 to U3
  bool on_miss_only = false;  ///< UMO
};

/// All of them, the best known first.
const std::vector<BitAndAgeMachine>& bit_and_age_machines();

/// The hits and misses of such a policy, starting with an empty set. Accesses that did not reach the set are skipped (their entry
/// is false).
std::vector<bool> misses_of(const BitAndAgeMachine& machine, const std::vector<SetAccess>& accesses, std::uint32_t ways);

}  // namespace chasescope::inference
