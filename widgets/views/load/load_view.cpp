#include "widgets/views/load/load_view.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>

#include "engine/findings/vocabulary.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/part_look.h"
#include "widgets/style/theme.h"
#include "widgets/views/curve_tools.h"
#include "widgets/views/load/figure_load.h"
#include "widgets/views/load/load_plot.h"

namespace chasescope {

LoadView::LoadView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Under load"), QStringLiteral("sweep"), tr("Bytes under way that saturate a level"),
           tr("More and more threads read from a level at once. As long as no load waits, bandwidth grows with the bytes under "
              "way; "
              "then the latency grows instead, because the level is saturated (Little’s law; topology thesis §6.1)."),
           probesOf(loadEntry())},
          store, selection, theme, parent),
      plot_(new LoadPlot),
      levels_(new QWidget(this)) {
  auto* row = new QHBoxLayout(levels_);
  row->setContentsMargins(0, 0, 0, 0);
  choices()->addWidget(levels_);
  choices()->addSpacing(4);
  addCurveTools(theme, {plot_}, choices(), this);
  setContent(plot_);
  setFocusProxy(plot_);
  dress(plot_);
  connect(&selection_, &Selection::currentRunChanged, this, [this](const QString& id) {
    if (plot_->setRun(id.toStdString())) offerLevels();
    refreshTexts();
  });
  connect(plot_, &LoadPlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

void LoadView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& shown : store().runs())
    if (shown->state == ShownRun::State::finished) runs.push_back(shown->run);
  plot_->setLoads(std::make_shared<const Loads>(gatherLoads(runs, store().findings(), store().device())));
  offerLevels();
}

void LoadView::offerLevels() {
  QStringList subjects;
  for (const LoadedLevel& level : plot_->loads().levels) subjects << QString::fromStdString(level.subject);
  if (subjects != shown_) {
    shown_ = subjects;
    for (QAbstractButton* old : buttons_ == nullptr ? QList<QAbstractButton*>() : buttons_->buttons()) delete old;
    delete buttons_;
    buttons_ = nullptr;
    QStringList names, tips;
    for (const QString& subject : subjects) {
      names << partName(subject.toStdString());
      tips << tr("%1 under load").arg(names.back());
    }
    if (subjects.size() > 1) {
      buttons_ = segments(names, tips, static_cast<QHBoxLayout*>(levels_->layout()), levels_);
      connect(buttons_, &QButtonGroup::idClicked, this, &LoadView::showLevel);
    }
  }
  const auto at =
      static_cast<int>(plot_->level() == nullptr ? -1 : subjects.indexOf(QString::fromStdString(plot_->level()->subject)));
  if (buttons_ != nullptr && at >= 0) buttons_->button(at)->setChecked(true);
}

void LoadView::showLevel(int id) {
  plot_->setLevel(shown_.at(id).toStdString());
  refreshTexts();
}

bool LoadView::hasContent() const { return !plot_->loads().empty(); }

QString LoadView::whyNothingShown() const {
  for (const Finding& finding : store().findings())
    if ((finding.quantity == quantity::lone_latency_cycles || finding.quantity == quantity::saturating_bytes) &&
        finding.status == FindingStatus::not_measurable && !finding.reason.empty())
      return QString::fromStdString(finding.reason);
  return {};
}

QString LoadView::facts() const {
  if (const QStringList words = plot_->describe(); !words.isEmpty()) return words.join(QStringLiteral(" · "));
  const LoadedLevel* level = plot_->level();
  if (level == nullptr) return {};
  QStringList parts{tr("%1: %2").arg(partName(level->subject), busyText(*level))};
  if (level->loaded)
    parts << tr("a load then takes %1 cycles, a single load %2").arg(cyclesText(*level->loaded), cyclesText(level->lone));
  return parts.join(QStringLiteral(" · "));
}

QString LoadView::chosenRun() const {
  const LoadedPoint* point = plot_->point();
  const QString run = point == nullptr ? QString() : QString::fromStdString(point->run);
  return store().run(run) == nullptr ? QString() : run;
}

QString LoadView::subject() const {
  return plot_->level() == nullptr ? QString() : QString::fromStdString(plot_->level()->subject);
}

QString LoadView::figure() const { return QString::fromLatin1(loadEntry().name); }

const ViewEntry& loadViewEntry() {
  static const ViewEntry entry{
      .id = "load",
      .tab = QT_TRANSLATE_NOOP("View", "Load"),
      .shows = QT_TRANSLATE_NOOP("View", "Bandwidth and latency by the bytes under way"),
      .make = makeView<LoadView>,
      .figures = {&loadEntry()},
      .probes = {"load"},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_load_view.cpp"
