#include "engine/model/clock/card_clock.h"

#include <cmath>

namespace chasescope::model {

CardClock::CardClock(const ClockSpec& spec, std::uint64_t seed) : spec_(spec), random_(seed) {
  if (spec_.switch_cycles == 0) return;
  second_ = random_.below(2) == 1;
  left_ = stay() * random_.unit();  // a request may begin at any time between two switches
}

double CardClock::stay() { return spec_.switch_cycles * (0.5 + random_.unit()); }

double CardClock::at_speed(double cycles) {
  if (spec_.switch_cycles == 0) return cycles;
  const double counted = second_ ? cycles * spec_.ratio : cycles;
  left_ -= cycles;
  if (left_ <= 0) {
    second_ = !second_;
    left_ = stay();
  }
  return counted;
}

void CardClock::time(std::span<float> cycles) {
  const double tick = spec_.tick_cycles;
  for (float& latency : cycles) {
    const double counted = at_speed(latency);
    if (spec_.tick_cycles <= 1) {
      latency = static_cast<float>(counted);
      continue;
    }
    const double ticks = std::floor((fraction_ + counted) / tick);
    fraction_ += counted - ticks * tick;
    latency = static_cast<float>(ticks * tick);
  }
}

}  // namespace chasescope::model
