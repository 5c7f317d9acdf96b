#include "app/window/window_state.h"

#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QStatusBar>
#include <QToolButton>

#include "app/measurement/explorer.h"
#include "app/measurement/free_run.h"
#include "app/window/model_numbers.h"
#include "app/window/window_actions.h"
#include "widgets/document/shown_text.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/shell/probe_list.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"

namespace chasescope {

WindowState::WindowState(QMainWindow& window, const Parts& parts)
    : QObject(&window),
      window_(window),
      parts_(parts),
      status_(elidedLabel(&window, "plain")),
      progress_(new QProgressBar),
      assumed_(new QToolButton) {
  fillStatusBar();
  connect(&parts.form, &ParameterForm::validChanged, this, &WindowState::refresh);
  connect(&parts.explorer, &Explorer::documentChanged, this, &WindowState::refresh);
  connect(&parts.explorer, &Explorer::probeStarted, this, [this] { progress_->setValue(0); });
  connect(&parts.explorer, &Explorer::progressMade, this, &WindowState::tellProgress);
  // With a new icon, the button shows the action's own text again.
  connect(&parts.theme, &Theme::themeChanged, this, &WindowState::refresh);
  connect(parts.actions.modelNumbers, &QAction::triggered, this, &WindowState::showNumbers);
}

void WindowState::fillStatusBar() {
  progress_->setRange(0, 1000);
  progress_->setFixedWidth(180);
  progress_->setTextVisible(false);
  progress_->setObjectName(QStringLiteral("progress"));
  progress_->setAccessibleName(tr("Progress of the probe"));
  progress_->hide();
  status_->setContentsMargins(8, 0, 0, 0);
  assumed_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  assumed_->setFocusPolicy(Qt::StrongFocus);
  assumed_->setDefaultAction(parts_.actions.modelNumbers);
  assumed_->hide();
  window_.statusBar()->addWidget(status_, 1);
  window_.statusBar()->addPermanentWidget(assumed_);
  window_.statusBar()->addPermanentWidget(progress_);
}

void WindowState::tellProgress(double fraction, const QString& doing) {
  progress_->setValue(static_cast<int>(fraction * 1000));
  if (!parts_.freeRun.active()) status_->setText(shownText(parts_.explorer.device()->name) + QStringLiteral("  ·  ") + doing);
}

void WindowState::tellNumbersOf(const QString& id) { numbers_ = model_numbers_of(id); }

void WindowState::refreshActions() {
  const bool busy = parts_.explorer.busy() || parts_.freeRun.active();
  const auto canRun = [this](const QString& probe) { return parts_.explorer.store().whyNot({probe}).isEmpty(); };
  const bool sealed = parts_.explorer.device() && parts_.explorer.device()->sealed;
  if (parts_.explorer.recording() || sealed) {
    const RunStore& store = parts_.explorer.store();
    WindowActions::needs(parts_.actions.run, store.whyNot({parts_.probes.current()}));
    WindowActions::needs(parts_.actions.discover, store.whyNot({QStringLiteral("discover")}));
    for (QAction* action : {parts_.actions.freeRun, parts_.actions.single})
      WindowActions::needs(action, sealed
                                       ? tr("a free run would spend all accesses of a mystery card in a moment.")
                                       : tr("a recording only has the answers that were recorded. It can't measure anything new."));
  } else {
    for (QAction* action : {parts_.actions.run, parts_.actions.discover, parts_.actions.freeRun, parts_.actions.single})
      WindowActions::needs(action, tr("no device is open. Choose one in the list of devices, or here."));
  }
  parts_.actions.run->setEnabled(canRun(parts_.probes.current()) && parts_.form.isValid());
  parts_.actions.discover->setEnabled(canRun(QStringLiteral("discover")));
  parts_.actions.freeRun->setEnabled(parts_.explorer.device() && !parts_.explorer.recording() && !sealed &&
                                     (parts_.form.isValid() || parts_.freeRun.active()));
  parts_.actions.stop->setEnabled(busy || parts_.explorer.opening());
  parts_.actions.save->setEnabled(parts_.explorer.hasRuns() || parts_.explorer.hasFindings());
  parts_.actions.exportReport->setEnabled(parts_.explorer.hasFindings());
  parts_.actions.compare->setEnabled(parts_.explorer.hasFindings());
  parts_.actions.exportFigure->setEnabled(parts_.explorer.hasRuns());
}

void WindowState::refresh() {
  refreshActions();
  const bool model = parts_.explorer.device() && !numbers_.empty();
  parts_.actions.modelNumbers->setEnabled(model);
  assumed_->setVisible(model);
  assumed_->setText(tr("%1 of %2 numbers assumed").arg(assumedAmong(numbers_)).arg(numbers_.size()));
  progress_->setVisible(parts_.explorer.busy() && !parts_.freeRun.active());
  const QString device = parts_.explorer.device()    ? shownText(parts_.explorer.device()->name)
                         : parts_.explorer.opening() ? tr("Opening %1 …").arg(parts_.explorer.deviceId())
                                                     : tr("No device is open");
  const QString doing = parts_.freeRun.active()               ? tr("free-running")
                        : parts_.explorer.busy()              ? tr("measuring")
                        : parts_.explorer.trouble().isEmpty() ? tr("ready")
                                                              : parts_.explorer.trouble();
  status_->setText(device + QStringLiteral("  ·  ") + doing);
}

void WindowState::showNumbers() {
  ModelNumbersDialog dialog(shownText(parts_.explorer.device()->name), numbers_, parts_.theme, &window_);
  dialog.exec();
}

}  // namespace chasescope
