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
  const char* name;  ///< of the request, and of the choice
  const char* subject;
  friend constexpr bool operator==(const SweptLevel& a, const SweptLevel& b) { return std::string_view(a.name) == b.name; }
};
inline constexpr SweptLevel kSweptL1{"l1", subject::l1_data}, kSweptShared{"shared", subject::shared_memory},
    kSweptL2{"l2", subject::l2}, kSweptMemory{"dram", subject::dram};
inline constexpr std::array kSweptLevels{kSweptL1, kSweptShared, kSweptL2, kSweptMemory};

/// Whether each block reads a slice of its own, in its SM; else all blocks share the array.
bool is_sliced(const SweptLevel& level);

/// The arrays that are tried, largest first. Empty: the device does not tell what it takes, and `missing` says what.
std::vector<std::uint64_t> swept_arrays(const SweptLevel& level, Direction direction, const Properties& known,
                                        std::string& missing);

}  // namespace chasescope
