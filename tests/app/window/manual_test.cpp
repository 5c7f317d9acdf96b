// The manual in the window: F1, links, search and keys, as a person uses them.
#include <QListWidget>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTreeWidget>
#include <QWindow>

#include "app/builder/cache_builder.h"
#include "app/help/manual_desk.h"
#include "tests/app/window/person.h"
#include "widgets/glossary/explain.h"
#include "widgets/glossary/term_popover.h"
#include "widgets/manual/manual_browser.h"
#include "widgets/manual/manual_page.h"
#include "widgets/manual/manual_window.h"
#include "widgets/registry/view_list.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/shell/probe_list.h"

namespace chasescope {
namespace {

class ManualInWindow : public PersonFixture {
 protected:
  ManualWindow& manual() {
    auto* found = window_.findChild<ManualWindow*>();
    if (found == nullptr) std::abort();
    return *found;
  }
  ManualDesk& desk() { return *window_.findChild<ManualDesk*>(); }
  void openManual(const QString& place) {
    desk().open(place);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&manual(), kPatience));
  }
  /// The text at the top of the visible part of the page.
  QString atTop() {
    ManualBrowser& browser = *manual().browser();
    return browser.cursorForPosition(QPoint(40, 30)).block().text();
  }
  /// Sends a key as the window system does: to the window, which looks at its shortcuts first.
  void pressKey(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    manual().activateWindow();
    ASSERT_TRUE(QTest::qWaitFor([&] { return manual().windowHandle()->isActive(); }, kPatience));
    QTest::keyClick(manual().windowHandle(), key, modifiers);
  }
  void type(const QString& words) {
    pressKey(Qt::Key_F, Qt::ControlModifier);
    ASSERT_EQ(manual().focusWidget(), manual().search());
    QTest::keyClicks(manual().search(), words);
  }
};

TEST_F(ManualInWindow, f1_on_a_view_opens_its_section) {
  EXPECT_EQ(window_.actions().manual->shortcut(), QKeySequence(Qt::Key_F1));
  for (const ViewEntry* entry : allViews()) {
    window_.views().showView(entry->id);
    window_.actions().manual->trigger();
    EXPECT_TRUE(manual().isVisible());
    const QList<QWidget*> views = window_.views().all();
    for (qsizetype i = 0; i < views.size(); ++i) {
      if (allViews()[static_cast<std::size_t>(i)] != entry) continue;
      EXPECT_EQ(desk().placeOf(views[i]), QString("docs/views.md#") + entry->id);
    }
  }
  EXPECT_EQ(manual().place(), QString("docs/views.md#") + allViews().back()->id);
  EXPECT_EQ(atTop(), allViews().back()->tab);
}

TEST_F(ManualInWindow, f1_on_a_probe_its_settings_and_other_windows_opens_their_page) {
  auto* list = window_.findChild<ProbeList*>();
  list->setCurrent("capacity");
  emit list->probeSelected("capacity");
  EXPECT_EQ(desk().placeOf(list), manualPlaceOfProbe("capacity"));
  EXPECT_EQ(desk().placeOf(window_.form().editor("space")), manualPlaceOfProbe("capacity"));
  window_.actions().newCache->trigger();
  auto* builder = window_.findChild<CacheBuilder*>();
  EXPECT_EQ(desk().placeOf(builder->focusWidget() != nullptr ? builder->focusWidget() : builder),
            "docs/window.md#building-a-cache");
  EXPECT_EQ(desk().placeOf(nullptr), "docs/views.md#scope");
}

