#include "widgets/style/screen_room.h"

#include <QScreen>
#include <QStyle>
#include <QWidget>

namespace chasescope {

QSize fittingSize(QSize wanted, QSize room, int titleBar) { return wanted.boundedTo({room.width(), room.height() - titleBar}); }

void resizeOnScreen(QWidget& window, QSize wanted) {
  // A window that is not shown yet will open on the screen of its parent window.
  const QWidget* shown = window.parentWidget() != nullptr ? window.parentWidget()->window() : &window;
  window.resize(fittingSize(wanted, shown->screen()->availableSize(), window.style()->pixelMetric(QStyle::PM_TitleBarHeight)));
}

}  // namespace chasescope
