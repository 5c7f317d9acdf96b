// Whether the victims of a random policy have the distributions that follow from it: tests of counts, and of three policies.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/inference/replacement/set_victims.h"
#include "engine/statistics/chi_square.h"
#include "engine/statistics/tails.h"

namespace chasescope::inference {

constexpr double kFits = 1e-4;     // p-values above this agree with a hypothesis
constexpr double kRefuted = 1e-6;  // p-values below this speak against it

/// How well counts agree with expected ones, over several tests. In noise, some victims are wrong, so that more than some thousands
/// of them do not make a test sharper.
class Agreement {
 public:
  explicit Agreement(bool noisy)
      : most_(noisy ? kMostThatNoiseLeaves : std::numeric_limits<double>::infinity()), bias_(noisy ? kBias : 0) {}

  void test(const std::vector<double>& counts, const std::vector<double>& expected) {
    const double total = sum(counts);
    if (total == 0) return;
    const double scale = std::min(1.0, most_ / total);
    add(fit_probability(scaled(counts, scale), scaled(expected, scale)));
    double moved = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) moved += std::abs(counts[i] - expected[i]) / 2;
    distance_ = std::max(distance_, moved / total);
  }
  /// Tests whether two lists of counts come from one distribution.
  void test_same(const std::vector<double>& a, const std::vector<double>& b) {
    const double of_a = sum(a), of_b = sum(b);
    add(same_distribution_probability(scaled(a, std::min(1.0, most_ / of_a)), scaled(b, std::min(1.0, most_ / of_b))));
    double moved = 0;
    for (std::size_t i = 0; i < a.size(); ++i) moved += std::abs(a[i] / of_a - b[i] / of_b) / 2;
    distance_ = std::max(distance_, moved);
  }
  /// Tests one count, whose expected spread is `variance`.
  void test(double count, double expected, double variance, double total) {
    const double bias = bias_ * expected;
    add(variance <= 0 ? 1 : 2 * statistics::normal_tail(std::abs(count - expected) / std::sqrt(variance + bias * bias + 1)));
    distance_ = std::max(distance_, std::abs(count - expected) / total);
  }
  void fail(double distance) {
    add(0);
    distance_ = std::max(distance_, distance);
  }
  void add(double p) {
    least_ = std::min(least_, p);
    ++tests_;
  }

  /// The probability that the worst of the tests is so bad by chance.
  double p() const { return std::min(1.0, least_ * tests_); }
  /// The largest share of the counts that would have to move for perfect agreement.
  double distance() const { return distance_; }
  bool fits() const { return p() > kFits; }
  bool refuted() const { return p() < kRefuted; }

 private:
  static constexpr double kMostThatNoiseLeaves = 5000;
  static constexpr double kBias = 0.05;  // share of a count that noise may shift

  static double sum(const std::vector<double>& counts) { return std::accumulate(counts.begin(), counts.end(), 0.0); }
  static std::vector<double> scaled(std::vector<double> counts, double scale) {
    for (double& each : counts) each *= scale;
    return counts;
  }

  double most_, bias_;
  double least_ = 1;
  double distance_ = 0;
  int tests_ = 0;
};

/// The property of a victim that is counted: its way, or one of its ranks.
using Member = std::uint32_t Victim::*;
std::vector<double> count_by(const Victims& victims, Member member, std::uint32_t ways);

/// Any line, with equal probabilities.
void add_random(Agreement& agreement, const Victims& victims, std::uint32_t ways);

/// Not-most-recently-used: any line but the last touched one, with equal probabilities.
void add_nmru(Agreement& agreement, const Victims& victims, std::uint32_t ways, bool noisy);

/// Each way has a probability of its own, whichever line is in it and since when. `shares` were estimated from `estimated_from`
/// other victims.
void add_weighted(Agreement& agreement, const Victims& victims, const std::vector<double>& shares, double estimated_from);

}  // namespace chasescope::inference
