#include "widgets/views/residency/residency_view.h"

#include "engine/findings/vocabulary.h"
#include "engine/trace/quantity_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/residency/figure_residency.h"
#include "widgets/views/residency/residency_plot.h"

namespace chasescope {

ResidencyView::ResidencyView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("L2 residency"), QStringLiteral("sweep"), tr("Which lines stay in the L2"),
           tr("All SMs read an array, and then other lines (a sweep). Timed loads tell which lines of the array are still in the "
              "L2. This shows how many bytes the L2 really holds, which eviction priorities keep lines longer, how many bytes can "
              "be set aside for persisting lines, and how many bytes a miss fetches."),
           probesOf(residencyEntry())},
          store, selection, theme, parent),
      plot_(new ResidencyPlot) {
  setContent(plot_);
  setFocusProxy(plot_);
  plot_->setPlotStyle(theme.plotStyle());
  connect(&theme, &Theme::themeChanged, this, [this] { plot_->setPlotStyle(this->theme().plotStyle()); });
  connect(&selection_, &Selection::currentRunChanged, this, [this](const QString& id) {
    plot_->setRun(id.toStdString());
    refreshTexts();
  });
  connect(plot_, &ResidencyPlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

void ResidencyView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& shown : store().runs())
    if (shown->state == ShownRun::State::finished && shown->run->as<ResidencyRequest>() != nullptr) runs.push_back(shown->run);
  plot_->setCharts(std::make_shared<const ResidencyCharts>(gatherResidency(runs)));
}

bool ResidencyView::hasContent() const { return !plot_->charts().empty(); }

QString ResidencyView::whyNothingShown() const {
  for (const Finding& finding : store().findings())
    if ((finding.quantity == quantity::effective_bytes || finding.quantity == quantity::retained_share) &&
        finding.status == FindingStatus::not_measurable && !finding.reason.empty())
      return QString::fromStdString(finding.reason);
  return {};
}

QString ResidencyView::facts() const {
  if (const QStringList words = plot_->describe(); !words.isEmpty()) return words.join(QStringLiteral(" · "));
  QStringList parts;
  const auto add = [&](const char* quantity, const char* condition, const QString& words) {
    for (const Finding& finding : store().findings())
      if (finding.subject == subject::l2 && finding.quantity == quantity && finding.value.is_number() &&
          (*condition == '\0' || finding.conditions.contains(condition))) {
        parts << words.arg(QString::fromStdString(short_size_text(finding.value.get<double>()).joined()));
        return;
      }
  };
  add(quantity::effective_bytes, "", tr("holds arrays of up to %1"));
  add(quantity::persisting_bytes, "set_aside", tr("keeps %1 of evict_last lines"));
  add(quantity::fetched_bytes, "fetch_setting", tr("a miss fetches %1"));
  return parts.join(QStringLiteral(" · "));
}

QString ResidencyView::chosenRun() const {
  const QString run = QString::fromStdString(plot_->run());
  return store().run(run) == nullptr ? QString() : run;
}

QString ResidencyView::figure() const { return QString::fromLatin1(residencyEntry().name); }

const ViewEntry& residencyViewEntry() {
  static const ViewEntry entry{
      .id = "residency",
      .tab = QT_TRANSLATE_NOOP("View", "Residency"),
      .shows =
          QT_TRANSLATE_NOOP("View", "Which lines the L2 keeps: effective size, eviction priorities, persisting lines, fetches"),
      .make = makeView<ResidencyView>,
      .figures = {&residencyEntry()},
      .probes = {"residency"},
      .calls = {ResidencyRequest::kCall},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_residency_view.cpp"
