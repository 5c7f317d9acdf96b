// The part of an axis as a person types it, on the command line and in the export dialog.
#pragma once

#include <QString>
#include <optional>

#include "widgets/figure/figure_content.h"

namespace chasescope {

/// "4KiB:1MiB", "0:500", ":500", "100:"; nothing where that is not understood, or the first is not the smaller one.
std::optional<AxisLimits> limitsFrom(const QString& text);

/// The same in digits; empty for a whole axis.
QString limitsText(const AxisLimits& limits);

}  // namespace chasescope
