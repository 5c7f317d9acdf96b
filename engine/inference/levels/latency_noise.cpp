#include "engine/inference/levels/latency_noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/statistics/assumptions.h"
#include "engine/statistics/median.h"
#include "engine/statistics/tails.h"

namespace chasescope::inference {
namespace {

constexpr double kOutlierSigmas = 7;
constexpr double kLeastOutlierDistance = 8;  // cycles: a smaller distance is jitter, however narrow the bulk of the latencies is
constexpr double kBandSigmas = 5;
constexpr double kCutSigmas = 4.3;  // one access in 100,000 lies beyond

double quantile(const std::vector<float>& sorted, double share) {
  const double rank = share * static_cast<double>(sorted.size() - 1);
  return sorted[static_cast<std::size_t>(rank + 0.5)];
}

}  // namespace

namespace {

/// The standard deviation of the difference of two numbers that are uniform over a tick.
double sigma_of_tick(double cycles) { return cycles / std::sqrt(6.0); }

}  // namespace

void LatencyNoise::know_tick(double cycles) {
  tick = cycles;
  sigma = std::max(sigma, sigma_of_tick(cycles));
}

bool LatencyNoise::is_of_the_tick() const { return tick > 0 && sigma <= sigma_of_tick(tick) && outlier_share == 0 && drift == 0; }

LatencyNoise estimate_noise(std::span<const float> cycles) {
  std::vector<float> sorted(cycles.begin(), cycles.end());
  std::sort(sorted.begin(), sorted.end());
  LatencyNoise noise;
  noise.median = quantile(sorted, 0.5);
  // Quantiles of a normal distribution: 16 % and 84 % are one sigma away, 1 % and 99 % are 2.33.
  const double core = (quantile(sorted, 0.84) - quantile(sorted, 0.16)) / 2;
  const double wide = (quantile(sorted, 0.99) - quantile(sorted, 0.01)) / 4.65;
  noise.sigma = std::max(core, wide);
  const double reach = std::max(kOutlierSigmas * noise.sigma, kLeastOutlierDistance);
  std::size_t outliers = 0;
  for (const float value : sorted) {
    if (value <= noise.median + reach) continue;
    if (outliers++ == 0) noise.outlier_low = value - noise.median;
    noise.outlier_high = value - noise.median;
  }
  noise.outlier_share = static_cast<double>(outliers) / static_cast<double>(sorted.size());

  const std::size_t part = cycles.size() / 4;
  if (part >= 64) {
    std::vector<float> begin(cycles.begin(), cycles.begin() + static_cast<std::ptrdiff_t>(part));
    std::vector<float> end(cycles.end() - static_cast<std::ptrdiff_t>(part), cycles.end());
    const double first = upper_median(begin), last = upper_median(end);
    const double chance = 4 * (statistics::kErrorOfMedian * noise.sigma + 0.5) /
                          std::sqrt(static_cast<double>(part));  // of a difference of two medians
    if (std::abs(last - first) > chance) noise.drift = (last - first) / first / 0.75;
  }
  return noise;
}

namespace {

// Whether parts of the chase lie farther from the line than chance explains. Takes the means of eight parts, without latencies
// beyond `reach`.
bool is_bent(std::span<const float> cycles, std::span<const double> place, const LatencyAtStart& line, double reach) {
  constexpr std::size_t kParts = 8, kFewest = 64;
  constexpr double kErrors = 6, kLeast = 0.002;  // of the latency
  std::array<double, kParts> sum{};
  std::array<std::size_t, kParts> count{};
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    const double beside = cycles[i] - line.cycles * (1 + line.drift * place[i]);
    if (std::abs(beside) > reach) continue;
    const auto part = std::min(kParts - 1, static_cast<std::size_t>(place[i] * kParts));
    sum[part] += beside;
    ++count[part];
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    if (count[part] < kFewest) continue;
    const auto n = static_cast<double>(count[part]);
    if (std::abs(sum[part] / n) > kErrors * line.spread / std::sqrt(n) + kLeast * line.cycles) return true;
  }
  return false;
}

}  // namespace

bool has_one_middle(std::span<const float> cycles) {
  constexpr double kLeastRatio = 1.3;  // the ratio is 2 for normal jitter, 1.4 for uniform jitter, 1 for two latencies
  std::vector<float> sorted(cycles.begin(), cycles.end());
  std::sort(sorted.begin(), sorted.end());
  return quantile(sorted, 0.975) - quantile(sorted, 0.025) >= kLeastRatio * (quantile(sorted, 0.84) - quantile(sorted, 0.16));
}

