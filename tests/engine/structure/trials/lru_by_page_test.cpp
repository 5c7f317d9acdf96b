// A TLB whose hits take as much longer on some pages as a miss adds.
#include "engine/structure/trials/lru_by_page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr double kPenalty = 10.8;

enum class Policy { lru, fifo, random };

TrialsRequest one_page_too_many(std::uint64_t ways) {
  ListedPlaces pages;
  for (std::uint64_t page = 0; page <= ways; ++page) pages.offsets.push_back(page << 24);
  TrialsRequest request;
  request.places = pages;
  request.probability = 1;
  request.fill_passes = 1;
  request.trials = 600;
  request.seed = 5;
  return request;
}

/// The latencies of each trial: a hit takes up to `spread` longer on some pages than on others.
std::vector<std::vector<float>> timed(const TrialsRequest& request, Policy policy, double spread) {
  Random random(11);
  const std::uint64_t pages = count_of(request.places);
  std::vector<double> hits;
  for (std::uint64_t page = 0; page < pages; ++page) hits.push_back(270 + spread * random.unit());
  std::vector<std::vector<float>> all;
  for (std::uint64_t trial = 0; trial < request.trials; ++trial) {
    std::vector<float> cycles(pages);
    std::vector<std::uint64_t> held;  // the next to go comes first
    for (std::uint64_t pass = 0; pass <= request.fill_passes; ++pass)
      for (const std::uint64_t page : visited_places(request, trial, pass)) {
        const auto at = std::find(held.begin(), held.end(), page);
        const bool missed = at == held.end();
        cycles[page] = static_cast<float>(std::round(hits[page] + (missed ? kPenalty : 0) + 2 * (random.unit() - 0.5)));
        if (!missed && policy == Policy::lru) held.erase(at), held.push_back(page);
        if (!missed) continue;
        if (held.size() + 1 == pages)
          held.erase(held.begin() + (policy == Policy::random ? static_cast<std::ptrdiff_t>(random.below(held.size())) : 0));
        held.push_back(page);
      }
    all.push_back(std::move(cycles));
  }
  return all;
}

TEST(LruByPage, is_told_although_hits_differ_by_more_than_a_miss_adds) {
  for (const std::uint64_t ways : {1, 2, 4, 8, 16, 24})
    for (const double spread : {0.0, 8.0, 30.0}) {
      const TrialsRequest request = one_page_too_many(ways);
      const FilledTlb::Lru lru = lru_by_page(request, timed(request, Policy::lru, spread), kPenalty);
      EXPECT_TRUE(lru.is_borne_out()) << ways << " ways, " << spread << ": " << lru.agreeing << " of " << lru.visits;
      EXPECT_GE(lru.agreeing, 0.999 * static_cast<double>(lru.visits)) << ways << ' ' << spread;
    }
}

TEST(LruByPage, is_not_told_of_other_policies) {
  for (const std::uint64_t ways : {2, 4, 8, 16, 24})
    for (const Policy policy : {Policy::fifo, Policy::random})
      for (const double spread : {0.0, 30.0}) {
        const TrialsRequest request = one_page_too_many(ways);
        EXPECT_FALSE(lru_by_page(request, timed(request, policy, spread), kPenalty).is_borne_out()) << ways << ' ' << spread;
      }
}

TEST(LruByPage, is_not_told_of_no_trials) { EXPECT_FALSE(lru_by_page(one_page_too_many(4), {}, kPenalty).is_borne_out()); }

}  // namespace
}  // namespace chasescope::structure
