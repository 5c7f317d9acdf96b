#include "app/window/palette_commands.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <set>

#include "app/tabs/view_tabs.h"
#include "app/window/main_window.h"
#include "app/window/window_comfort.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/terms.h"
#include "engine/probe/discovery/discovery_plan.h"
#include "engine/probe/discovery/registry.h"
#include "widgets/document/finding_copy.h"
#include "widgets/document/finding_text.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/probe_list.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::size_t kMostRuns = 100;  // a sweep has thousands of runs, and nobody looks for one by its number

/// "Export figure" of "&Export figure …".
QString bare(QString text) {
  text.remove(QLatin1Char('&'));
  while (text.endsWith(QChar(0x2026)) || text.endsWith(QLatin1Char(' '))) text.chop(1);
  return text;
}

void addMenu(std::vector<Command>& all, QMenu& menu, const QString& group) {
  emit menu.aboutToShow();  // some menus are filled only now
  for (QAction* action : menu.actions()) {
    if (action->isSeparator() || action->property("placeholder").toBool()) continue;
    if (action->menu() != nullptr) {
      addMenu(all, *action->menu(), group + QStringLiteral(" · ") + bare(action->text()));
      continue;
    }
    QString where = group;
    if (action->isCheckable()) where += action->isChecked() ? tr(" · on") : tr(" · off");
    const QString tip = action->statusTip().isEmpty() ? bare(action->toolTip()) : action->statusTip();
    all.push_back({bare(action->text()), where, action->shortcut().toString(QKeySequence::NativeText), tip,
                   WindowActions::whyOff(*action), [action] { action->trigger(); }});
  }
}

void addViews(std::vector<Command>& all, ViewTabs& views) {
  for (QAction* action : views.actions())
    all.push_back({action->text(), tr("Views"), action->shortcut().toString(QKeySequence::NativeText),
                   tr("Brings up the view “%1”: %2.").arg(action->text(), action->toolTip()), {}, [action] { action->trigger(); }});
}

void addProbes(std::vector<Command>& all, MainWindow& window) {
  auto* list = window.findChild<ProbeList*>();
  const RunStore& store = window.explorer().store();
  for (const auto& probe : all_probes()) {
    const ProbeInfo info = probe->info();
    const QString name = QString::fromStdString(info.name), title = QString::fromStdString(info.title),
                  summary = QString::fromStdString(info.summary);
    const QString whyOff = store.canMeasure() ? store.whyNot({name}) : WindowActions::whyOff(*window.actions().discover);
    all.push_back({tr("Run %1").arg(title), tr("Probes"), {}, summary, whyOff, [&window, name] { window.runProbe(name, {}); }});
    all.push_back({tr("Settings of %1").arg(title), tr("Probes"), {},
                   tr("Chooses the probe and shows its settings; nothing is run."), {}, [list, name] {
                     list->setCurrent(name);
                     emit list->probeSelected(name);
                   }});
  }
}

/// The two times that have names on the command line.
void addTimes(std::vector<Command>& all, MainWindow& window) {
  const QString whyOff = WindowActions::whyOff(*window.actions().discover);
  const auto add = [&](unsigned seconds, const QString& title, const QString& summary) {
    all.push_back({title, tr("Probes"), {}, summary, whyOff, [&window, seconds] {
                     emit window.views().probeRequested(QStringLiteral("discover"), {{"seconds", std::to_string(seconds)}});
                   }});
  };
  add(kQuickSeconds, tr("Discover in %1 s").arg(kQuickSeconds),
      tr("The quick look (--quick): levels, latencies and bandwidths; TLBs and sets if the time is enough."));
  add(kThoroughSeconds, tr("Discover in %1 s").arg(kThoroughSeconds),
      tr("The thorough look (--thorough): open questions are measured again, and replacement policies, too."));
}

void addDevices(std::vector<Command>& all, MainWindow& window) {
  for (const DeviceEntry& device : window.findChild<DeviceList*>()->devices())
    all.push_back({tr("Open %1").arg(device.name), tr("Devices"), {}, device.detail, {},
                   [&window, id = device.id] { window.openDevice(id); }});
}

void addDocument(std::vector<Command>& all, MainWindow& window) {
  Explorer& explorer = window.explorer();
  std::set<std::string> subjects;
  for (const Finding& finding : explorer.store().findings()) {
    if (!subjects.insert(finding.subject).second) continue;
    all.push_back({subjectText(finding.subject), tr("Findings"), {}, tr("Shows what was found out about it."), {},
                   [&window, subject = QString::fromStdString(finding.subject)] {
                     window.views().showMemory();
                     window.explorer().selection().setSubject(subject);
                   }});
  }
  const auto& runs = explorer.store().runs();
  for (std::size_t i = runs.size() - std::min(runs.size(), kMostRuns); i < runs.size(); ++i) {
    const QString label = QString::fromStdString(runs[i]->run->label);
    all.push_back({label.isEmpty() ? runs[i]->id : runs[i]->id + QStringLiteral("  ") + label, tr("Runs"), {},
                   tr("Shows this run in its view."), {},
                   [&window, id = runs[i]->id] { emit window.views().evidenceRequested({id}); }});
  }
}

void addTerms(std::vector<Command>& all, MainWindow& window) {
  for (const Term& term : all_terms()) {
    const QString name = QString::fromUtf8(term.name);
    all.push_back({tr("What is: %1").arg(name),
                   tr("Glossary"),
                   {},
                   QString::fromUtf8(term.meaning),
                   {},
                   [&window, id = QString::fromUtf8(term.id)] { window.findChild<WindowComfort*>()->showGlossary(id); }});
  }
}

void copyText(const QString& text) { QGuiApplication::clipboard()->setText(text); }

/// Each number that was found: Enter copies it, Ctrl+Enter its exact number, Shift+Enter LaTeX.
void addNumbers(std::vector<Command>& all, const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    if (finding.value.is_null()) continue;
    const QString value = valueToCopy(finding), exact = exactToCopy(finding), latex = latexToCopy(finding);
    const QString conditions = QString::fromStdString(condition_words(with_telling_conditions(finding, findings)));
    QString text = QStringLiteral("%1: %2 %3").arg(subjectText(finding.subject), quantityText(finding.quantity).toLower(), value);
    const QString named = text;
    if (!conditions.isEmpty()) text += QStringLiteral(" (%1)").arg(conditions);
    Command command{text,
                    tr("Copy"),
                    {},
                    tr("Enter copies “%1”, Ctrl+Enter the exact number (%2), Shift+Enter LaTeX (%3).")
                        .arg(value.left(40), exact.left(30), latex.left(40)),
                    {},
                    [value] { copyText(value); }};
    command.also = wordsToFind(finding);
    command.named = named;
    command.runWithCtrl = [exact] { copyText(exact); };
    command.runWithShift = [latex] { copyText(latex); };
    all.push_back(std::move(command));
  }
}

}  // namespace

std::vector<Command> commandsOf(MainWindow& window) {
  std::vector<Command> all;
  for (QAction* top : window.menuBar()->actions())
    if (top->menu() != nullptr) addMenu(all, *top->menu(), bare(top->text()));
  std::erase_if(all, [&](const Command& command) { return command.text == bare(window.actions().commands->text()); });
  addViews(all, window.views());
  addTimes(all, window);
  addProbes(all, window);
  addDevices(all, window);
  addDocument(all, window);
  addTerms(all, window);
  addNumbers(all, window.explorer().store().findings());
  return all;
}

}  // namespace chasescope
