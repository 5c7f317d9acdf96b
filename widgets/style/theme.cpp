#include "widgets/style/theme.h"

#include <QApplication>
#include <QFile>
#include <QLineEdit>
#include <QMetaEnum>
#include <QPainter>
#include <QPalette>
#include <QStyleFactory>
#include <QSvgRenderer>
#include <QTimer>
#include <algorithm>

#include "widgets/style/theme_icon.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

namespace {

bool isDark(const QPalette& palette) {
  return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

}  // namespace

Theme::Theme(QObject* parent) : QObject(parent) {}

const Palette& Theme::colours() const {
  switch (mode_) {
    case Mode::light: return lightPalette();
    case Mode::dark: return darkPalette();
    case Mode::contrast: return contrastPalette();
    case Mode::paper: return paperPalette();
    case Mode::system: break;
  }
  return systemIsDark_ ? darkPalette() : lightPalette();
}

QString Theme::nameOf(Mode mode) { return QString::fromLatin1(QMetaEnum::fromType<Mode>().valueToKey(static_cast<int>(mode))); }

Theme::Mode Theme::modeNamed(const QString& name) {
  bool known = false;
  const int value = QMetaEnum::fromType<Mode>().keyToValue(name.toLatin1().constData(), &known);
  return known ? static_cast<Mode>(value) : Mode::system;
}

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
  // The application's palette is still the desktop's before the program sets its own.
  systemIsDark_ = desktopIsDark_ ? desktopIsDark_() : chasescope::isDark(QApplication::palette());
  application_ = &application;
  application_->installEventFilter(this);
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
    palette.setColor(QPalette::Disabled, role, disabledInk(c, 0.6));
  application_->setPalette(palette);
  application_->setFont(text());
  application_->setStyleSheet(styleSheet());
}

void Theme::setDesktop(std::function<bool()> isDark) {
  desktopIsDark_ = std::move(isDark);
  askDesktop();
}

void Theme::askDesktop() {
  if (application_ == nullptr) return;
  const bool was = systemIsDark_;
  if (desktopIsDark_) {
    systemIsDark_ = desktopIsDark_();
  } else {
    application_->setPalette(QPalette());  // an empty palette brings the desktop's palette back, so that it can be read
    systemIsDark_ = chasescope::isDark(QApplication::palette());
  }
  const bool changed = mode_ == Mode::system && was != systemIsDark_;
  if (changed || !desktopIsDark_) dress();
  if (changed) emit themeChanged();
}

bool Theme::eventFilter(QObject* watched, QEvent* event) {
  // Every window gets the event, and asking the desktop several times does no harm. Asked later, after the event has reached the
  // window.
  if (event->type() == QEvent::ThemeChange && watched->isWindowType()) QTimer::singleShot(0, this, &Theme::askDesktop);
  if (!colours().highContrast) return false;
  if (event->type() == QEvent::Show || event->type() == QEvent::StyleChange) {
    if (auto* field = qobject_cast<QLineEdit*>(watched)) {
      QPalette palette = field->palette();
      palette.setColor(QPalette::PlaceholderText, colours().quietInk);
      field->setPalette(palette);
    }
  }
  return QObject::eventFilter(watched, event);
}

QString Theme::styleSheet() const { return themeSheet(colours(), fontScale_); }

QIcon Theme::icon(const QString& name) const {
  const Palette& c = colours();
  return QIcon(new ThemeIconEngine(name, c.ink, disabledInk(c, 0.5), c.accent));
}

QIcon Theme::icon(const QString& name, const QColor& colour) const {
  return QIcon(new ThemeIconEngine(name, colour, disabledInk(colours(), 0.5), colour));
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

#include "moc_theme.cpp"
