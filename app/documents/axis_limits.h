// The part of an axis as text, on the command line and in the export dialog.
#pragma once

#include <QString>
#include <array>
#include <optional>

#include "widgets/figure/figure_content.h"

namespace chasescope {

/// "4KiB:1MiB", "0:500", ":500", "100:"; nothing if the text is invalid or the lower limit is not below the upper one.
std::optional<AxisLimits> limitsFrom(const QString& text);

/// The places of cursors A and B: "16KiB,28KiB", "200" for A alone, ",200" for B alone; nothing if the text is invalid.
std::optional<std::array<std::optional<double>, 2>> cursorsFrom(const QString& text);
/// The unknown or ambiguous unit in such a text, without a full stop; empty if no unit is wrong.
QString unitFault(const QString& text);
/// Whether a place in such a text is a size with a unit.
bool namesSizes(const QString& text);
/// The places of the cursors as text in digits; empty without cursors.
QString cursorsText(const FigureSight& sight);

/// The limits as text in digits; empty for a whole axis.
QString limitsText(const AxisLimits& limits);

}  // namespace chasescope
