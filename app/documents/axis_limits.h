// The part of an axis as a person types it, on the command line and in the export dialog.
#pragma once

#include <QString>
#include <array>
#include <optional>

#include "widgets/figure/figure_content.h"

namespace chasescope {

/// "4KiB:1MiB", "0:500", ":500", "100:"; nothing where that is not understood, or the first is not the smaller one.
std::optional<AxisLimits> limitsFrom(const QString& text);

/// Where cursors A and B stand: "16KiB,28KiB", "200" for A alone, ",200" for B alone; nothing where that is not understood.
std::optional<std::array<std::optional<double>, 2>> cursorsFrom(const QString& text);
/// Which unit of such a text is not known or means two sizes, without a full stop; empty where no unit is at fault.
QString unitFault(const QString& text);
/// Whether a place in such a text is written as a size, with its unit.
bool namesSizes(const QString& text);
/// The same in digits; empty without any.
QString cursorsText(const FigureSight& sight);

/// The same in digits; empty for a whole axis.
QString limitsText(const AxisLimits& limits);

}  // namespace chasescope
