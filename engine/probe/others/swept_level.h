// The levels that all SMs together can read, write or copy, and the arrays with which they are measured.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/description.h"
#include "engine/device/requests.h"
#include "engine/findings/vocabulary.h"

namespace chasescope {

struct SweptLevel {
  const char* name;  ///< the level's name in requests and in the parameter's choices
  const char* subject;
  friend constexpr bool operator==(const SweptLevel& a, const SweptLevel& b) { return std::string_view(a.name) == b.name; }
};
inline constexpr SweptLevel kSweptL1{"l1", subject::l1_data}, kSweptShared{"shared", subject::shared_memory},
    kSweptL2{"l2", subject::l2}, kSweptMemory{"dram", subject::dram};
inline constexpr std::array kSweptLevels{kSweptL1, kSweptShared, kSweptL2, kSweptMemory};

/// Further read-only paths into an SM's caches.
inline constexpr SweptLevel kSweptReadOnly{"readonly", subject::readonly}, kSweptTexture{"texture", subject::texture},
    kSweptConstant{"constant", subject::constant_l1};
inline constexpr std::array kSweptReadOnlyLevels{kSweptReadOnly, kSweptTexture, kSweptConstant};
bool is_read_only(const SweptLevel& level);

/// Whether the level is an L1, which loads that bypass the L1 would not use.
bool is_of_an_l1(const SweptLevel& level);

/// Whether each block reads a slice of its own, in its SM. If not, all blocks share the array.
bool is_sliced(const SweptLevel& level);

/// The arrays that are tried, largest first; for constants, smallest first. Empty if the device does not report a size that is
/// needed; `missing` then names it.
std::vector<std::uint64_t> swept_arrays(const SweptLevel& level, Direction direction, const Properties& known,
                                        std::string& missing);

}  // namespace chasescope
