#include "app/documents/run_model.h"

#include "app/measurement/explorer.h"
#include "engine/device/catalogue/catalogue.h"
#include "widgets/views/steps/step_view.h"

namespace chasescope {

step::RunModel run_model_of(const Session& session) {
  step::RunModel model;
  const auto& environment = session.environment;
  if (session.device.origin != Origin::model || !environment.is_object()) return model;
  const auto id = environment.find("device_id");
  if (id == environment.end() || !id->is_string()) return model;
  const auto card = card_of_device(id->get<std::string>());
  // A file may hold another card by now; what it predicts is compared with what was recorded, too.
  if (!card || !*card || (*card)->name != session.device.name) return model;
  model.card = std::make_shared<const model::Card>(**card);
  const auto seed = environment.find("seed");
  model.seed = seed != environment.end() && seed->is_number_unsigned() ? seed->get<std::uint64_t>() : SoftwareOptions{}.seed;
  return model;
}

void playRunsAgain(Explorer& explorer, StepView& steps) {
  const auto tell = [&explorer, &steps, known = std::make_shared<std::string>("none yet")] {
    // The card is read once a device, not once a trace of a free run.
    const Session& session = explorer.session();
    const auto id = session.environment.find("device_id");
    const auto seed = session.environment.find("seed");
    const std::string now = (id == session.environment.end() ? std::string() : id->dump()) + " " +
                            (seed == session.environment.end() ? std::string() : seed->dump()) + " " + session.device.name;
    if (now == *known) return;
    *known = now;
    steps.player().setModel(run_model_of(session));
  };
  QObject::connect(&explorer, &Explorer::probeStarted, &steps, tell);
  QObject::connect(&explorer, &Explorer::documentChanged, &steps, tell);
}

}  // namespace chasescope
