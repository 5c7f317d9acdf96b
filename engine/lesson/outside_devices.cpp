#include "engine/lesson/outside_devices.h"

#include <algorithm>
#include <array>

namespace chasescope::lesson {

bool reaches_outside(const std::string& device_id) {
  constexpr std::array kWithin{"model:", "file:", "recording:", "mystery:", "cuda:"};
  return !device_id.empty() &&
         std::none_of(kWithin.begin(), kWithin.end(), [&](const char* kind) { return device_id.starts_with(kind); });
}

std::vector<std::string> outside_devices(const Lesson& lesson) {
  std::vector<std::string> ids;
  for (const Step& step : lesson.steps)
    for (const std::string& id : {step.stage.device, step.stage.beside})
      if (reaches_outside(id) && std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  return ids;
}

}  // namespace chasescope::lesson
