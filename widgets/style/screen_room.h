// Keeps windows no larger than the screen on which they open.
#pragma once

#include <QSize>

class QWidget;

namespace chasescope {

/// Gives a window the wanted size, or the largest size at which it and its title bar fit on its screen.
void resizeOnScreen(QWidget& window, QSize wanted);

/// The fitting size for a screen with this room (px) and a title bar of this height (px).
QSize fittingSize(QSize wanted, QSize room, int titleBar);

}  // namespace chasescope