TEST_F(ManualInWindow, links_lead_on_and_the_keys_lead_back_to_where_one_was) {
  openManual("docs/index.md");
  emit manual().browser()->anchorClicked(QUrl("window.md#measuring"));
  EXPECT_EQ(manual().place(), "docs/window.md#measuring");
  EXPECT_EQ(atTop(), "Measuring");
  const int there = manual().browser()->verticalScrollBar()->value() - 7;
  manual().browser()->verticalScrollBar()->setValue(there);
  emit manual().browser()->anchorClicked(QUrl("lessons.md"));
  pressKey(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(manual().place(), "docs/window.md#measuring");
  EXPECT_EQ(manual().browser()->verticalScrollBar()->value(), there);
  pressKey(Qt::Key_Left, Qt::AltModifier);
  EXPECT_EQ(manual().place(), "docs/index.md");
  pressKey(Qt::Key_Right, Qt::AltModifier);
  EXPECT_EQ(manual().place(), "docs/window.md#measuring");
  pressKey(Qt::Key_Home, Qt::AltModifier);
  EXPECT_EQ(manual().place(), "docs/index.md");
}

TEST_F(ManualInWindow, a_term_is_explained_and_a_source_file_is_named) {
  openManual("docs/views.md#set-map");
  emit manual().browser()->anchorClicked(QUrl("term:set"));
  auto* card = manual().findChild<TermPopover*>();
  ASSERT_NE(card, nullptr);
  EXPECT_EQ(card->shown(), "set");
  QTest::keyClick(card, Qt::Key_Escape);
  EXPECT_TRUE(manual().isVisible());
  QString said;
  emit manual().browser()->anchorClicked(QUrl("../engine/device/device.h"));
  for (auto* label : manual().findChildren<QLabel*>())
    if (label->text().contains("source code")) said = label->text();
  EXPECT_TRUE(said.contains("device.h"));
  EXPECT_EQ(manual().place(), "docs/views.md#set-map");
}

TEST_F(ManualInWindow, a_web_link_is_told_of_and_opened_only_by_a_click) {
  openManual("docs/citing.md");
  QStringList opened;
  QObject::disconnect(&manual(), &ManualWindow::webLinkClicked, nullptr, nullptr);
  QObject::connect(&manual(), &ManualWindow::webLinkClicked, &window_, [&](const QUrl& address) { opened << address.toString(); });
  emit manual().browser()->highlighted(QUrl("https://www.qt.io"));
  EXPECT_TRUE(opened.isEmpty());
  emit manual().browser()->anchorClicked(QUrl("file:///etc/passwd"));
  EXPECT_TRUE(opened.isEmpty());
  emit manual().browser()->anchorClicked(QUrl("https://www.qt.io"));
  EXPECT_EQ(opened, QStringList{"https://www.qt.io"});
}

TEST_F(ManualInWindow, a_search_lists_places_shows_one_and_says_that_there_is_none) {
  openManual("docs/index.md");
  type("unequal sets");
  ASSERT_GT(manual().hits()->count(), 1);
  EXPECT_TRUE(manual().hits()->isVisible());
  QTest::keyClick(manual().search(), Qt::Key_Down);
  EXPECT_EQ(manual().place(), manual().hits()->item(0)->data(Qt::UserRole).toString());
  EXPECT_FALSE(manual().browser()->extraSelections().isEmpty());
  type("zebra");
  EXPECT_EQ(manual().hits()->count(), 0);
  EXPECT_TRUE(manual().said().contains("zebra"));
  pressKey(Qt::Key_Escape);
  EXPECT_TRUE(manual().contents()->isVisible());
  pressKey(Qt::Key_Escape);
  EXPECT_FALSE(manual().isVisible());
}

TEST_F(ManualInWindow, its_size_is_kept_and_stays_on_the_screen) {
  openManual("docs/index.md");
  const QSize screen = manual().screen()->availableGeometry().size();
  EXPECT_LE(manual().width(), screen.width());
  EXPECT_LE(manual().height(), screen.height());
  manual().resize(640, 480);
  manual().close();
  ManualWindow again(theme_, nullptr);
  EXPECT_EQ(again.size(), QSize(640, 480));
  again.resize(screen * 3);
  again.show();
  again.close();
  ManualWindow clamped(theme_, nullptr);
  EXPECT_LE(clamped.width(), screen.width());
  EXPECT_LE(clamped.height(), screen.height());
}

TEST_F(ManualInWindow, everything_in_it_says_what_it_is) {
  openManual("docs/index.md");
  type("cache");
  for (QWidget* widget : manual().findChildren<QWidget*>()) {
    if (widget->focusPolicy() == Qt::NoFocus || widget->objectName().startsWith("qt_") || widget->inherits("QSplitterHandle") ||
        widget->inherits("QLineEditIconButton") || widget->parentWidget()->inherits("QLineEdit"))
      continue;
    EXPECT_FALSE(widget->accessibleName().isEmpty()) << widget->metaObject()->className();
  }
}

}  // namespace
}  // namespace chasescope
