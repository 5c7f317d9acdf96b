#include "app/window/theme_settings.h"

#include <QActionGroup>
#include <QMenu>
#include <QSettings>

#include "widgets/style/theme.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

const QString kTheme = QStringLiteral("theme"), kFontScale = QStringLiteral("fontScale");

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
  for (const Choice& choice : {Choice{Theme::Mode::light, tr("Light"), tr("Dark on light")},
                               Choice{Theme::Mode::dark, tr("Dark"), tr("Light on dark")},
                               Choice{Theme::Mode::contrast, tr("High contrast"), tr("White on black, with thicker lines")},
                               Choice{Theme::Mode::system, tr("As the system"), tr("Light or dark, as the desktop is, also when that changes")}}) {
    QAction* action = menu.addAction(choice.text);
    action->setStatusTip(choice.tip);
    action->setCheckable(true);
    group->addAction(action);
    const auto refresh = [action, &theme, mode = choice.mode] { action->setChecked(theme.mode() == mode); };
    QObject::connect(action, &QAction::triggered, &theme, [refresh, &theme, mode = choice.mode] {
      theme.setMode(mode);
      refresh();  // keep the mark when the chosen entry is chosen again
    });
    QObject::connect(&theme, &Theme::themeChanged, action, refresh);
    refresh();
  }
  // Paper is light, too, but none of these.
  group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
}

}  // namespace chasescope
