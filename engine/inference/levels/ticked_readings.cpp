#include "engine/inference/levels/ticked_readings.h"

#include <cstdint>
#include <set>
#include <vector>

#include "engine/trace/random.h"

namespace chasescope::inference {
namespace {

constexpr std::size_t kLength = 12;         // readings of a sequence: of 4096 possible ones, one latency shows 24 at the most
constexpr std::size_t kMost = 2 * kLength;  // different sequences that one latency may show

/// For each run of accesses without another reading: whether each reading is the upper one.
using Runs = std::vector<std::vector<bool>>;

Runs runs_of(std::span<const float> cycles, float lower, float upper) {
  Runs runs(1);
  for (const float reading : cycles) {
    if (reading == lower || reading == upper)
      runs.back().push_back(reading == upper);
    else if (!runs.back().empty())
      runs.emplace_back();
  }
  return runs;
}

std::size_t different_sequences(const Runs& runs) {
  std::set<std::uint32_t> seen;
  for (const std::vector<bool>& run : runs) {
    std::uint32_t sequence = 0;
    for (std::size_t i = 0; i < run.size(); ++i) {
      sequence = (sequence << 1U | (run[i] ? 1U : 0U)) & ((1U << kLength) - 1);
      if (i + 1 >= kLength) seen.insert(sequence);
    }
  }
  return seen.size();
}

/// The same runs, with the readings of all of them in a random order.
Runs shuffled(Runs runs) {
  std::vector<bool> readings;
  for (const std::vector<bool>& run : runs) readings.insert(readings.end(), run.begin(), run.end());
  Random random(0x71c4ed);
  for (std::size_t left = readings.size(); left > 1; --left) {
    const std::size_t other = random.below(left);
    const bool last = readings[left - 1];
    readings[left - 1] = readings[other];
    readings[other] = last;
  }
  std::size_t next = 0;
  for (std::vector<bool>& run : runs)
    for (std::size_t i = 0; i < run.size(); ++i) run[i] = readings[next++];
  return runs;
}

}  // namespace

bool are_of_one_latency(std::span<const float> cycles, float lower, float upper) {
  const Runs runs = runs_of(cycles, lower, upper);
  return different_sequences(runs) <= kMost && different_sequences(shuffled(runs)) >= 2 * kMost;
}

}  // namespace chasescope::inference
