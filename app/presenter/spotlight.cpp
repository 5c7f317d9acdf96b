#include "app/presenter/spotlight.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace chasescope {
namespace {

constexpr int kRadiusShare = 5;  // the light's radius is this part of the window's height
constexpr int kDim = 120;        // of 255: what lies in the dark can still be read
constexpr int kFuzz = 24;        // px over which the light ends

}  // namespace

Spotlight::Spotlight(QWidget& window) : QWidget(&window) {
  setObjectName(QStringLiteral("spotlight"));
  setAccessibleName(tr("Light that follows the mouse"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
  window.installEventFilter(this);
  qApp->installEventFilter(this);
}

void Spotlight::showEvent(QShowEvent*) {
  setGeometry(parentWidget()->rect());
  raise();
  follow(QCursor::pos());
}

void Spotlight::follow(QPoint global) {
  at_ = mapFromGlobal(global);
  update();
}

bool Spotlight::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parent() && event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
  if (isVisible() && (event->type() == QEvent::MouseMove || event->type() == QEvent::HoverMove)) follow(QCursor::pos());
  return QWidget::eventFilter(watched, event);
}

void Spotlight::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double radius = height() / static_cast<double>(kRadiusShare);
  QRadialGradient light(at_, radius + kFuzz);
  light.setColorAt(0, QColor(0, 0, 0, 0));
  light.setColorAt(radius / (radius + kFuzz), QColor(0, 0, 0, 0));
  light.setColorAt(1, QColor(0, 0, 0, kDim));
  painter.fillRect(rect(), light);
}

}  // namespace chasescope

#include "moc_spotlight.cpp"
