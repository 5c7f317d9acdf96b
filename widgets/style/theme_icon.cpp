#include "widgets/style/theme_icon.h"

#include <QFile>
#include <QHash>
#include <QSvgRenderer>

#include "widgets/style/fonts.h"

namespace chasescope {
namespace {

const QByteArray& source(const QString& name) {
  static QHash<QString, QByteArray> sources;
  const auto known = sources.constFind(name);
  if (known != sources.constEnd()) return *known;
  registerFonts();  // the icons are in the same resources as the fonts
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  return *sources.insert(name, file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray());
}

}  // namespace

void paintIcon(QPainter& painter, const QString& name, const QRectF& area, const QColor& colour) {
  QByteArray svg = source(name);
  if (svg.isEmpty()) return;
  svg.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
  QSvgRenderer renderer(svg);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setOpacity(painter.opacity() * colour.alphaF());
  renderer.render(&painter, area);
  painter.restore();
}

void ThemeIconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) {
  const QColor colour = mode == QIcon::Disabled ? disabled_ : state == QIcon::On ? checked_ : normal_;
  const int side = std::min(rect.width(), rect.height());
  const QRectF square(rect.x() + (rect.width() - side) / 2.0, rect.y() + (rect.height() - side) / 2.0, side, side);
  paintIcon(*painter, name_, square, colour);
}

QPixmap ThemeIconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) {
  if (size.isEmpty()) return {};  // a button without room yet asks for an empty pixmap, on which nothing can be painted
  QPixmap pixmap(size);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  paint(&painter, QRect(QPoint(0, 0), size), mode, state);
  return pixmap;
}

}  // namespace chasescope
