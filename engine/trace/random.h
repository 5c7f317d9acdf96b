// Deterministic random numbers: the same seed gives the same sequence on every machine and compiler.
//
// The standard library's distributions differ between implementations, so everything random in this project (shuffled
// patterns, replacement policies, noise) draws from here, and every seed is recorded in the session.
#pragma once

#include <cstdint>

namespace chasescope {

/// SplitMix64 (Steele, Lea, Flood 2014): one 64-bit state, passes BigCrush, and any seed is a good seed.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  /// The next 64 uniformly distributed bits.
  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }

  /// A uniformly distributed integer in [0, bound). Unbiased (rejection). \pre bound > 0.
  constexpr std::uint64_t below(std::uint64_t bound) {
    for (;;) {
      const std::uint64_t draw = next();
      // Rejects numbers behind the last whole multiple of `bound`. Only the last `bound` numbers can lie there, so all others are
      // accepted without a division.
      if (draw < ~bound || draw < bound * (~std::uint64_t{0} / bound)) return draw % bound;
    }
  }

  /// A uniformly distributed number in [0, 1) with 53 random bits.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_;
};

/// Mixes a seed and the number of a request into the seed of that request's random choices.
constexpr std::uint64_t mixed_seed(std::uint64_t seed, std::uint64_t number) {
  Random random(seed ^ (number * 0xD1B54A32D192ED03ULL));
  return random.next();
}

}  // namespace chasescope
