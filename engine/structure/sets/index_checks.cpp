#include "engine/structure/sets/index_checks.h"

#include <algorithm>
#include <set>

#include "engine/structure/sets/set_lines.h"
#include "engine/structure/testers/in_company.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

// `count` random lines of one set; fewer if no more are found.
std::vector<std::uint64_t> any_lines_of(const inference::SetIndex& index, std::uint32_t set, std::size_t count,
                                        std::uint64_t line_bytes, std::uint64_t lines, Random& random) {
  constexpr int kPatience = 64;  // draws for each line
  std::set<std::uint64_t> own;
  for (std::size_t draw = 0; own.size() < count && draw < kPatience * count; ++draw) {
    const std::uint64_t address = index.moved_to_set(random.below(lines) * line_bytes, set);
    if (address / line_bytes < lines && index.set_of(address) == set) own.insert(address / line_bytes * line_bytes);
  }
  return {own.begin(), own.end()};
}

}  // namespace

bool sets_stand_alone(Tester& tester, const inference::SetIndex& index, const CacheShape& shape) {
  constexpr std::uint64_t kMostSets = 32, kMostUntold = 4;  // lines of a few sets may not be flushed from the caches in front
  Random random(0xa10e);
  const std::uint64_t sets = index.sets();
  if (sets == 1) return true;
  std::uint64_t untold = 0;
  for (std::uint64_t i = 0; i < std::min(sets, kMostSets); ++i) {
    const std::uint64_t set = sets <= kMostSets ? i : random.below(sets);
    std::vector<std::uint32_t> counts(sets, 0);
    counts[set] = shape.ways[set] + 1;
    const SetLines alone = lines_of_sets(index, shape.line_bytes, counts, tester.limit_bytes());
    const Addresses fitting(alone.lines.begin(), alone.lines.end() - 1);
    try {
      if (!tester.shares_a_set(fitting, alone.lines.back(), "one set by itself").conflict) return false;
    } catch (const HeldInFront&) {
      if (++untold > std::min(kMostUntold, sets / 2)) throw;
    }
  }
  return true;
}

bool sets_overflow_with_any_lines(Tester& tester, const inference::SetIndex& index, const CacheShape& shape) {
  constexpr std::uint64_t kMostSets = 16, kTimesTheCache = 8, kFarther = 4;
  constexpr int kRanges = 4;
  Random random(0xa11f);
  const std::uint64_t sets = index.sets(), all = tester.limit_bytes() / shape.line_bytes;
  for (std::uint64_t i = 0; i < (sets == 1 ? 1 : kMostSets); ++i) {
    // The first lines of a set may all be neighbours, which do not test how the index uses the higher address bits. So some draws
    // come from a wider range.
    std::uint64_t lines = kTimesTheCache * shape.entries();
    for (int range = static_cast<int>(i) % kRanges; range > 0; --range) lines *= kFarther;
    const auto set = static_cast<std::uint32_t>(sets <= kMostSets ? i % sets : random.below(sets));
    const std::size_t count = shape.ways[set] + 1;
    Addresses drawn = any_lines_of(index, set, count, shape.line_bytes, std::min(lines, all), random);
    if (drawn.size() < count) continue;
    const std::uint64_t last = drawn.back();
    drawn.pop_back();
    try {
      if (!tester.shares_a_set(drawn, last, "any lines of one set").conflict) return false;
    } catch (const Undecided&) {
    }
  }
  return true;
}

bool sets_hold_any_lines(Tester& tester, const inference::SetIndex& index, const CacheShape& shape) {
  constexpr std::uint64_t kManyLines = 65536, kFewSets = 32, kTimesTheCache = 8;
  constexpr int kRounds = 4;
  Random random(0x4e1d);
  const std::uint64_t lines =
      std::min(tester.limit_bytes(), kTimesTheCache * shape.entries() * shape.line_bytes) / shape.line_bytes;
  const auto sets = static_cast<std::uint32_t>(shape.ways.size());
  // Sets that are asked about one by one cost as many accesses each. The few of all rounds together miss an index that is wrong for
  // a tenth of the sets once in a million times.
  const std::uint64_t wanted = tester.flushes_single_sets() ? kFewSets : std::max(kFewSets, kManyLines * sets / shape.entries());
  const InCompanyOf none(tester, {});
  for (int round = 0; round < kRounds; ++round) {
    Addresses drawn;
    std::vector<std::uint32_t> group;
    for (std::uint32_t set = 0; set < sets; ++set) {
      if (random.below(sets) >= wanted) continue;
      const Addresses own = any_lines_of(index, set, shape.ways[set], shape.line_bytes, lines, random);
      drawn.insert(drawn.end(), own.begin(), own.end());
      group.resize(drawn.size(), set);
    }
    if (drawn.empty()) continue;
    std::vector<bool> seen(sets, true);  // asked again, because noise does not strike the same set twice
    for (int time = 0; time < 2 && std::count(seen.begin(), seen.end(), true) > 0; ++time) {
      try {
        std::vector<bool> untold;
        const auto overflows = tester.ask_groups(drawn, group, sets, "sets full of any lines", nullptr, &untold);
        for (std::uint32_t set = 0; set < sets; ++set) seen[set] = seen[set] && overflows[set] && !untold[set];
      } catch (const HeldInFront&) {
        return true;
      }
    }
    if (std::count(seen.begin(), seen.end(), true) > 0) return false;
  }
  return true;
}

}  // namespace chasescope::structure
