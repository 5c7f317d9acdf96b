#include "widgets/views/disturbance/disturbance_view.h"

#include "engine/findings/vocabulary.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/part_look.h"
#include "widgets/style/theme.h"
#include "widgets/views/disturbance/disturbance_plot.h"
#include "widgets/views/disturbance/figure_disturbance.h"
#include "widgets/views/disturbance/figure_sharing.h"

namespace chasescope {

DisturbanceView::DisturbanceView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Disturbance"), QStringLiteral("pattern"), tr("Which threads share a cache"),
           tr("An SM may have several caches of one kind, each for some of its warps. Thread 0 fills its cache, then another "
              "thread of the block reads a large array. If the accesses of thread 0 then take longer, the two threads share a "
              "cache."),
           probesOf(disturbanceEntry())},
          store, selection, theme, parent),
      plot_(new DisturbancePlot) {
  setContent(plot_);
  plot_->setPlotStyle(theme.plotStyle());
  connect(&theme, &Theme::themeChanged, this, [this] { plot_->setPlotStyle(this->theme().plotStyle()); });
  connect(plot_, &DisturbancePlot::chosen, this, [this] { refreshTexts(); });
  refresh();
}

void DisturbanceView::gather() { plot_->setCaches(gatherDisturbances(store().findings())); }

bool DisturbanceView::hasContent() const { return !plot_->caches().empty(); }

QString DisturbanceView::whyNothingShown() const {
  for (const Finding& finding : store().findings())
    if (finding.quantity == quantity::disturbance_cycles && finding.status != FindingStatus::measured && !finding.reason.empty())
      return QString::fromStdString(finding.reason);
  return {};
}

QString DisturbanceView::facts() const {
  if (!hasContent()) return {};
  if (const QStringList words = plot_->describe(); !words.isEmpty()) return words.join(QStringLiteral(" · "));
  QStringList words;
  for (const Disturbance& cache : plot_->caches()) words << partName(cache.subject) + QLatin1Char(' ') + disturbanceText(cache);
  return words.join(QStringLiteral(" · "));
}

QString DisturbanceView::figure() const { return QString::fromLatin1(disturbanceEntry().name); }

const ViewEntry& disturbanceViewEntry() {
  static const ViewEntry entry{
      .id = "disturbance",
      .tab = QT_TRANSLATE_NOOP("View", "Disturbance"),
      .shows = QT_TRANSLATE_NOOP("View", "Threads of a block that share a cache: the cycles that each thread adds to thread 0"),
      .make = makeView<DisturbanceView>,
      .figures = {&disturbanceEntry(), &cacheSharingEntry()},
      .probes = {"disturbance"},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_disturbance_view.cpp"
