// Windows of their own are no larger than the screen that they open on.
#pragma once

#include <QSize>

class QWidget;

namespace chasescope {

/// Makes a window so large, or as large as its screen lets a window be that has a title bar.
void resizeOnScreen(QWidget& window, QSize wanted);

/// The same for a screen with so much room (px) and a title bar of that height.
QSize fittingSize(QSize wanted, QSize room, int titleBar);

}  // namespace chasescope
