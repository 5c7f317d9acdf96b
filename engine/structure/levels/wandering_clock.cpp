#include "engine/structure/levels/wandering_clock.h"

#include <algorithm>
#include <cmath>

namespace chasescope::structure {

void WanderingClock::look_again(Lab& lab, Survey& survey) {
  if (survey.noise.exact() || lab.keeps_state()) return;
  constexpr std::uint64_t kAccesses = 1 << 13;
  // kReach: standard deviations of an access; kErrors: standard errors of the mean; kLeast: share of the mean.
  constexpr double kReach = 7, kErrors = 5, kLeast = 0.002;
  try {
    const Walk walk = lab.single({0}, 64, kAccesses, "the same element once more");
    double sum = 0, count = 0;
    for (const float cycles : walk.cycles)
      if (std::abs(cycles - survey.noise.median) <= kReach * survey.noise.sigma + 1) {
        sum += cycles;
        ++count;
      }
    const double mean = sum / std::max(count, 1.0), error = survey.noise.sigma / std::sqrt(std::max(count, 1.0));
    if (!first_) first_ = mean;
    const double apart = std::abs(mean - *first_);
    if (apart > 2 * kErrors * error + kLeast * mean) survey.wanders = std::max(survey.wanders, apart / mean);
  } catch (const Undecided&) {
    // The drift stays unknown.
  }
}

std::string of_no_level(const Survey& survey) {
  constexpr double kMostOutliers = 0.1, kMostSpread = 0.25, kJitter = 10;  // share of the accesses; share of the median; cycles
  if (survey.noise.outlier_share > kMostOutliers || survey.noise.sigma > std::max(kJitter, kMostSpread * survey.noise.median))
    return survey.noise.tick > 0
               ? "The clock ticks by " + std::to_string(std::lround(survey.noise.tick)) +
                     " cycles, a large part of the nearest level's latency. So the latency of a level can't be measured."
               : "A single element that is read over and over sometimes takes much longer. So the latency of a level can't be "
                 "measured.";
  return {};
}

}  // namespace chasescope::structure
