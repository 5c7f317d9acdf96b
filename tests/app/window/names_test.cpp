// Everything that a person can operate says what it is: to a screen reader, and to whoever rests the mouse on it.
#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QMenuBar>
#include <QSlider>
#include <QSplitterHandle>
#include <QTabBar>
#include <QToolButton>

#include "app/builder/cache_builder.h"
#include "engine/build/policy_choice.h"
#include "engine/probe/discovery/registry.h"
#include "tests/app/window/window_fixture.h"
#include "widgets/shell/probe_list.h"

namespace chasescope {
namespace {

QString pathOf(const QWidget* widget) {
  QStringList path;
  for (; widget != nullptr && !widget->isWindow(); widget = widget->parentWidget())
    path.prepend(QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char('#') + widget->objectName());
  return path.join(QLatin1Char('/'));
}

QString nameOf(QWidget& widget) {
  QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(&widget);
  return interface == nullptr ? QString() : interface->text(QAccessible::Name);
}

class Names : public WindowFixture {
 protected:
  /// Whether a widget is a part that Qt itself puts into a named widget, or a control that only scrolls another one.
  static bool isPartOfAnother(const QWidget& widget) {
    return widget.objectName().startsWith(QLatin1String("qt_")) || qobject_cast<const QSplitterHandle*>(&widget) != nullptr ||
           (qobject_cast<const QLineEdit*>(&widget) != nullptr &&
            qobject_cast<const QComboBox*>(widget.parentWidget()) != nullptr) ||
           widget.inherits("QTipLabel") || widget.inherits("QComboBoxPrivateContainer") || widget.inherits("QComboBoxListView") ||
           (qobject_cast<const QToolButton*>(&widget) != nullptr && qobject_cast<const QTabBar*>(widget.parentWidget()) != nullptr);
  }
  void expectNames() {
    for (QWidget* widget : window_.findChildren<QWidget*>()) {
      if (isPartOfAnother(*widget)) continue;
      const auto* area = qobject_cast<QAbstractScrollArea*>(widget);
      const bool scrollsOnly =
          area != nullptr && qobject_cast<QAbstractItemView*>(widget) == nullptr && area->focusPolicy() != Qt::StrongFocus;
      const bool operated = widget->focusPolicy() != Qt::NoFocus && !scrollsOnly;
      EXPECT_TRUE(!operated || !nameOf(*widget).isEmpty()) << pathOf(widget).toStdString();
      EXPECT_TRUE(!operated || !isMarkAlone(*widget) || !widget->toolTip().isEmpty()) << pathOf(widget).toStdString();
      EXPECT_TRUE(qobject_cast<QComboBox*>(widget) == nullptr || !widget->toolTip().isEmpty()) << pathOf(widget).toStdString();
    }
  }
  /// Whether a button has an icon and no text. Such a button tells nothing to a person who does not know the icon.
  static bool isMarkAlone(const QWidget& widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    if (button == nullptr) return false;
    const auto* tool = qobject_cast<const QToolButton*>(&widget);
    return button->text().isEmpty() ||
           (tool != nullptr && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull());
  }
};

TEST_F(Names, of_everything_while_nothing_is_open) { expectNames(); }

TEST_F(Names, of_every_view_and_of_everything_while_a_card_is_explored) {
  open("model:gtx560ti");
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().discover->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  for (int i = 0; i < window_.views().count(); ++i) {
    window_.views().setCurrentIndex(i);
    QCoreApplication::processEvents();
    EXPECT_FALSE(window_.views().tabText(i).isEmpty());
  }
  for (QWidget* view : window_.views().all()) EXPECT_FALSE(view->accessibleName().isEmpty()) << pathOf(view).toStdString();
  window_.actions().freeRun->trigger();
  expectNames();
}

TEST_F(Names, of_everything_in_the_cache_builder) {
  window_.actions().newCache->trigger();
  auto& builder = *window_.findChild<CacheBuilder*>();
  build::BuiltCache built = build::first_cache();
  built.tlb = build::first_tlb();
  built.behind = build::first_level(built);
  for (const std::string kind : {"weighted_way", "qlru_duel"}) {
    built.cache.ways.assign(8, 4);
    built.cache.policy = build::policy_for(kind, built.cache.ways);
    builder.setBuilt(built);
    expectNames();
  }
}

TEST_F(Names, of_every_parameter_of_every_probe_with_what_it_means) {
  for (const auto& probe : all_probes()) {
    window_.form().setProbe(probe->info());
    window_.form().setSliders(true);
    EXPECT_FALSE(probe->info().reference.empty()) << probe->info().name;
    for (const Parameter& parameter : probe->info().parameters) {
      const QWidget* editor = window_.form().editor(QString::fromStdString(parameter.key));
      ASSERT_NE(editor, nullptr);
      EXPECT_FALSE(editor->accessibleName().isEmpty()) << probe->info().name << ' ' << parameter.key;
      EXPECT_FALSE(editor->toolTip().isEmpty()) << probe->info().name << ' ' << parameter.key;
    }
    for (const auto* slider : window_.form().findChildren<QSlider*>())
      EXPECT_FALSE(slider->accessibleName().isEmpty()) << probe->info().name;
  }
}

TEST_F(Names, of_every_command_with_a_sentence_about_it) {
  for (const QAction* action : window_.actions().all()) {
    EXPECT_FALSE(action->text().isEmpty());
    EXPECT_GT(action->statusTip().size(), 12) << action->text().toStdString();
  }
  for (const auto* dock : window_.findChildren<QDockWidget*>()) EXPECT_FALSE(dock->windowTitle().isEmpty());
}

}  // namespace
}  // namespace chasescope
