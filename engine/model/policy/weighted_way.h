// Weighted way: each way has its own probability of being replaced, as in the Fermi L1 (2014 paper, §4.2 and figure 8).
//
// Parameters: `probabilities`, one per way, summing to 1; `draw`, the way in which the victims reach these probabilities:
//   "independent"   (default) each replacement draws a way by its probability
//   "every_second"  without chance: in each set the first, third, fifth … replacement takes the likeliest way ("it is updated every
//                   two cache misses"), and the replacements between take the other ways in turn
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/policy/parameter_check.h"
#include "engine/model/spec/set_layout.h"
#include "engine/trace/random.h"

namespace chasescope::model {

class WeightedWay {
 public:
  static constexpr std::string_view name = "weighted_way";
  static ParameterFaults check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways);

  WeightedWay(const PolicySpec& spec, const SetLayout& layout, std::uint64_t seed) : random_(seed) {
    const std::vector<double>& probabilities = spec.numbers.at("probabilities");
    const auto likeliest = std::max_element(probabilities.begin(), probabilities.end());
    hot_ = static_cast<std::uint32_t>(likeliest - probabilities.begin());
    if (const auto draw = spec.words.find("draw"); draw != spec.words.end() && draw->second == "every_second") {
      replacements_.assign(layout.sets.size(), 0);
      return;
    }
    double sum = 0;
    for (const double probability : probabilities) upper_bounds_.push_back(sum += probability);
    // Rounding may leave the sum slightly below 1. The last way with a probability above 0 takes the rest.
    std::size_t last = probabilities.size() - 1;
    while (last > 0 && probabilities[last] == 0) --last;
    std::fill(upper_bounds_.begin() + static_cast<std::ptrdiff_t>(last), upper_bounds_.end(), 2.0);
  }

  void empty_again(std::uint64_t seed, const std::vector<std::uint32_t>& used) {
    random_ = Random(seed);
    if (replacements_.empty()) return;
    for (const std::uint32_t set : used) replacements_[set] = 0;
  }

  std::uint32_t victim(const SetRef& at) {
    if (!replacements_.empty()) return in_turn(at);
    const double drawn = random_.unit();
    std::uint32_t way = 0;
    for (const double bound : upper_bounds_) way += drawn >= bound ? 1 : 0;  // without a branch, which no processor could predict
    return way;
  }
  void hit(const SetRef&, std::uint32_t) {}
  void fill(const SetRef&, std::uint32_t) {}

 private:
  std::uint32_t in_turn(const SetRef& at) {
    const std::uint32_t count = replacements_[at.set];
    replacements_[at.set] = (count + 1) % (2 * std::max(at.ways - 1, 1U));
    if (count % 2 == 0 || at.ways == 1) return hot_;
    const std::uint32_t other = count / 2;
    return other + (other >= hot_ ? 1 : 0);
  }

  std::vector<double> upper_bounds_;         // cumulative probabilities; empty for every_second
  std::vector<std::uint32_t> replacements_;  // per set, modulo one full turn; only for every_second
  std::uint32_t hot_ = 0;
  Random random_;
};

inline ParameterFaults WeightedWay::check(const PolicySpec& spec, const std::vector<std::uint32_t>& ways) {
  constexpr double kTolerance = 1e-9;
  ParameterFaults faults = only_parameters(spec, {"probabilities", "draw"});
  const auto draw = spec.words.find("draw");
  const bool every_second = draw != spec.words.end() && draw->second == "every_second";
  if (draw != spec.words.end() && !every_second && draw->second != "independent")
    faults.push_back({"draw", "must be \"independent\" or \"every_second\""});

  const auto given = spec.numbers.find("probabilities");
  if (given == spec.numbers.end()) {
    faults.push_back({"probabilities", "is missing; weighted_way needs one probability per way"});
    return faults;
  }
  const std::vector<double>& probabilities = given->second;
  for (const std::uint32_t count : ways)
    if (count != probabilities.size()) {
      faults.push_back({"probabilities", "holds " + std::to_string(probabilities.size()) + " probabilities, but a set has " +
                                             std::to_string(count) + " ways"});
      break;
    }
  double sum = 0;
  for (const double probability : probabilities) {
    if (!(probability >= 0 && probability <= 1)) {
      faults.push_back({"probabilities", "holds a number outside 0 to 1"});
      return faults;
    }
    sum += probability;
  }
  if (!(std::abs(sum - 1) <= kTolerance)) faults.push_back({"probabilities", "sums to " + std::to_string(sum) + " instead of 1"});
  if (every_second && probabilities.size() > 1) {
    const double hot = *std::max_element(probabilities.begin(), probabilities.end());
    const double rest = 0.5 / static_cast<double>(probabilities.size() - 1);
    const auto others = std::count_if(probabilities.begin(), probabilities.end(),
                                      [&](double probability) { return std::abs(probability - rest) <= kTolerance; });
    if (std::abs(hot - 0.5) > kTolerance || static_cast<std::size_t>(others) + (hot == rest ? 0 : 1) != probabilities.size())
      faults.push_back({"probabilities", "must be 1/2 for one way and equal for the others when draw is \"every_second\""});
  }
  return faults;
}

}  // namespace chasescope::model
