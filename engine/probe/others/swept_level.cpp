#include "engine/probe/others/swept_level.h"

#include <algorithm>

namespace chasescope {
namespace {

constexpr std::uint64_t kUsualSharedBytes = 64 << 10;  // of an SM, if the device does not report its shared memory
constexpr std::uint64_t kLeastConstants = 512;         // enough for some passes of a warp with eight loads per thread
// Bytes: the most that a program can declare (CUDA C++ Programming Guide, §16.2).
constexpr std::uint64_t kMostConstants = 64 << 10;
constexpr std::uint64_t kFarFromL2 = 16;  // times the L2: at most a sixteenth of the loads from such an array can hit the L2

std::uint64_t whole_kib(std::uint64_t bytes) { return bytes / 1024 * 1024; }

}  // namespace

bool is_read_only(const SweptLevel& level) {
  return std::any_of(kSweptReadOnlyLevels.begin(), kSweptReadOnlyLevels.end(), [&](const SweptLevel& one) { return one == level; });
}

bool is_of_an_l1(const SweptLevel& level) { return level == kSweptL1 || level == kSweptReadOnly || level == kSweptTexture; }

bool is_sliced(const SweptLevel& level) { return is_of_an_l1(level) || level == kSweptShared || level == kSweptConstant; }

std::vector<std::uint64_t> swept_arrays(const SweptLevel& level, Direction direction, const Properties& known,
                                        std::string& missing) {
  const std::uint64_t halves = direction == Direction::copy ? 2 : 1;  // a copy has two arrays
  std::vector<std::uint64_t> arrays;
  if (is_sliced(level)) {
    missing = "number of SMs";
    if (!known.sm_count) return {};
    if (level == kSweptConstant) {
      // The constant L1 holds some KiB, and no interface reports its size. Each array is twice as large as the one before, until
      // the reads get slower.
      for (std::uint64_t bytes = kLeastConstants; bytes <= kMostConstants; bytes *= 2) arrays.push_back(*known.sm_count * bytes);
      return arrays;
    }
    const auto& block = known.shared_bytes_per_block;
    const std::uint64_t sm = known.shared_bytes_per_sm.value_or(block.value_or(kUsualSharedBytes));
    const std::uint64_t most = (is_of_an_l1(level) ? sm : block.value_or(sm)) / halves;
    // No interface reports how much of an SM's array is L1, so smaller arrays are tried, too.
    for (const std::uint64_t part : {2, 4, 8, 16})
      if (is_of_an_l1(level) || part == 2)
        arrays.push_back(*known.sm_count * std::max<std::uint64_t>(whole_kib(most / part), 1024));
    return arrays;
  }
  missing = "L2's size";
  if (!known.l2_bytes) return {};
  if (level == kSweptL2) return {std::max<std::uint64_t>(whole_kib(*known.l2_bytes / 2 / halves), 1024)};
  return {kFarFromL2 * *known.l2_bytes};
}

}  // namespace chasescope
