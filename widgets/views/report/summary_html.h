// The summary of a card as rich text for the window: a click on a number shows the runs behind it.
#pragma once

#include <QString>

#include "engine/session/summary/summary.h"

namespace chasescope {

class Theme;

/// The address of a number's link: this word and the index of its finding.
inline constexpr const char* kFindingLink = "finding:";

/// The address of the link that hides or shows the window's panels.
inline constexpr const char* kRoomLink = "room:";

/// `beside`: there is room beside the numbers for what is not known and for comparisons; else these stand below. `offersRoom`: the
/// text has a link that hides the window's panels.
QString summaryHtml(const Summary& summary, const Theme& theme, bool beside, bool offersRoom);

}  // namespace chasescope
