#include "app/documents/assumed_numbers.h"

#include "engine/device/catalogue/catalogue.h"
#include "engine/model/card_file/assumed_numbers.h"
#include "widgets/figure/run_model.h"

namespace chasescope {

AssumedNumbers assumedNumbersOf(const QString& id) {
  const auto card = card_of_device(id.toStdString());
  return card && *card ? model::assumed_numbers(**card) : AssumedNumbers();
}

AssumedNumbers assumedNumbersOf(const Session& session) {
  const step::RunModel model = run_model_of(session);
  return model.card ? model::assumed_numbers(*model.card) : AssumedNumbers();
}

}  // namespace chasescope
