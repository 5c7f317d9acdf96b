// Reads the name of a quad-age LRU variant: "H11_M1_R0_U0", "H21_M2_R0_U0_UMO", "H11_MR161_R1_U2".
//
// The names are nanoBench's (Abel, Reineke, ISPASS 2020; tools/CacheAnalyzer/cacheSim.py; uops.info/cache.html lists the variants
// of processors):
//   Hxy  a hit changes age 3 to x, age 2 to y, and any other age to 0
//   Mx   a new line has age x
//   MRpx a new line has age x with probability 1/p, else age 3
//   R0   a new line takes the leftmost empty way; if the set is full, it replaces the leftmost line of age 3
//   R1   the same, but way 0 is replaced if no line has age 3
//   R2   a new line takes the rightmost empty way; if the set is full, it replaces the leftmost line of age 3
//   U    ages grow after an access that leaves no way of age 3; with _UMO only on a miss, before the replacement
//   U0   all ages grow by as much as the oldest is below 3
//   U1   if no way but the accessed one has age 3, the ages of all other ways grow by as much as the oldest of them is below 3
//   U2   all ages grow by one
//   U3   all ages but that of the accessed way grow by one
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace chasescope::model {

struct QlruVariant {
  std::array<std::uint8_t, 4> promoted{};  ///< the age after a hit, by the age before it
  std::uint8_t inserted = 0;
  std::uint16_t chance = 1;  ///< a new line has the age `inserted` with probability 1/chance, else age 3
  std::uint8_t replaces = 0;
  std::uint8_t updates = 0;
  bool on_miss_only = false;

  /// Whether two variants treat equal ages equally and differ at most in the age of a new line.
  bool same_ages(const QlruVariant& other) const {
    return promoted == other.promoted && replaces == other.replaces && updates == other.updates &&
           on_miss_only == other.on_miss_only;
  }
};

/// The variant of this name; no value if there is none. R0 and R2 need U0 or U1, which always leave a way of age 3.
std::optional<QlruVariant> parse_qlru(std::string_view text);

}  // namespace chasescope::model
