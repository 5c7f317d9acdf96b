#include "app/tabs/view_proportion.h"

#include <QEvent>
#include <QLayout>
#include <QMargins>
#include <QWidget>
#include <algorithm>

namespace chasescope {
namespace {

constexpr double kShape = 1.6;  // width by height, as wide figures are exported

}  // namespace

ViewProportion::ViewProportion(QWidget& views) : QObject(&views), views_(views) { views_.parentWidget()->installEventFilter(this); }

void ViewProportion::hold(bool figure) {
  held_ = figure;
  place();
}

void ViewProportion::place() {
  const QWidget& ground = *views_.parentWidget();
  QMargins margins;  // zero: the page has margins of its own, and a second card stands beside in line
  if (held_) {
    const int wide = std::min(ground.width(), static_cast<int>(ground.height() * kShape));
    const int high = std::min(ground.height(), static_cast<int>(wide / kShape));
    margins = {(ground.width() - wide) / 2, 0, (ground.width() - wide) / 2, ground.height() - high};
  }
  ground.layout()->setContentsMargins(margins);
}

bool ViewProportion::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) place();
  return QObject::eventFilter(watched, event);
}

}  // namespace chasescope

#include "moc_view_proportion.cpp"
