#include "widgets/views/distance/distance_view.h"

#include <QComboBox>
#include <QHBoxLayout>

#include "engine/findings/vocabulary.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/theme.h"
#include "widgets/views/distance/distance_plot.h"
#include "widgets/views/distance/figure_distance.h"
#include "widgets/views/distance/figure_near_far.h"

namespace chasescope {

DistanceView::DistanceView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("L2 map"), QStringLiteral("pattern"), tr("Latency by SM and address"),
           tr("The L2 of a large card lies in slices, and every SM is nearer to some of them than to the rest. Each SM reads the "
              "same lines by itself. The map shows the latency of each line for each SM."),
           probesOf(l2MapEntry())},
          store, selection, theme, parent),
      order_(new QComboBox),
      plot_(new DistancePlot) {
  order_->addItem(tr("By side"));
  order_->addItem(tr("By number"));
  order_->setAccessibleName(tr("Order of SMs and lines"));
  order_->setToolTip(
      tr("By side: SMs of one side of the chip together, with the lines that are near to them. By number: SMs by their number, "
         "lines by their address"));
  choices()->addWidget(order_);
  connect(order_, &QComboBox::currentIndexChanged, this, [this] { refresh(); });
  setContent(plot_);
  plot_->setPlotStyle(theme.plotStyle());
  connect(&theme, &Theme::themeChanged, this, [this] { plot_->setPlotStyle(this->theme().plotStyle()); });
  connect(plot_, &DistancePlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

void DistanceView::setBySide(bool bySide) { order_->setCurrentIndex(bySide ? 0 : 1); }

void DistanceView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& shown : store().runs())
    if (shown->run->probe == kDistanceMapProbe && shown->state == ShownRun::State::finished) runs.push_back(shown->run);
  plot_->setScene(makeDistanceScene(runs, order_->currentIndex() == 0));
}

bool DistanceView::hasContent() const { return !plot_->scene().empty(); }

QString DistanceView::whyNothingShown() const {
  for (const Finding& finding : store().findings())
    if (finding.subject == subject::l2 && finding.quantity == quantity::partitions && finding.status == FindingStatus::not_measurable)
      return QString::fromStdString(finding.reason);
  return {};
}

QString DistanceView::facts() const {
  if (!hasContent()) return {};
  if (const QStringList words = plot_->describe(); !words.isEmpty()) return words.join(QStringLiteral(" · "));
  const DistanceScene& scene = plot_->scene();
  const QString size = tr("%1 SMs × %2 lines").arg(scene.rows.size()).arg(scene.columns.size());
  if (!scene.sides) return size + QStringLiteral(" · ") + scene.why_no_sides;
  return tr("%1 · two sides · near slice %2, far slice %3 cycles")
      .arg(size)
      .arg(cyclesText(scene.sides->near_cycles), cyclesText(scene.sides->far_cycles));
}

QString DistanceView::chosenRun() const {
  const auto& cell = plot_->chosenCell();
  if (!cell || plot_->scene().empty()) return {};
  const unsigned sm = plot_->scene().map.sms[plot_->scene().rows[cell->row]];
  QString last;
  for (const auto& shown : store().runs())
    if (shown->run->probe == kDistanceMapProbe && shown->run->chase() != nullptr && shown->run->chase()->request.sm == sm) last = shown->id;
  return last;
}

QString DistanceView::figure() const { return QString::fromLatin1(l2MapEntry().name); }

const ViewEntry& distanceViewEntry() {
  static const ViewEntry entry{
      .id = "l2-map",
      .tab = QT_TRANSLATE_NOOP("View", "L2 map"),
      .shows = QT_TRANSLATE_NOOP("View", "Latency of the L2 by SM and address: near and far slices"),
      .make = makeView<DistanceView>,
      .figures = {&l2MapEntry(), &nearFarMemoryEntry()},
      .probes = {"l2-map"},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_distance_view.cpp"
