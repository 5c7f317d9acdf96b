// The software GPU behind a document's runs, for the step player: from its file to the widget. What measures never sees this.
#pragma once

#include "engine/session/document/session.h"
#include "engine/step/make_source.h"

namespace chasescope {

class Explorer;
class StepView;

/// Without a card where the runs were not made by a model, or where its file can't be read any more.
step::RunModel run_model_of(const Session& session);

/// Tells the step player of the model whenever another probe starts or another document is shown.
void playRunsAgain(Explorer& explorer, StepView& steps);

}  // namespace chasescope