LatencyAtStart latency_at_start(std::span<const float> cycles, std::span<const double> place) {
  constexpr double kReachSigmas = 4;
  constexpr double kErrors = 4;  // one value in 16,000 lies beyond
  std::vector<float> sorted(cycles.begin(), cycles.end());
  std::sort(sorted.begin(), sorted.end());
  const double median = quantile(sorted, 0.5);
  const double sigma = std::max(0.3, (quantile(sorted, 0.84) - quantile(sorted, 0.16)) / 2);  // no clock is finer
  // A reading is never negative, so that short latencies pile up at 0. The same number of readings on the other side is cut off
  // likewise; otherwise the mean would be too high.
  const bool is_cut_off = median < kReachSigmas * sigma;
  const double highest = is_cut_off ? 2 * median - sorted.front() : std::numeric_limits<double>::max();
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  const auto belongs = [&](double value) { return std::abs(value - median) <= kReachSigmas * sigma; };
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    if (!belongs(cycles[i])) continue;
    const double latency = std::min<double>(cycles[i], highest);
    n += 1;
    x += place[i];
    y += latency;
    xx += place[i] * place[i];
    xy += place[i] * latency;
  }
  const double spread = n * xx - x * x;
  constexpr double kFewest = 32;
  if (n < kFewest || spread <= 0) return {median, 2 * sigma / std::sqrt(std::max(n, 1.0)), 0, sigma};
  const double slope = (n * xy - x * y) / spread;
  const double start = (y - slope * x) / n;
  const double error = sigma * std::sqrt(xx / spread);
  std::vector<float> beside;
  for (std::size_t i = 0; i < cycles.size(); ++i) beside.push_back(static_cast<float>(cycles[i] - start - slope * place[i]));
  std::sort(beside.begin(), beside.end());
  LatencyAtStart line{start, kErrors * error, slope / start, (quantile(beside, 0.84) - quantile(beside, 0.16)) / 2, true};
  line.bent = is_bent(cycles, place, line, kReachSigmas * sigma);
  return line;
}

namespace {

// If only latencies within `reach` of a line are used, they spread less than the jitter, but they also determine the line less
// well, because the ends of the range move with the line. The error of the line is this many times the error that follows from the
// spread (Huber's skipped mean).
double widening(double reach, double sigma, double spread) {
  if (sigma <= 0 || spread <= 0) return 1;
  const double c = reach / sigma, density = statistics::normal_density(c);
  const double within = 1 - 2 * statistics::normal_tail(c), telling = within - 2 * c * density;
  return telling <= 0 ? 1 : std::max(1.0, sigma / spread * std::sqrt(within / telling));
}

}  // namespace

LatencyAtStart latency_at_start(std::vector<float> cycles, std::vector<double> place, double reach, double jitter) {
  constexpr int kMostRounds = 16;           // rounds: the line moves a little in each,
  constexpr double kStill = 0.02;           // until it moves by less than this share of its uncertainty
  constexpr double kGolden = 0.6180339887;  // the fractional parts of its multiples spread evenly over [0, 1)
  const std::vector<float> all_cycles = cycles;
  const std::vector<double> all_places = place;
  LatencyAtStart line = latency_at_start(cycles, place);
  const double sigma = jitter > 0 ? jitter : line.spread;
  double moved = line.uncertainty;
  for (int round = 0; round < kMostRounds && line.followed && std::abs(moved) > kStill * line.uncertainty; ++round) {
    cycles.clear();
    place.clear();
    for (std::size_t i = 0; i < all_cycles.size(); ++i) {
      // A clock shows whole cycles, and the true latency lies anywhere within one. So do the ends of the range that is used;
      // otherwise one end would leave out more than the other.
      const double within = std::fmod(static_cast<double>(i) * kGolden, 1) - 0.5;
      if (std::abs(all_cycles[i] + within - line.cycles * (1 + line.drift * all_places[i])) > reach) continue;
      cycles.push_back(all_cycles[i]);
      place.push_back(all_places[i]);
    }
    if (cycles.empty()) break;
    moved = -line.cycles;
    line = latency_at_start(cycles, place);
    moved += line.cycles;
  }
  line.uncertainty *= widening(reach, sigma, line.spread);
  return line;
}

Band widened(Band band, const LatencyNoise& noise) {
  constexpr double kRelative = 0.03;  // slow drift
  const double share = noise.exact() ? 0.001 : kRelative;
  band.low -= kBandSigmas * noise.sigma + 0.5 + share * band.low;
  band.high += kBandSigmas * noise.sigma + 0.5 + share * band.high;
  return band;
}

bool is_apart(const Band& nearer, const Band& farther, const LatencyNoise& noise) {
  constexpr double kSigmas = 7, kDrift = 0.045;  // drift of two percent and more in either direction
  return farther.median - nearer.median >= std::max(kSigmas * noise.sigma, kDrift * farther.median);
}

double cut_between(const Band& lower, const Band& upper, const LatencyNoise& noise) {
  const double gap = upper.low - lower.high;
  const double middle = lower.high + gap / 2;
  const double wished = lower.high + kCutSigmas * noise.sigma;
  const double highest = upper.low - 1.3 * noise.sigma;
  return std::max(middle, std::min(wished, highest));
}

double false_share(const Band& lower, double cut, std::span<const Band> bands, const LatencyNoise& noise) {
  double share = 0;
  if (noise.sigma > 0) share += statistics::normal_tail((cut - lower.high) / noise.sigma);
  if (noise.outlier_share > 0) {
    const double from = lower.median + noise.outlier_low;
    const double width = std::max(noise.outlier_high - noise.outlier_low, 100.0);
    double inside = 0;
    for (const Band& band : bands)
      inside += std::max(0.0, std::min(band.high, from + width) - std::max({band.low, cut, from - width}));
    share += noise.outlier_share * std::min(1.0, inside / width);
  }
  constexpr double kNeverSeen = 1e-6;  // least share: outliers may be larger than those that were seen
  return noise.exact() ? share : std::max(share, kNeverSeen);
}

bool is_one_latency(const Band& level, const LatencyNoise& noise) {
  return level.high - level.low <= 2 * statistics::kSigmasOf95Percent * (1 + statistics::kSigmaKnown) * noise.sigma;
}

}  // namespace chasescope::inference
