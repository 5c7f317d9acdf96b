#include "engine/model/spec/spec.h"

namespace chasescope::model {

bool SettingSpec::applies(const Configuration& configuration) const {
  if (l1_kib && l1_kib != configuration.l1_kib) return false;
  if (!carveout_percent_from && !carveout_percent_to) return true;
  return configuration.carveout_percent && *configuration.carveout_percent >= carveout_percent_from.value_or(0) &&
         *configuration.carveout_percent <= carveout_percent_to.value_or(100);
}

}  // namespace chasescope::model
