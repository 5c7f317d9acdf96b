#include "engine/experiment/trial_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <thread>

namespace chasescope::experiment {
namespace {

// Counts the trials in which both places were read. This is the expensive loop: it runs for every pair of places over all trials.
[[gnu::always_inline]] inline Together count_ones(const std::uint64_t* in_a, const std::uint64_t* missed_a,
                                                  const std::uint64_t* in_b, const std::uint64_t* missed_b, std::size_t words) {
  std::uint64_t both = 0, first_missed = 0, second_missed = 0;
  for (std::size_t i = 0; i < words; ++i) {
    both += static_cast<std::uint64_t>(std::popcount(in_a[i] & in_b[i]));
    first_missed += static_cast<std::uint64_t>(std::popcount(missed_a[i] & in_b[i]));
    second_missed += static_cast<std::uint64_t>(std::popcount(missed_b[i] & in_a[i]));
  }
  return {static_cast<std::uint32_t>(both), static_cast<std::uint32_t>(first_missed), static_cast<std::uint32_t>(second_missed)};
}

using Count = Together (*)(const std::uint64_t*, const std::uint64_t*, const std::uint64_t*, const std::uint64_t*, std::size_t);

#if defined(__x86_64__)
// The same for eight words at a time. It is not a target_clones version because no processor name stands for all processors with
// these instructions.
__attribute__((target("avx512f,avx512vl,avx512vpopcntdq"))) Together count_eight(const std::uint64_t* in_a,
                                                                                 const std::uint64_t* missed_a,
                                                                                 const std::uint64_t* in_b,
                                                                                 const std::uint64_t* missed_b, std::size_t words) {
  return count_ones(in_a, missed_a, in_b, missed_b, words);
}
__attribute__((target("popcnt"))) Together count_one(const std::uint64_t* in_a, const std::uint64_t* missed_a,
                                                     const std::uint64_t* in_b, const std::uint64_t* missed_b, std::size_t words) {
  return count_ones(in_a, missed_a, in_b, missed_b, words);
}
Count best_count() {
  return __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512vl") ? count_eight
         : __builtin_cpu_supports("popcnt")                                              ? count_one
                                                                                         : count_ones;
}
#else
Count best_count() { return count_ones; }
#endif

/// Transposes 64 rows of 64 bits: bit r of word c becomes bit c of word r (Warren, Hacker's Delight, §7-3).
void transpose(std::uint64_t* rows) {
  std::uint64_t mask = 0xFFFFFFFF;
  for (std::size_t width = 32; width != 0; width >>= 1, mask ^= mask << width)
    for (std::size_t begin = 0; begin < 64; begin += 2 * width)
      for (std::size_t row = begin; row < begin + width; ++row) {
        const std::uint64_t swapped = (rows[row] >> width ^ rows[row + width]) & mask;
        rows[row] ^= swapped << width;
        rows[row + width] ^= swapped;
      }
}

}  // namespace

void TrialTable::append(const TrialsRequest& request, const TrialsResult& result) {
  const std::size_t words = (trials_ + request.trials + 63) / 64, first_word = trials_ / 64;
  for (std::size_t i = 0; i < places(); ++i) {
    in_[i].resize(words);
    missed_[i].resize(words);
  }
  // The draw of each place and trial costs a hash, and the card is idle meanwhile, so threads of the host share the words.
  constexpr std::size_t kWorthwhile = 500'000;  // hashes: some 500 µs, where a thread takes 20 to start
  const std::size_t useful = places() * request.trials / kWorthwhile;
  const std::size_t workers = std::clamp<std::size_t>(std::min<std::size_t>(useful, std::thread::hardware_concurrency()), 1,
                                                      std::max<std::size_t>(words - first_word, 1));
  std::vector<Times> times(workers);
  const auto begin_of = [&](std::size_t worker) { return first_word + (words - first_word) * worker / workers; };
  {
    std::vector<std::jthread> others;
    for (std::size_t worker = 1; worker < workers; ++worker)
      others.emplace_back([&, worker] { times[worker] = put_in_words(begin_of(worker), begin_of(worker + 1), request, result); });
    times[0] = put_in_words(begin_of(0), begin_of(1), request, result);
  }
  for (const Times& part : times)
    for (std::size_t i = 0; i < part.in.size(); ++i) {
      times_in_[i] += part.in[i];
      times_missed_[i] += part.missed[i];
    }
  trials_ += request.trials;
}

/// The trials of words `begin` to `end`, as far as they are new. A trial's draw and answer list all places; they are transposed
/// into a list of trials for each place, 64 trials at a time.
TrialTable::Times TrialTable::put_in_words(std::size_t begin, std::size_t end, const TrialsRequest& request,
                                           const TrialsResult& result) {
  const std::size_t columns = (places() + 63) / 64;
  Times times{std::vector<std::uint64_t>(places()), std::vector<std::uint64_t>(places())};
  std::vector<std::uint64_t> in(64 * columns), missed(64 * columns);
  for (std::size_t word = begin; word < end; ++word) {
    std::fill(in.begin(), in.end(), 0);
    std::fill(missed.begin(), missed.end(), 0);
    const std::size_t from = std::max(64 * word, trials_), until = std::min(64 * (word + 1), trials_ + request.trials);
    for (std::size_t trial = from; trial < until; ++trial) {
      const std::size_t t = trial - trials_;
      std::uint64_t* const drawn = in.data() + trial % 64 * columns;
      std::uint64_t* const slow = missed.data() + trial % 64 * columns;
      TrialDraw(request.seed, request.first + t, request.probability, request.same_order).are_in(places(), drawn);
      std::memcpy(slow, result.bits.data() + t * result.bytes_per_trial,
                  std::min<std::size_t>(result.bytes_per_trial, 8 * columns));
      for (std::size_t c = 0; c < columns; ++c) slow[c] &= drawn[c];
    }
    for (std::size_t c = 0; c < columns; ++c) {
      std::uint64_t in_block[64], missed_block[64];
      for (std::size_t t = 0; t < 64; ++t) {
        in_block[t] = in[t * columns + c];
        missed_block[t] = missed[t * columns + c];
      }
      transpose(in_block);
      transpose(missed_block);
      for (std::size_t i = 64 * c; i < std::min(places(), 64 * (c + 1)); ++i) {
        in_[i][word] |= in_block[i % 64];
        missed_[i][word] |= missed_block[i % 64];
        times.in[i] += static_cast<std::uint64_t>(std::popcount(in_block[i % 64]));
        times.missed[i] += static_cast<std::uint64_t>(std::popcount(missed_block[i % 64]));
      }
    }
  }
  return times;
}

double TrialTable::missed_share() const {
  std::uint64_t in = 0, missed = 0;
  for (std::size_t i = 0; i < places(); ++i) {
    in += times_in(i);
    missed += times_missed(i);
  }
  return in == 0 ? 0 : static_cast<double>(missed) / static_cast<double>(in);
}

Together TrialTable::together(std::size_t i, std::size_t j, std::size_t begin, std::size_t end) const {
  static const Count count = best_count();
  return count(in_[i].data() + begin, missed_[i].data() + begin, in_[j].data() + begin, missed_[j].data() + begin, end - begin);
}

TwoWays TrialTable::two_ways(std::size_t i, std::size_t j, const Together& together) const {
  const auto one_way = [&](std::size_t a, std::uint64_t missed_with) {
    return PairCount{together.both, missed_with, times_in(a) - together.both, times_missed(a) - missed_with};
  };
  return {one_way(i, together.first_missed), one_way(j, together.second_missed)};
}

}  // namespace chasescope::experiment
