// All views, in the order of their tabs.
#pragma once

#include <string>
#include <vector>

#include "widgets/views/view_entry.h"

namespace chasescope {

/// Entries live as long as the program. Those of one tab follow each other.
const std::vector<const ViewEntry*>& allViews();

/// Their ids, as a step of a lesson names them.
std::vector<std::string> allViewIds();

/// The view of that figure; null for none.
const ViewEntry* viewOfFigure(const QString& figure);

}  // namespace chasescope
