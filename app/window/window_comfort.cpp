#include "app/window/window_comfort.h"

#include <QApplication>
#include <QCoreApplication>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>

#include "app/documents/recent_files.h"
#include "app/tabs/axis_links.h"
#include "app/tabs/view_copy.h"
#include "app/tabs/view_tabs.h"
#include "app/window/file_drop.h"
#include "app/window/layout_presets.h"
#include "app/window/lesson_mode.h"
#include "app/window/main_window.h"
#include "app/window/palette_commands.h"
#include "app/window/theme_settings.h"
#include "widgets/glossary/explain.h"
#include "widgets/glossary/glossary_dialog.h"
#include "widgets/glossary/term_label.h"
#include "widgets/registry/view_list.h"
#include "widgets/shell/command_palette.h"
#include "widgets/shell/log_panel.h"

namespace chasescope {
namespace {

constexpr int kSaidFor = 6000;  // ms in the status bar; the log keeps the sentence

}  // namespace

WindowComfort::WindowComfort(MainWindow& window, Theme& theme)
    : QObject(&window),
      window_(window),
      theme_(theme),
      palette_(new CommandPalette(theme, &window)),
      drop_(new FileDrop(window)),
      copying_(new ViewCopy(window.views(), window.explorer(), this)) {
  connect(window_.actions().commands, &QAction::triggered, this, [this] { palette_->showCommands(commandsOf(window_)); });
  addFiles();
  addLooks();
  addCopying();
  addGlossary();
}

QMenu& WindowComfort::menuWith(const QAction* action) const {
  for (QAction* top : window_.menuBar()->actions())
    if (top->menu() != nullptr && top->menu()->actions().contains(action)) return *top->menu();
  qFatal("an action that is in no menu");
}

QMenu& WindowComfort::editMenu() {
  for (QAction* top : window_.menuBar()->actions())
    if (top->text() == tr("&Edit")) return *top->menu();
  auto* edit = new QMenu(tr("&Edit"), &window_);
  window_.menuBar()->insertMenu(menuWith(window_.actions().run).menuAction(), edit);
  return *edit;
}

void WindowComfort::addFiles() {
  connect(drop_, &FileDrop::dropped, &window_, &MainWindow::openSession);
  connect(drop_, &FileDrop::answersDropped, &window_, &MainWindow::gradeAnswers);
  QMenu& session = menuWith(window_.actions().open);
  auto* recent = new QMenu(tr("Open &recent"), &window_);
  session.insertMenu(window_.actions().save, recent);
  new RecentFiles(*recent, [this](const QString& path) { window_.openSession(path); });
}

void WindowComfort::addLooks() {
  QAction* dark = window_.actions().darkTheme;
  connect(dark, &QAction::triggered, this, [this](bool on) { theme_.setMode(on ? Theme::Mode::dark : Theme::Mode::light); });
  const auto refresh = [this, dark] { dark->setChecked(theme_.isDark()); };
  connect(&theme_, &Theme::themeChanged, this, refresh);
  refresh();
  QMenu& view = menuWith(dark);
  auto* themes = new QMenu(tr("&Theme"), &window_);
  view.insertMenu(window_.actions().largerText, themes);
  fillThemeMenu(*themes, theme_);
  QAction* link = window_.actions().linkAxes;
  view.insertAction(window_.actions().largerText, link);
  connect(link, &QAction::toggled, &window_.views().links(), &AxisLinks::setLinked);
  auto* layouts = new QMenu(tr("&Layout"), &window_);
  view.insertMenu(window_.actions().resetLayout, layouts);
  presets_ = new LayoutPresets(window_, window_.views(), theme_, *window_.actions().resetLayout, *layouts);
  connect(&window_.views(), &ViewTabs::roomRequested, presets_, &LayoutPresets::hideOrShowPanels);
}

void WindowComfort::addGlossary() {
  glossary_ = new Glossary(theme_, window_);
  QMap<QString, QString> titles;
  for (const ViewEntry* entry : allViews())
    titles[QString::fromLatin1(entry->id)] = QCoreApplication::translate("View", entry->tab);
  glossary_->setViews(titles);
  // In a lesson, another view may show the answer to a question.
  glossary_->setMayTurn([this] { return !window_.lessons().active(); });
  connect(glossary_, &Glossary::viewRequested, this, [this](const QString& view) { window_.views().showView(view.toStdString()); });
  connect(window_.actions().glossary, &QAction::triggered, this, [this] { showGlossary(); });
  connect(window_.actions().whatIsThis, &QAction::triggered, this, &WindowComfort::explainFocus);
}

void WindowComfort::showGlossary(const QString& id) {
  if (allTerms_ == nullptr) allTerms_ = new GlossaryDialog(*glossary_, &window_);
  allTerms_->show(id);
}

void WindowComfort::explainFocus() {
  for (QWidget* around = QApplication::focusWidget(); around != nullptr; around = around->parentWidget())
    for (auto* label : around->findChildren<TermLabel*>())
      if (label->term() != nullptr && label->isVisible())
        return glossary_->explain(*label, QString::fromUtf8(label->term()->id), label->rect().bottomLeft());
  showGlossary();
}

void WindowComfort::addCopying() {
  QAction *picture = window_.actions().copyPicture, *data = window_.actions().copyData;
  QMenu& edit = editMenu();
  if (!edit.isEmpty()) edit.addSeparator();
  edit.addActions({picture, data});
  connect(copying_, &ViewCopy::said, this, &WindowComfort::say);
  connect(picture, &QAction::triggered, this, [this] { copying_->copyPicture(window_.views().active()); });
  connect(data, &QAction::triggered, this, [this] { copying_->copyData(window_.views().active()); });
  const auto refresh = [this, data] { data->setEnabled(window_.explorer().hasRuns() || window_.explorer().hasFindings()); };
  connect(&window_.explorer(), &Explorer::documentChanged, this, refresh);
  refresh();
  for (QWidget* view : window_.views().all()) {
    view->setContextMenuPolicy(Qt::CustomContextMenu);
    auto* menu = new QMenu(view);
    menu->setObjectName(QStringLiteral("viewMenu"));
    QAction* copyPicture = menu->addAction(picture->icon(), picture->text());
    QAction* copyData = menu->addAction(data->icon(), data->text());
    connect(copyPicture, &QAction::triggered, this, [this, view] { copying_->copyPicture(view); });
    connect(copyData, &QAction::triggered, this, [this, view] { copying_->copyData(view); });
    connect(view, &QWidget::customContextMenuRequested, menu, [this, view, menu, copyData](const QPoint& position) {
      copyData->setEnabled(window_.actions().copyData->isEnabled());
      menu->popup(view->mapToGlobal(position));
    });
  }
}

void WindowComfort::say(const QString& sentence, bool good) {
  window_.findChild<LogPanel*>()->add(good ? LogPanel::Level::good : LogPanel::Level::warning, sentence);
  window_.statusBar()->showMessage(sentence, kSaidFor);
}

}  // namespace chasescope

#include "moc_window_comfort.cpp"
