// Icons of resources/icons drawn in any colour, from the vectors at every size and pixel ratio.
#pragma once

#include <QColor>
#include <QIconEngine>
#include <QPainter>
#include <QString>

namespace chasescope {

/// Paints resources/icons/NAME.svg in one colour; nothing if there is no such icon.
void paintIcon(QPainter& painter, const QString& name, const QRectF& area, const QColor& colour);

class ThemeIconEngine : public QIconEngine {
 public:
  ThemeIconEngine(QString name, const QColor& normal, const QColor& disabled, const QColor& checked)
      : name_(std::move(name)), normal_(normal), disabled_(disabled), checked_(checked) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
  QIconEngine* clone() const override { return new ThemeIconEngine(*this); }

 private:
  QString name_;
  QColor normal_, disabled_, checked_;
};

}  // namespace chasescope
