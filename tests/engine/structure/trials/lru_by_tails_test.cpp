// TLBs whose hits differ from one another by as much as a miss adds.
#include "engine/structure/trials/lru_by_tails.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr double kPenalty = 10;

enum class Policy { lru, fifo, random };

TrialsRequest one_page_too_many(std::uint64_t ways) {
  ListedPlaces pages;
  for (std::uint64_t page = 0; page <= ways; ++page) pages.offsets.push_back(page << 24);
  TrialsRequest request;
  request.places = pages;
  request.probability = 1;
  request.fill_passes = 1;
  request.trials = 1024;
  request.seed = 5;
  return request;
}

/// The latency of a hit or a miss. It has an equal chance of each addition from 0 to `spread` cycles.
float timed(Random& random, bool missed, double spread) {
  return static_cast<float>(std::floor(272 + (missed ? kPenalty : 0) + spread * random.unit()));
}

std::vector<float> hits_of(double spread) {
  Random random(3);
  std::vector<float> hits;
  for (int i = 0; i < 256; ++i) hits.push_back(timed(random, false, spread));
  std::sort(hits.begin(), hits.end());
  return hits;
}

std::vector<std::vector<float>> trials_of(const TrialsRequest& request, Policy policy, double spread) {
  Random random(11);
  const std::uint64_t pages = count_of(request.places);
  std::vector<std::vector<float>> all;
  for (std::uint64_t trial = 0; trial < request.trials; ++trial) {
    std::vector<float> cycles(pages);
    std::vector<std::uint64_t> held;  // the page that is evicted next comes first
    for (std::uint64_t pass = 0; pass <= request.fill_passes; ++pass)
      for (const std::uint64_t page : visited_places(request, trial, pass)) {
        const auto at = std::find(held.begin(), held.end(), page);
        const bool missed = at == held.end();
        cycles[page] = timed(random, missed, spread);
        if (!missed && policy == Policy::lru) held.erase(at), held.push_back(page);
        if (!missed) continue;
        const auto victim =
            policy == Policy::random ? static_cast<std::ptrdiff_t>(random.below(std::max<std::uint64_t>(held.size(), 1))) : 0;
        if (held.size() + 1 == pages) held.erase(held.begin() + victim);
        held.push_back(page);
      }
    all.push_back(std::move(cycles));
  }
  return all;
}

FilledTlb::Lru told_of(std::uint64_t ways, Policy policy, double spread) {
  const TrialsRequest request = one_page_too_many(ways);
  return lru_by_tails(request, trials_of(request, policy, spread), hits_of(spread)).lru;
}

TEST(LruByTails, is_told_although_hits_and_misses_overlap) {
  for (const std::uint64_t ways : {1, 2, 4, 8, 16, 24})
    for (const double spread : {1.0, 9.0, 12.0, 14.0}) {
      const FilledTlb::Lru lru = told_of(ways, Policy::lru, spread);
      EXPECT_TRUE(lru.is_borne_out()) << ways << " ways, " << spread << " cycles: " << lru.agreeing << " of " << lru.visits;
    }
}

// If a cut decides, only the slower misses are seen, and misses seem to take longer than they do.
TEST(LruByTails, has_all_of_the_misses) {
  const TrialsRequest request = one_page_too_many(16);
  const auto found = lru_by_tails(request, trials_of(request, Policy::lru, 14), hits_of(14));
  double mean = 0;
  for (const float each : found.gone) mean += each / static_cast<double>(found.gone.size());
  EXPECT_NEAR(mean, 272 + kPenalty + 6.5, 0.3);
}

TEST(LruByTails, is_not_told_of_other_policies) {
  for (const std::uint64_t ways : {2, 4, 8, 16, 24})
    for (const Policy policy : {Policy::fifo, Policy::random})
      for (const double spread : {1.0, 9.0, 14.0, 20.0})
        EXPECT_FALSE(told_of(ways, policy, spread).is_borne_out()) << ways << ' ' << spread;
}

// With so large a spread, any hit may look like a miss.
TEST(LruByTails, is_not_told_where_hits_differ_by_four_times_what_a_miss_adds) {
  for (const std::uint64_t ways : {2, 8, 16}) EXPECT_FALSE(told_of(ways, Policy::lru, 4 * kPenalty).is_borne_out()) << ways;
}

TEST(LruByTails, is_not_told_of_no_trials) { EXPECT_FALSE(lru_by_tails(one_page_too_many(4), {}, hits_of(4)).lru.is_borne_out()); }

}  // namespace
}  // namespace chasescope::structure
