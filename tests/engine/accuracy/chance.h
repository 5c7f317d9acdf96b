// Random draws for cards, all from one seeded stream (engine/trace/random.h), so that a seed gives the same card on any machine.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "engine/trace/random.h"

namespace chasescope::accuracy {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {}

  /// A whole number from low to high, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) { return low + random_.below(high - low + 1); }
  bool percent(std::uint64_t share) { return random_.below(100) < share; }
  double unit() { return random_.unit(); }

  /// One of the values, each as likely as its weight says.
  template <typename T>
  T pick(std::initializer_list<std::pair<T, unsigned>> weighted) {
    std::uint64_t sum = 0;
    for (const auto& entry : weighted) sum += entry.second;
    std::uint64_t drawn = random_.below(sum);
    for (const auto& entry : weighted) {
      if (drawn < entry.second) return entry.first;
      drawn -= entry.second;
    }
    return weighted.begin()->first;
  }

  /// A size between two powers of two: a random power of two plus a random part of it, so that each doubling is as likely as the
  /// others. Logarithms aren't used, because their results differ between machines.
  std::uint64_t size(unsigned low_log2, unsigned high_log2) {
    const std::uint64_t base = std::uint64_t{1} << between(low_log2, high_log2 - 1);
    return base + random_.below(base);
  }

  template <typename T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[random_.below(i)]);
  }

 private:
  Random random_;
};

}  // namespace chasescope::accuracy
