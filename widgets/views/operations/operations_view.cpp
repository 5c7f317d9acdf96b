#include "widgets/views/operations/operations_view.h"

#include "engine/findings/vocabulary.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/theme.h"
#include "widgets/views/operations/figure_operations.h"
#include "widgets/views/operations/operations_plot.h"

namespace chasescope {

OperationsView::OperationsView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Memory operations"), QStringLiteral("sweep"), tr("Latency of atomics, stores and copies"),
           tr("Threads add to one word, to neighbouring words, or each to a line of its own, in shared and in global memory. "
              "Beside that "
              "stands what one thread waits for a load, an atomic, a store and its fence, and what copies to shared memory take "
              "(topology thesis §6.3.2)."),
           probesOf(operationsEntry())},
          store, selection, theme, parent),
      plot_(new OperationsPlot) {
  setContent(plot_);
  setFocusProxy(plot_);
  plot_->setPlotStyle(theme.plotStyle());
  connect(&theme, &Theme::themeChanged, this, [this] { plot_->setPlotStyle(this->theme().plotStyle()); });
  connect(&selection_, &Selection::currentRunChanged, this, [this](const QString& id) {
    plot_->setRun(id.toStdString());
    refreshTexts();
  });
  connect(plot_, &OperationsPlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

void OperationsView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& shown : store().runs())
    if (shown->state == ShownRun::State::finished && shown->run->as<OperationsRequest>() != nullptr) runs.push_back(shown->run);
  plot_->setOperations(std::make_shared<const OperationCharts>(gatherOperations(runs)));
}

bool OperationsView::hasContent() const { return !plot_->operations().empty(); }

QString OperationsView::whyNothingShown() const {
  for (const Finding& finding : store().findings())
    if (finding.quantity == quantity::atomic_latency_cycles && finding.status == FindingStatus::not_measurable &&
        !finding.reason.empty())
      return QString::fromStdString(finding.reason);
  return {};
}

QString OperationsView::facts() const {
  if (const QStringList words = plot_->describe(); !words.isEmpty()) return words.join(QStringLiteral(" · "));
  QStringList parts;
  for (const OperationLatency& one : plot_->operations().latencies)
    if (one.name == tr("atomic"))
      parts << (one.subject == subject::shared_memory ? tr("atomic in shared memory: %1 cycles") : tr("in global memory: %1"))
                   .arg(cyclesText(one.cycles));
    else if (one.half != OperationLatency::Half::none)
      parts << (one.half == OperationLatency::Half::near ? tr("%1 in the near half of the L2") : tr("%1 in the far half of the L2"))
                   .arg(cyclesText(one.cycles));
  return parts.join(QStringLiteral(" · "));
}

QString OperationsView::chosenRun() const {
  const QString run = QString::fromStdString(plot_->run());
  return store().run(run) == nullptr ? QString() : run;
}

QString OperationsView::figure() const { return QString::fromLatin1(operationsEntry().name); }

const ViewEntry& operationsViewEntry() {
  static const ViewEntry entry{
      .id = "operations",
      .tab = QT_TRANSLATE_NOOP("View", "Operations"),
      .shows = QT_TRANSLATE_NOOP("View", "Latency of atomics, stores, hits under misses and copies to shared memory"),
      .make = makeView<OperationsView>,
      .figures = {&operationsEntry()},
      .probes = {"operations"},
      .calls = {OperationsRequest::kCall},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_operations_view.cpp"
