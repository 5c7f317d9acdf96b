#include "app/documents/run_model.h"

#include "app/measurement/explorer.h"
#include "widgets/figure/run_model.h"
#include "widgets/views/steps/step_player.h"

namespace chasescope {

void playRunsAgain(Explorer& explorer, const std::vector<StepPlayer*>& players) {
  const auto tell = [&explorer, players, known = std::make_shared<std::string>("none yet")] {
    // Each trace of a free run changes the document, but the card is read only once for each device.
    const Session& session = explorer.session();
    const auto id = session.environment.find("device_id");
    const auto seed = session.environment.find("seed");
    const std::string now = (id == session.environment.end() ? std::string() : id->dump()) + " " +
                            (seed == session.environment.end() ? std::string() : seed->dump()) + " " + session.device.name;
    if (now == *known) return;
    *known = now;
    for (StepPlayer* player : players) player->setModel(run_model_of(session));
  };
  QObject::connect(&explorer, &Explorer::probeStarted, players.front(), tell);
  QObject::connect(&explorer, &Explorer::documentChanged, players.front(), tell);
}

}  // namespace chasescope
