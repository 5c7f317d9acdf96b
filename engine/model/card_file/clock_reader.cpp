#include "engine/model/card_file/clock_reader.h"

#include "engine/model/card_file/object_reader.h"
#include "engine/model/spec/limits.h"

namespace chasescope::model {

ClockSpec read_clock(const nlohmann::json& object, const std::string& pointer, Faults& faults) {
  using Need = ObjectReader::Need;
  constexpr std::uint64_t kMostTick = 1024;
  constexpr double kLeastRatio = 0.1, kMostRatio = 10, kMostStay = 1e12;
  ClockSpec clock;
  ObjectReader reader(object, pointer, faults);
  clock.tick_cycles = static_cast<std::uint32_t>(reader.count("tick_cycles", 1, kMostTick, Need::optional).value_or(1));
  const Need both = reader.has("ratio") || reader.has("switch_cycles") ? Need::required : Need::optional;
  clock.ratio = reader.number("ratio", kLeastRatio, kMostRatio, both).value_or(1);
  clock.switch_cycles = reader.number("switch_cycles", 1, kMostStay, both).value_or(0);
  reader.finish();
  return clock;
}

PauseSpec read_pauses(const nlohmann::json& object, const std::string& pointer, Faults& faults) {
  using Need = ObjectReader::Need;
  constexpr double kMost = 1e9;
  PauseSpec pauses;
  ObjectReader reader(object, pointer, faults);
  pauses.every_cycles = reader.number("every_cycles", 1, kMost, Need::required).value_or(1);
  pauses.for_cycles = reader.number("for_cycles", 0, kMost, Need::required).value_or(0);
  pauses.between_cycles = reader.number("between_cycles", 0, kMost, Need::optional).value_or(0);
  if (pauses.for_cycles >= pauses.every_cycles)
    reader.fault("for_cycles", "must be less than every_cycles, or memory never answers");
  reader.finish();
  return pauses;
}

}  // namespace chasescope::model
