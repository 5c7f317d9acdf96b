#include "widgets/views/memory/answering_part.h"

#include <algorithm>
#include <cmath>

#include "engine/findings/vocabulary.h"

namespace chasescope {

std::optional<AnsweringPart> answeringPart(const std::vector<Finding>& findings, MemorySpace space, double cycles) {
  constexpr double kNear = 0.05;  // share of the latency: levels of a card lie farther apart than this, and jitter is smaller
  constexpr double kClock = 4;    // cycles
  std::optional<AnsweringPart> nearest;
  for (const Finding& finding : findings) {
    if (finding.quantity != quantity::hit_latency_cycles || finding.status != FindingStatus::measured || !finding.value.is_number())
      continue;
    const auto measured_in = finding.conditions.find("space");
    if (measured_in == finding.conditions.end() || *measured_in != std::string(to_string(space))) continue;
    const auto hit = finding.value.get<double>();
    if (std::abs(hit - cycles) > std::max(kClock, kNear * hit)) continue;
    if (!nearest || std::abs(hit - cycles) < std::abs(nearest->hit_cycles - cycles)) nearest = {finding.subject, hit};
  }
  return nearest;
}

}  // namespace chasescope
