// The buttons that views of curves have in common: cursors, and all of the axis.
#pragma once

#include <vector>

class QBoxLayout;
class QWidget;

namespace chasescope {

class CurvePlot;
class Theme;

/// Adds the buttons to `into`. They act on the plots that can be seen.
void addCurveTools(const Theme& theme, const std::vector<CurvePlot*>& plots, QBoxLayout* into, QWidget* parent);

}  // namespace chasescope
