// All views, in the order of their tabs.
#pragma once

#include <string>
#include <vector>

#include "widgets/views/view_entry.h"

namespace chasescope {

/// The entries live as long as the program. Views of one tab are neighbours in the list.
const std::vector<const ViewEntry*>& allViews();

/// The ids of all views; steps of lessons name views by them.
std::vector<std::string> allViewIds();

/// The view that a figure belongs to; null if none has a figure of this name.
const ViewEntry* viewOfFigure(const QString& figure);

}  // namespace chasescope
