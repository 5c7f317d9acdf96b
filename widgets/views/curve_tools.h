// The buttons that all views of curves have: cursors, and a button that shows the whole axis.
#pragma once

#include <vector>

class QBoxLayout;
class QWidget;

namespace chasescope {

class CurvePlot;
class Theme;

/// Adds the buttons to `into`. They act on those of the plots that are visible.
void addCurveTools(const Theme& theme, const std::vector<CurvePlot*>& plots, QBoxLayout* into, QWidget* parent);

}  // namespace chasescope
