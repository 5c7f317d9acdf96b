#include "engine/model/card_file/setting_reader.h"

namespace chasescope::model {

SettingSpec read_setting(ObjectReader& reader) {
  using Need = ObjectReader::Need;
  SettingSpec when;
  when.l1_kib = reader.count("l1_kib", 1, 1024, Need::optional);
  when.carveout_percent_from = reader.number("carveout_percent_from", 0, 100, Need::optional);
  when.carveout_percent_to = reader.number("carveout_percent_to", 0, 100, Need::optional);
  if (!reader.has("l1_kib") && !reader.has("carveout_percent_from") && !reader.has("carveout_percent_to") && reader.is_object())
    reader.faults().push_back(
        {reader.pointer(), "says for no setting when it applies (l1_kib, carveout_percent_from, carveout_percent_to)"});
  if (when.carveout_percent_from.value_or(0) > when.carveout_percent_to.value_or(100))
    reader.fault("carveout_percent_from", "is larger than carveout_percent_to");
  return when;
}

}  // namespace chasescope::model
