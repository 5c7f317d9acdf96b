#include "engine/structure/translation/data_parts.h"

#include <algorithm>
#include <cmath>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/median.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::size_t kPages = 64;
constexpr std::uint64_t kRoundsOverParts = 16;
// Standard errors by which the medians of two pages of different parts differ; so many because there are many pages.
constexpr double kErrorsOfAPart = 10;
constexpr double kClock = 0.6;  // cycles; clocks count whole cycles

bool are_parts_apart(const std::vector<double>& parts, double distance, double resolution) {
  for (const double nearer : parts)
    for (const double farther : parts)
      if (farther > nearer && std::abs(farther - nearer - distance) <= resolution) return true;
  return false;
}

// Whether the second visits have the same latencies when the walk is repeated, but for the share that a tick of the clock may
// change.
bool do_latencies_come_again(const Walk& walk, const Walk& again) {
  constexpr double kFar = 0.05, kFew = 0.05;  // difference as a share of the latency, larger than any tick; share of the accesses
  std::size_t others = 0, seen = 0;
  for (std::size_t i = 1; i < std::min(walk.cycles.size(), again.cycles.size()); i += 2, ++seen)
    others += std::abs(walk.cycles[i] - again.cycles[i]) > kFar * walk.cycles[i] ? 1 : 0;
  return static_cast<double>(others) <= kFew * static_cast<double>(seen);
}

/// Random pages, each twice in a row.
Addresses in_pairs(Random& random, std::size_t count, std::uint64_t end) {
  Addresses sequence;
  for (const std::uint64_t page : pages_anywhere(random, count, end)) sequence.insert(sequence.end(), 2, page);
  return sequence;
}

}  // namespace

std::optional<double> hidden_penalty(PageWalk& pages, std::uint64_t end, double slow) {
  // Of many pages, those that the next TLB does not hold take long; of few pages, the nearest TLB holds all. Some number between
  // the two lets only the nearest TLB miss, unless the next one has hardly more entries.
  constexpr std::size_t kCounts[] = {64, 32, 16, 8, 4, 2};
  // Standard errors of the sign test. With so many, one comparison in 30 million is wrong.
  constexpr double kErrors = 5.4;
  Random random(0x71b);
  for (const std::size_t count : kCounts) {
    const Addresses sequence = in_pairs(random, count, end);
    const Walk walk =
        pages.visit(sequence, kRoundsOverParts * kPages / count, kSmallestPage, "pages visited twice in a row, compared");
    std::vector<float> longer, shorter;
    for (std::size_t round = 1; round < walk.passes(); ++round)
      for (std::size_t i = 0; i < sequence.size(); i += 2) {
        const float first = walk.at(round, i), second = walk.at(round, i + 1);
        if (first >= slow || second >= slow || first == second) continue;
        (first > second ? longer : shorter).push_back(std::abs(first - second));
      }
    const auto more = static_cast<double>(longer.size()) - static_cast<double>(shorter.size());
    if (more > kErrors * std::sqrt(static_cast<double>(longer.size() + shorter.size()))) return inference::upper_median(longer);
  }
  return std::nullopt;
}

std::vector<double> parts_of_data(PageWalk& pages, std::uint64_t end) {
  const double sigma = pages.noise().sigma;
  if (pages.walks_are_means() || end / kSmallestPage < 2 * kPages) return {0};
  Random random(0xda7a);
  const Addresses sequence = in_pairs(random, kPages, end);
  std::vector<double> seen;
  double apart = kClock;
  bool comes_again = true;
  try {
    const Walk walk = pages.visit(sequence, kRoundsOverParts, kSmallestPage, "pages visited twice in a row");
    if (sigma == 0)
      comes_again = do_latencies_come_again(
          walk, pages.visit(sequence, kRoundsOverParts, kSmallestPage, "pages visited twice in a row, again"));
    const std::size_t from = walk.passes() > 1 ? 1 : 0;
    for (std::size_t i = 1; i < sequence.size(); i += 2) {
      std::vector<float> cycles;
      for (std::size_t round = from; round < walk.passes(); ++round) cycles.push_back(walk.at(round, i));
      // Lines of one page may belong to several parts. Without noise every visit counts; with noise, the median of each page does.
      if (sigma == 0) seen.insert(seen.end(), cycles.begin(), cycles.end());
      if (sigma > 0) seen.push_back(inference::upper_median(cycles));
    }
    apart =
        std::max(apart, kErrorsOfAPart * statistics::kErrorOfMedian * sigma / std::sqrt(static_cast<double>(walk.passes() - from)));
  } catch (const Unanswered&) {
    throw;
  } catch (const Undecided&) {  // the memory is too small for it
    return {0};
  }
  if (!comes_again)
    throw Undecided(
        "A walk over pages had other latencies when it was repeated. The clock changes its speed, or another program uses the "
        "device.");
  std::sort(seen.begin(), seen.end());
  std::vector<double> parts;
  for (std::size_t begin = 0, end_of = 0; begin < seen.size(); begin = end_of) {
    for (end_of = begin + 1; end_of < seen.size() && seen[end_of] - seen[begin] <= apart; ++end_of) {
    }
    parts.push_back(seen[(begin + end_of) / 2]);
  }
  const double nearest = parts.front();
  for (double& part : parts) part -= nearest;
  return parts;
}

std::vector<SeenLevel> without_parts(std::vector<SeenLevel> levels, const std::vector<double>& parts, double resolution) {
  std::vector<SeenLevel> joined;
  // For each joined level: the smallest latency of the levels that were joined. Another of their latencies may lie close to the
  // next level, so it is not compared.
  std::vector<double> nearest;
  for (SeenLevel& level : levels) {
    const auto known = std::find_if(nearest.begin(), nearest.end(),
                                    [&](double cycles) { return are_parts_apart(parts, level.median - cycles, resolution); });
    if (known == nearest.end()) {
      nearest.push_back(level.median);
      joined.push_back(std::move(level));
      continue;
    }
    SeenLevel& all = joined[static_cast<std::size_t>(known - nearest.begin())];
    all.high = std::max(all.high, level.high);
    if (level.weight > all.weight) all.median = level.median;
    all.weight = std::max(all.weight, level.weight);
    if (level.pages.size() < all.pages.size()) {
      all.pages = std::move(level.pages);
      all.run = std::move(level.run);
    }
  }
  return joined;
}

}  // namespace chasescope::structure
