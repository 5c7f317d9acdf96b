#include "widgets/views/halves/halves_view.h"

#include "engine/findings/half_map.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/halves/figure_halves.h"
#include "widgets/views/halves/halves_plot.h"

namespace chasescope {

HalvesView::HalvesView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Memory halves"), QStringLiteral("pattern"), tr("Half of the chip that holds each address"),
           tr("A large chip has two halves. Each half has a part of the L2 and the memory behind this part. The parity of some "
              "address bits decides which half holds an address. In addition, each page has a constant, which may swap "
              "the two halves."),
           probesOf(memoryHalvesEntry())},
          store, selection, theme, parent),
      plot_(new HalvesPlot) {
  setContent(plot_);
  dress(plot_);
  connect(plot_, &HalvesPlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

void HalvesView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& shown : store().runs())
    if (shown->run->probe == kHalfMapProbe && shown->state == ShownRun::State::finished) runs.push_back(shown->run);
  plot_->setScene(makeHalvesScene(runs));
}

bool HalvesView::hasContent() const { return !plot_->scene().empty(); }

QString HalvesView::whyNothingShown() const { return plot_->scene().why_nothing; }

QString HalvesView::facts() const {
  if (!hasContent()) return {};
  const QStringList words = plot_->describe();
  return (words.isEmpty() ? halvesFacts(plot_->scene()) : words).join(QStringLiteral(" · "));
}

QString HalvesView::chosenRun() const {
  const auto& place = plot_->chosenPlace();
  if (!place || !hasContent()) return {};
  const HalfMap& map = *plot_->scene().map;
  return QString::fromStdString(place->part == HalvesPlace::Part::pages ? map.at_random_run : map.in_order_run);
}

QString HalvesView::figure() const { return QString::fromLatin1(memoryHalvesEntry().name); }

const ViewEntry& halvesViewEntry() {
  static const ViewEntry entry{
      .id = "memory-halves",
      .tab = QT_TRANSLATE_NOOP("View", "Memory halves"),
      .shows = QT_TRANSLATE_NOOP("View", "Half of the chip that holds each address"),
      .make = makeView<HalvesView>,
      .figures = {&memoryHalvesEntry()},
      .probes = {"memory"},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_halves_view.cpp"
