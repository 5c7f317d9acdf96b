#include "app/window/theme_settings.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QSettings>

#include "widgets/style/theme.h"

namespace chasescope {
namespace {

const QString kTheme = QStringLiteral("theme"), kFontScale = QStringLiteral("fontScale");

QString translated(const char* text) { return QCoreApplication::translate("chasescope::ThemeSettings", text); }

}  // namespace

void loadTheme(Theme& theme) {
  const QSettings settings;
  // Settings of older versions only know light and dark.
  const QString old = settings.value(QStringLiteral("dark"), false).toBool() ? QStringLiteral("dark") : QStringLiteral("light");
  theme.setMode(Theme::modeNamed(settings.value(kTheme, old).toString()));
  theme.setFontScale(settings.value(kFontScale, 1.0).toDouble());
}

void saveTheme(const Theme& theme) {
  QSettings settings;
  settings.setValue(kTheme, Theme::nameOf(theme.mode()));
  settings.setValue(kFontScale, theme.fontScale());
}

void fillThemeMenu(QMenu& menu, Theme& theme) {
  struct Choice {
    Theme::Mode mode;
    QString text, tip;
  };
  auto* group = new QActionGroup(&menu);
  for (const Choice& choice : {Choice{Theme::Mode::light, translated("Light"), translated("Dark on light")},
                               Choice{Theme::Mode::dark, translated("Dark"), translated("Light on dark")},
                               Choice{Theme::Mode::contrast, translated("High contrast"), translated("White on black, with thicker lines")},
                               Choice{Theme::Mode::system, translated("As the system"), translated("Light or dark, as the desktop is, also when that changes")}}) {
    QAction* action = menu.addAction(choice.text);
    action->setStatusTip(choice.tip);
    action->setCheckable(true);
    group->addAction(action);
    const auto refresh = [action, &theme, mode = choice.mode] { action->setChecked(theme.mode() == mode); };
    QObject::connect(action, &QAction::triggered, &theme, [refresh, &theme, mode = choice.mode] {
      theme.setMode(mode);
      refresh();  // it stays checked when it was chosen already
    });
    QObject::connect(&theme, &Theme::themeChanged, action, refresh);
    refresh();
  }
  // Paper is light, too, but none of these.
  group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
}

}  // namespace chasescope
