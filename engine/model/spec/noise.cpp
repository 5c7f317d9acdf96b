// Decision 28: docs/decisions/model/28-noise-has-its-own-stream.md
#include "engine/model/spec/noise.h"

namespace chasescope::model {

Noise::Noise(const NoiseSpec& spec, std::uint64_t seed, std::uint64_t accesses)
    : spec_(spec), random_(seed), drift_each_(accesses > 1 ? spec.drift_share / static_cast<double>(accesses - 1) : 0) {}

// The sum of twelve uniform numbers (Irwin and Hall). They are integers, so that the result is the same on all machines, whose
// logarithms differ. One uniform whole number in [0, 2^16) has the variance (2^32 - 1) / 12.
double Noise::normal() {
  constexpr std::int64_t kMean = std::int64_t{6} * 65535;
  constexpr std::uint64_t kHalves = 0x0000FFFF0000FFFF;
  std::uint64_t sums = 0;  // one in each half: six numbers of 16 bits do not overflow it
  for (int draw = 0; draw < 3; ++draw) {
    const std::uint64_t bits = random_.next();
    sums += (bits & kHalves) + (bits >> 16 & kHalves);
  }
  const auto sum = static_cast<std::int64_t>((sums & 0xFFFFFFFF) + (sums >> 32));
  return static_cast<double>(sum - kMean) / 65536.0;
}

namespace {

// Whole cycles, at least one. A conversion to an integer cuts the fraction off, and takes a fraction of the time of std::floor.
float rounded(double cycles) {
  constexpr double kWhole = 0x1p52;  // from here on all numbers are whole
  if (!(cycles < kWhole)) return static_cast<float>(cycles);
  return cycles < 1 ? 1.0F : static_cast<float>(static_cast<std::int64_t>(cycles + 0.5));
}

}  // namespace

void Noise::add_to(std::span<float> cycles) {
  for (float& latency : cycles) {
    double noisy = static_cast<double>(latency) * (1 + drift_each_ * static_cast<double>(done_++));
    if (spec_.jitter_cycles > 0) noisy += spec_.jitter_cycles * normal();
    if (spec_.outlier_share > 0 && random_.unit() < spec_.outlier_share)
      noisy += spec_.outlier_low_cycles + (spec_.outlier_high_cycles - spec_.outlier_low_cycles) * random_.unit();
    latency = rounded(noisy);
  }
}

}  // namespace chasescope::model
