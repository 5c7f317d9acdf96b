#include "app/window/layout_presets.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QMetaEnum>
#include <QSettings>

#include "app/tabs/view_proportion.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

constexpr double kLectureType = 1.4;   // 18 px: can be read from the last row at 1280 x 800, and no text is cut off
constexpr double kPaperWidth = 177.8;  // mm; two columns of a journal, for a figure in the shape of the view

const QString kPreset = QStringLiteral("preset"), kThemeBefore = QStringLiteral("themeBeforePreset"),
              kTypeBefore = QStringLiteral("typeBeforePreset");

QString name_of(LayoutPresets::Preset preset) {
  return QString::fromLatin1(QMetaEnum::fromType<LayoutPresets::Preset>().valueToKey(static_cast<int>(preset)));
}

}  // namespace

LayoutPresets::LayoutPresets(QMainWindow& window, QWidget& views, Theme& theme, QAction& allPanels, QMenu& menu)
    : QObject(&window), window_(window), theme_(theme), allPanels_(allPanels), proportion_(new ViewProportion(views)) {
  struct Choice {
    Preset preset;
    QString text, tip;
  };
  auto* group = new QActionGroup(this);
  for (const Choice& choice :
       {Choice{Preset::lecture, tr("Lecture"), tr("For a projector: large type, one view, no panels")},
        Choice{Preset::lab, tr("Lab"), tr("For work: every panel, in the type and theme that you had")},
        Choice{Preset::paper, tr("Paper"), tr("For a paper: one view on white, in the shape and width in which figures are exported")}}) {
    QAction* action = menu.addAction(choice.text);
    action->setStatusTip(choice.tip);
    action->setCheckable(true);
    group->addAction(action);
    actions_ << action;
    connect(action, &QAction::triggered, this, [this, preset = choice.preset] { choose(preset); });
  }
  const QByteArray last = QSettings().value(kPreset).toByteArray();
  bool known = false;
  const int value = QMetaEnum::fromType<Preset>().keyToValue(last.constData(), &known);
  if (known) chosen_ = static_cast<Preset>(value);  // panels, theme and type have settings of their own
  show(chosen_);
}

void LayoutPresets::show(Preset preset) {
  actions_[static_cast<int>(preset)]->setChecked(true);
  proportion_->hold(preset == Preset::paper);
}

void LayoutPresets::hidePanels() {
  for (QDockWidget* dock : window_.findChildren<QDockWidget*>()) dock->hide();
}

void LayoutPresets::hideOrShowPanels() {
  QList<QDockWidget*> seen;
  for (QDockWidget* dock : window_.findChildren<QDockWidget*>())
    if (dock->isVisible()) seen << dock;
  if (seen.isEmpty() && aside_.isEmpty()) return allPanels_.trigger();
  for (QDockWidget* dock : seen.isEmpty() ? aside_ : seen) dock->setVisible(seen.isEmpty());
  aside_ = seen;
}

void LayoutPresets::choose(Preset preset) {
  QSettings settings;
  if (chosen_ == Preset::lab && preset != Preset::lab) {
    settings.setValue(kThemeBefore, Theme::nameOf(theme_.mode()));
    settings.setValue(kTypeBefore, theme_.fontScale());
  }
  const bool left = chosen_ != Preset::lab;
  if (left) {
    theme_.setMode(Theme::modeNamed(settings.value(kThemeBefore, Theme::nameOf(theme_.mode())).toString()));
    theme_.setFontScale(settings.value(kTypeBefore, 1.0).toDouble());
  }
  chosen_ = preset;
  settings.setValue(kPreset, name_of(preset));
  show(preset);
  switch (preset) {
    case Preset::lecture:
      theme_.setFontScale(kLectureType);
      hidePanels();
      break;
    case Preset::lab: allPanels_.trigger(); break;
    case Preset::paper:
      theme_.setFontScale(1.0);
      theme_.setMode(Theme::Mode::paper);
      hidePanels();
      settings.setValue(QStringLiteral("figureWidth"), kPaperWidth);
      break;
  }
}

}  // namespace chasescope

#include "moc_layout_presets.cpp"
