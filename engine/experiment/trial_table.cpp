#include "engine/experiment/trial_table.h"

#include <algorithm>
#include <bit>

namespace chasescope::experiment {
namespace {

// The one loop that costs: for every pair of places, all trials.
__attribute__((target_clones("avx2", "popcnt", "default"))) std::uint64_t ones(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < words; ++i) count += static_cast<std::uint64_t>(std::popcount(a[i] & b[i]));
  return count;
}

std::uint64_t ones(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) { return ones(a.data(), b.data(), a.size()); }

}  // namespace

void TrialTable::append(const TrialsRequest& request, const TrialsResult& result) {
  std::vector<TrialDraw> draws;
  draws.reserve(request.trials);
  for (std::uint64_t t = 0; t < request.trials; ++t)
    draws.emplace_back(request.seed, request.first + t, request.probability, request.same_order);
  const std::size_t words = (trials_ + request.trials + 63) / 64;
  for (std::size_t i = 0; i < places(); ++i) {
    in_[i].resize(words);
    missed_[i].resize(words);
  }
  // One word of trials after the other, and of each all places: the answers of 64 trials stay in the caches of the host meanwhile.
  for (std::uint64_t begin = 0; begin < request.trials;) {
    const std::size_t word = (trials_ + begin) / 64;
    const std::uint64_t end = std::min<std::uint64_t>(request.trials, begin + 64 - (trials_ + begin) % 64);
    for (std::size_t i = 0; i < places(); ++i) {
      std::uint64_t in = 0, missed = 0;
      for (std::uint64_t t = begin; t < end; ++t) {
        const std::uint64_t drawn = draws[t].is_in(i) ? 1 : 0;
        in |= drawn << ((trials_ + t) % 64);
        missed |= (drawn & (result.missed(t, i) ? 1U : 0U)) << ((trials_ + t) % 64);
      }
      in_[i][word] |= in;
      missed_[i][word] |= missed;
      times_in_[i] += static_cast<std::uint64_t>(std::popcount(in));
      times_missed_[i] += static_cast<std::uint64_t>(std::popcount(missed));
    }
    begin = end;
  }
  trials_ += request.trials;
}

double TrialTable::missed_share() const {
  std::uint64_t in = 0, missed = 0;
  for (std::size_t i = 0; i < places(); ++i) {
    in += times_in(i);
    missed += times_missed(i);
  }
  return in == 0 ? 0 : static_cast<double>(missed) / static_cast<double>(in);
}

TwoWays TrialTable::pair(std::size_t i, std::size_t j) const {
  const std::uint64_t both = ones(in_[i], in_[j]);
  const auto one_way = [&](std::size_t a, std::size_t b) {
    PairCount count;
    count.with = both;
    count.missed_with = ones(missed_[a], in_[b]);
    count.without = times_in(a) - both;
    count.missed_without = times_missed(a) - count.missed_with;
    return count;
  };
  return {one_way(i, j), one_way(j, i)};
}

}  // namespace chasescope::experiment
