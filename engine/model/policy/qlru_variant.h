// The name of a quad-age LRU machine, taken apart: "H11_M1_R0_U0", "H21_M2_R0_U0_UMO", "H11_MR161_R1_U2".
//
// As nanoBench names them (Abel, Reineke, ISPASS 2020; tools/CacheAnalyzer/cacheSim.py; uops.info/cache.html lists which processor
// has which):
//   Hxy  a hit makes age 3 an x and age 2 a y, any other age 0
//   Mx   a new line has age x;  MRpx: age x once in p times, by chance, else 3
//   R0   fills the leftmost empty way; the leftmost of age 3 goes. R1: the same, and way 0 if none has age 3. R2: fills the
//        rightmost empty way; the leftmost of age 3 goes
//   U    after an access (with _UMO: on a miss only, before it) that leaves no way of age 3, U0: all ages grow by what the oldest
//        lacks; U2: all by one; U3: all but that of the way accessed by one. U1: if no other way than the one accessed has age 3,
//        the ages of all others grow by what the oldest of them lacks
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace chasescope::model {

struct QlruVariant {
  std::array<std::uint8_t, 4> promoted{};  ///< the age after a hit, by the age before
  std::uint8_t inserted = 0;
  std::uint16_t chance = 1;  ///< `inserted` is taken once in so many times
  std::uint8_t replaces = 0;
  std::uint8_t updates = 0;
  bool on_miss_only = false;

  /// Whether two machines do the same with the same ages; a new line's apart.
  bool same_ages(const QlruVariant& other) const {
    return promoted == other.promoted && replaces == other.replaces && updates == other.updates &&
           on_miss_only == other.on_miss_only;
  }
};

/// Empty if the text names no machine. R0 and R2 need an update that always leaves a way of age 3: U0 or U1.
std::optional<QlruVariant> parse_qlru(std::string_view text);

}  // namespace chasescope::model
