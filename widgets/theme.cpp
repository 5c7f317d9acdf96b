#include "widgets/theme.h"

#include <QApplication>
#include <QFile>
#include <QPainter>
#include <QPalette>
#include <QStyleFactory>
#include <QSvgRenderer>
#include <algorithm>

#include "widgets/theme_icon.h"
#include "widgets/theme_sheet.h"

namespace chasescope {

Theme::Theme(QObject* parent) : QObject(parent) {}

const Palette& Theme::colours() const { return mode_ == Mode::dark ? darkPalette() : lightPalette(); }

void Theme::setMode(Mode mode) {
  if (mode == mode_) return;
  mode_ = mode;
  dress();
  emit themeChanged();
}

void Theme::setFontScale(double scale) {
  scale = std::clamp(scale, 0.8, 2.5);
  if (scale == fontScale_) return;
  fontScale_ = scale;
  dress();
  emit themeChanged();
}

PlotStyle Theme::plotStyle() const {
  PlotStyle style;
  style.palette = colours();
  style.textPixels = 12 * fontScale_;
  return style;
}

void Theme::applyTo(QApplication& application) {
  registerFonts();
  application_ = &application;
  application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  dress();
}

void Theme::dress() {
  if (application_ == nullptr) return;
  const Palette& c = colours();
  QPalette palette;
  palette.setColor(QPalette::Window, c.ground);
  palette.setColor(QPalette::WindowText, c.ink);
  palette.setColor(QPalette::Base, c.card);
  palette.setColor(QPalette::AlternateBase, c.sunken);
  palette.setColor(QPalette::Text, c.ink);
  palette.setColor(QPalette::PlaceholderText, c.quietInk);
  palette.setColor(QPalette::Button, c.card);
  palette.setColor(QPalette::ButtonText, c.ink);
  palette.setColor(QPalette::BrightText, c.danger);
  palette.setColor(QPalette::Highlight, c.accent);
  palette.setColor(QPalette::HighlightedText, c.accentInk);
  palette.setColor(QPalette::Link, c.accent);
  palette.setColor(QPalette::ToolTipBase, c.card);
  palette.setColor(QPalette::ToolTipText, c.ink);
  palette.setColor(QPalette::Mid, c.line);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, mixed(c.quietInk, c.card, 0.6));
  application_->setPalette(palette);
  application_->setFont(text());
  application_->setStyleSheet(styleSheet());
}

QString Theme::styleSheet() const { return themeSheet(colours(), fontScale_); }

QIcon Theme::icon(const QString& name) const {
  const Palette& c = colours();
  return QIcon(new ThemeIconEngine(name, c.ink, mixed(c.quietInk, c.card, 0.5), c.accent));
}

QIcon Theme::icon(const QString& name, const QColor& colour) const {
  return QIcon(new ThemeIconEngine(name, colour, mixed(colour, colours().card, 0.5), colour));
}

QPixmap Theme::iconPixmap(const QString& name, const QColor& colour, int pixels, double devicePixelRatio) const {
  QPixmap pixmap(QSize(pixels, pixels) * devicePixelRatio);
  pixmap.setDevicePixelRatio(devicePixelRatio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  paintIcon(painter, name, QRectF(0, 0, pixels, pixels), colour);
  return pixmap;
}

}  // namespace chasescope
