#include "engine/experiment/trial_table.h"

#include <algorithm>
#include <bit>

namespace chasescope::experiment {
namespace {

struct Ones {
  std::uint64_t both, first_missed, second_missed;
};

// The one loop that costs: for every pair of places, all trials.
__attribute__((target_clones("avx2", "popcnt", "default"))) Ones ones(const std::uint64_t* in_a, const std::uint64_t* missed_a, const std::uint64_t* in_b,
                                                                      const std::uint64_t* missed_b, std::size_t words) {
  Ones count{};
  for (std::size_t i = 0; i < words; ++i) {
    count.both += static_cast<std::uint64_t>(std::popcount(in_a[i] & in_b[i]));
    count.first_missed += static_cast<std::uint64_t>(std::popcount(missed_a[i] & in_b[i]));
    count.second_missed += static_cast<std::uint64_t>(std::popcount(missed_b[i] & in_a[i]));
  }
  return count;
}

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
  const Ones count = ones(in_[i].data(), missed_[i].data(), in_[j].data(), missed_[j].data(), in_[i].size());
  const auto one_way = [&](std::size_t a, std::uint64_t missed_with) {
    return PairCount{count.both, missed_with, times_in(a) - count.both, times_missed(a) - missed_with};
  };
  return {one_way(i, count.first_missed), one_way(j, count.second_missed)};
}

}  // namespace chasescope::experiment
