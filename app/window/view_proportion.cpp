#include "app/window/view_proportion.h"

#include <QEvent>
#include <QLayout>
#include <QMargins>
#include <QWidget>
#include <algorithm>

namespace chasescope {
namespace {

constexpr double kShape = 1.6;  // width by height, as wide figures are exported
constexpr QMargins kUsual(8, 0, 8, 8);

}  // namespace

ViewProportion::ViewProportion(QWidget& views) : QObject(&views), views_(views) { views_.parentWidget()->installEventFilter(this); }

void ViewProportion::hold(bool figure) {
  held_ = figure;
  place();
}

void ViewProportion::place() {
  const QWidget& ground = *views_.parentWidget();
  QMargins margins = kUsual;
  if (held_) {
    const int width = ground.width() - kUsual.left() - kUsual.right(), height = ground.height() - kUsual.top() - kUsual.bottom();
    const int wide = std::min(width, static_cast<int>(height * kShape)), high = std::min(height, static_cast<int>(wide / kShape));
    margins += QMargins((width - wide) / 2, 0, (width - wide) / 2, height - high);
  }
  ground.layout()->setContentsMargins(margins);
}

bool ViewProportion::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) place();
  return QObject::eventFilter(watched, event);
}

}  // namespace chasescope

#include "moc_view_proportion.cpp"
