// The look of the program: palette, type and style sheet of the application; light, dark or of high contrast, at any type size.
//
//   Theme theme;
//   theme.applyTo(*qApp);        // fonts, palette, style sheet; repeated by itself when the theme changes
//   theme.setMode(Theme::Mode::dark);
//
// One theme belongs to the application; widgets get it in their constructor and listen to themeChanged.
#pragma once

#include <QFont>
#include <QIcon>
#include <QObject>
#include <QPixmap>
#include <QString>
#include <functional>

#include "widgets/style/fonts.h"
#include "widgets/style/palette.h"
#include "widgets/style/plot_style.h"

class QApplication;

namespace chasescope {

class Theme : public QObject {
  Q_OBJECT
 public:
  /// `system` follows the desktop between light and dark, also when the desktop changes; `paper` is light on white.
  enum class Mode { light, dark, contrast, system, paper };
  Q_ENUM(Mode)

  explicit Theme(QObject* parent = nullptr);

  Mode mode() const { return mode_; }
  void setMode(Mode mode);
  /// Whether the theme now has light text on dark, in any mode.
  bool isDark() const { return colours().dark; }
  /// The name of a mode in settings: "light", "contrast". An unknown name gives the mode `system`.
  static QString nameOf(Mode mode);
  static Mode modeNamed(const QString& name);

  /// Sets the function that tells whether the desktop is dark; the default looks at the desktop's palette. It is called at the
  /// start and when the desktop reports a change of its theme.
  void setDesktop(std::function<bool()> isDark);

  /// The one setting for the size of type; 1 is 13 px text. Clamped to 0.8 … 2.5.
  double fontScale() const { return fontScale_; }
  void setFontScale(double scale);

  const Palette& colours() const;
  /// The style of plots under this theme.
  PlotStyle plotStyle() const;

  /// Registers the fonts and dresses the application, now and after every change. The theme must outlive the application's windows.
  void applyTo(QApplication& application);

  /// Sizes in px at font scale 1: text 13, small 12, heading 15.
  QFont text(double pixels = 13, Weight weight = Weight::regular) const { return wordFont(pixels * fontScale_, weight); }
  QFont heading() const { return wordFont(15 * fontScale_, Weight::semiBold); }
  QFont small(Weight weight = Weight::regular) const { return wordFont(12 * fontScale_, weight); }
  QFont number(double pixels = 13, Weight weight = Weight::regular) const { return numberFont(pixels * fontScale_, weight); }
  /// A length that grows with the type, such as a row's height.
  int scaled(double pixels) const { return qRound(pixels * fontScale_); }

  /// An icon of resources/icons in the colours of the theme (enabled, disabled, checked), crisp at any device pixel ratio.
  QIcon icon(const QString& name) const;
  /// The icon in the given colour.
  QIcon icon(const QString& name, const QColor& colour) const;
  QPixmap iconPixmap(const QString& name, const QColor& colour, int pixels, double devicePixelRatio) const;

  /// The style sheet for the whole application.
  QString styleSheet() const;

 signals:
  /// Colours or type size changed. The application has the new look already.
  void themeChanged();

 protected:
  /// In high contrast, gives placeholders the full quiet ink, because style sheets paint them at half strength. Also receives the
  /// event by which the desktop reports a change of its theme.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void dress();
  void askDesktop();

  Mode mode_ = Mode::light;
  std::function<bool()> desktopIsDark_;
  bool systemIsDark_ = false;
  double fontScale_ = 1.0;
  QApplication* application_ = nullptr;
};

}  // namespace chasescope
