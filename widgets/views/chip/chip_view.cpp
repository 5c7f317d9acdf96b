#include "widgets/views/chip/chip_view.h"

#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/chip/chip_plot.h"
#include "widgets/views/chip/figure_chip.h"

namespace chasescope {

ChipView::ChipView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Chip map"), QStringLiteral("pattern"), tr("Groups of SMs with a common path to the L2"),
           tr("SMs that share the way to the L2 wait alike for all of its slices. The map groups SMs by that, and shows on "
              "which side of the chip each group lies and how long its SMs wait."),
           probesOf(chipMapEntry())},
          store, selection, theme, parent),
      plot_(new ChipPlot) {
  setContent(plot_);
  dress(plot_);
  connect(plot_, &ChipPlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

void ChipView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& shown : store().runs())
    if (shown->run->probe == kDistanceMapProbe && shown->state == ShownRun::State::finished) runs.push_back(shown->run);
  plot_->setScene(makeChipScene(runs));
}

bool ChipView::hasContent() const { return plot_->scene().has_plan(); }

QString ChipView::whyNothingShown() const { return whyNoPlan(plot_->scene()); }

QString ChipView::facts() const {
  if (!hasContent()) return {};
  const QStringList words = plot_->describe();
  return (words.isEmpty() ? chipFacts(plot_->scene()) : words).join(QStringLiteral(" · "));
}

QString ChipView::chosenRun() const {
  const auto row = plot_->chosenRow();
  if (!row) return {};
  const unsigned sm = plot_->scene().map->distances.sms[*row];
  QString last;
  for (const auto& shown : store().runs())
    if (shown->run->probe == kDistanceMapProbe && shown->run->chase() != nullptr && shown->run->chase()->request.sm == sm)
      last = shown->id;
  return last;
}

QString ChipView::figure() const { return QString::fromLatin1(chipMapEntry().name); }

const ViewEntry& chipViewEntry() {
  static const ViewEntry entry{
      .id = "chip-map",
      .tab = QT_TRANSLATE_NOOP("View", "Chip map"),
      .shows = QT_TRANSLATE_NOOP("View", "Groups of SMs with a common path to the L2, on each side of the chip"),
      .make = makeView<ChipView>,
      .figures = {&chipMapEntry()},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_chip_view.cpp"
