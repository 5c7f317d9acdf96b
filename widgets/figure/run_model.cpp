#include "widgets/figure/run_model.h"

#include "engine/device/software/software_device.h"

namespace chasescope {

step::RunModel run_model_of(const Session& session) {
  step::RunModel model;
  const auto& environment = session.environment;
  if (session.device.origin != Origin::model || !environment.is_object()) return model;
  const auto id = environment.find("device_id");
  if (id == environment.end() || !id->is_string()) return model;
  const auto card = software_card_of(id->get<std::string>());
  // The file may hold another card by now, so the name is compared. Its predictions are also compared with the recorded latencies.
  if (!card || !*card || (*card)->name != session.device.name) return model;
  model.card = std::make_shared<const model::Card>(**card);
  const auto seed = environment.find("seed");
  model.seed = seed != environment.end() && seed->is_number_unsigned() ? seed->get<std::uint64_t>() : SoftwareOptions{}.seed;
  return model;
}

}  // namespace chasescope
