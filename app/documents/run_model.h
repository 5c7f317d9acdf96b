// The software GPU behind a document's runs, for what plays them again: from its file to the widget. What measures never sees this.
#pragma once

#include <vector>

namespace chasescope {

class Explorer;
class StepPlayer;

/// Tells the players of the model whenever another probe starts or another document is shown. They belong to one window. \pre there
/// are some.
void playRunsAgain(Explorer& explorer, const std::vector<StepPlayer*>& players);

}  // namespace chasescope
