// The card on one screen as rich text of the window: a click on a number leads to the runs that show it.
#pragma once

#include <QString>

#include "engine/session/summary/summary.h"

namespace chasescope {

class Theme;

/// How the address of a number's link begins; behind it stands the place of its finding.
inline constexpr const char* kFindingLink = "finding:";

/// The address of a link that asks for the room of the window's panels, or gives it back.
inline constexpr const char* kRoomLink = "room:";

/// `beside`: there is room for what is not known, and how it compares, beside the numbers; else it stands below them.
QString summaryHtml(const Summary& summary, const Theme& theme, bool beside);

}  // namespace chasescope
