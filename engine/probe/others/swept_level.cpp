#include "engine/probe/others/swept_level.h"

#include <algorithm>

namespace chasescope {
namespace {

constexpr std::uint64_t kUsualSharedBytes = 64 << 10;  // of an SM, where the device tells none
constexpr std::uint64_t kFarFromL2 =
    16;  // times the L2: of what is read from such an array at most a sixteenth can come from there

std::uint64_t whole_kib(std::uint64_t bytes) { return bytes / 1024 * 1024; }

}  // namespace

bool is_sliced(const SweptLevel& level) { return level == kSweptL1 || level == kSweptShared; }

std::vector<std::uint64_t> swept_arrays(const SweptLevel& level, Direction direction, const Properties& known,
                                        std::string& missing) {
  const std::uint64_t halves = direction == Direction::copy ? 2 : 1;  // a copy has two arrays
  std::vector<std::uint64_t> arrays;
  if (is_sliced(level)) {
    missing = "number of SMs";
    if (!known.sm_count) return {};
    const auto& block = known.shared_bytes_per_block;
    const std::uint64_t sm = known.shared_bytes_per_sm.value_or(block.value_or(kUsualSharedBytes));
    const std::uint64_t most = (level == kSweptL1 ? sm : block.value_or(sm)) / halves;
    // How much of an SM's memory is L1 nobody tells: smaller arrays are tried, too.
    for (const std::uint64_t part : {2, 4, 8, 16})
      if (level == kSweptL1 || part == 2) arrays.push_back(*known.sm_count * std::max<std::uint64_t>(whole_kib(most / part), 1024));
    return arrays;
  }
  missing = "L2's size";
  if (!known.l2_bytes) return {};
  if (level == kSweptL2) return {std::max<std::uint64_t>(whole_kib(*known.l2_bytes / 2 / halves), 1024)};
  return {kFarFromL2 * *known.l2_bytes};
}

}  // namespace chasescope
