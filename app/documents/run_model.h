// Hands the software GPU behind a document's runs to the widgets that play the runs again. No code that measures sees this model.
#pragma once

#include <vector>

namespace chasescope {

class Explorer;
class StepPlayer;

/// Gives the players the model whenever another probe starts or another document is shown. \pre there is at least one player, and
/// all belong to one window.
void playRunsAgain(Explorer& explorer, const std::vector<StepPlayer*>& players);

}  // namespace chasescope
