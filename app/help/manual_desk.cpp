#include "app/help/manual_desk.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QMainWindow>
#include <QUrl>
#include <utility>

#include "app/tabs/view_tabs.h"
#include "widgets/manual/manual_page.h"
#include "widgets/manual/manual_window.h"
#include "widgets/registry/view_list.h"
#include "widgets/shell/log_panel.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/shell/probe_list.h"

namespace chasescope {
namespace {

// The pages of panels and windows, by the names of their classes. placeOf() finds the pages of views and probes by their ids.
constexpr std::pair<const char*, const char*> kPages[] = {
    {"chasescope::ManualWindow", "docs/index.md"},
    {"chasescope::CacheBuilder", "docs/window.md#building-a-cache"},
    {"chasescope::GradingWindow", "docs/mystery.md"},
    {"chasescope::AnswerPanel", "docs/mystery.md"},
    {"chasescope::NewMysteryDialog", "docs/mystery.md"},
    {"chasescope::LessonFooter", "docs/lessons.md"},
    {"chasescope::QuestionCard", "docs/lessons.md"},
    {"chasescope::LessonList", "docs/lessons.md"},
    {"chasescope::ProgramDialog", "docs/own-device.md"},
    {"chasescope::ExportDialog", "docs/figures.md"},
    {"chasescope::CardsDialog", "docs/window.md#looking-closer"},
    {"chasescope::SecondCard", "docs/window.md#looking-closer"},
    {"chasescope::DeviceList", "docs/window.md#measuring"},
    {"chasescope::FindingsPanel", "docs/window.md#measuring"},
    {"chasescope::StartPage", "docs/window.md#measuring"},
};

}  // namespace

ManualDesk::ManualDesk(QMainWindow& window, ViewTabs& views, QAction& action, const Theme& theme)
    : QObject(&window), window_(window), views_(views), theme_(theme) {
  action.setShortcutContext(Qt::ApplicationShortcut);  // the cache builder and the grading window have pages, too
  connect(&action, &QAction::triggered, this, [this] { open(placeOf(QApplication::focusWidget())); });
}

QString ManualDesk::placeOf(const QWidget* widget) const {
  const QList<QWidget*> views = views_.all();
  const auto placeOfView = [&](const QWidget* view) {
    const qsizetype at = views.indexOf(const_cast<QWidget*>(view));
    return at < 0 ? QString() : manualPlaceOfView(QString::fromLatin1(allViews()[static_cast<std::size_t>(at)]->id));
  };
  for (const QWidget* around = widget; around != nullptr; around = around->parentWidget()) {
    if (const QString place = placeOfView(around); !place.isEmpty()) return place;
    if (const auto* list = qobject_cast<const ProbeList*>(around)) return manualPlaceOfProbe(list->current());
    if (const auto* form = qobject_cast<const ParameterForm*>(around))
      return manualPlaceOfProbe(QString::fromStdString(form->probe().name));
    for (const auto& [name, place] : kPages)
      if (around->inherits(name)) return QString::fromLatin1(place);
  }
  const QString front = placeOfView(views_.active());
  return front.isEmpty() ? QStringLiteral("docs/views.md") : front;
}

void ManualDesk::open(const QString& place) {
  if (manual_ == nullptr) {
    manual_ = new ManualWindow(theme_, &window_);
    connect(manual_, &ManualWindow::webLinkClicked, this, &ManualDesk::openWebLink);
  }
  manual_->showPlace(place);
}

// The only place where the program opens a link, and only one that a person clicked (docs/security.md).
void ManualDesk::openWebLink(const QUrl& address) {
  if (!QDesktopServices::openUrl(address))
    window_.findChild<LogPanel*>()->add(LogPanel::Level::warning,
                                        tr("No browser could be started for %1.").arg(address.toString()));
}

}  // namespace chasescope

#include "moc_manual_desk.cpp"
