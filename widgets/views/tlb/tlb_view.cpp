#include "widgets/views/tlb/tlb_view.h"

#include <QHBoxLayout>

#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/style/theme.h"
#include "widgets/views/curve_tools.h"
#include "widgets/views/tlb/figure_tlb.h"
#include "widgets/views/tlb/tlb_plot.h"

namespace chasescope {

TlbView::TlbView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("TLBs"), QStringLiteral("tlb"), tr("Cost of address translation"),
           tr("A TLB (translation lookaside buffer) remembers where pages lie. The sets of each one are drawn here at their "
              "true heights, with how much memory it covers and its miss rate over the size of the array, as in figures "
              "10 and 11 of the 2014 paper."),
           probesOf(tlbEntry()) << QStringLiteral("discover")},
          store, selection, theme, parent),
      plot_(new TlbPlot) {
  setContent(plot_);
  addCurveTools(theme, {plot_}, choices(), this);
  plot_->setPlotStyle(theme.plotStyle());
  connect(&theme, &Theme::themeChanged, this, [this] { plot_->setPlotStyle(this->theme().plotStyle()); });
  connect(plot_, &TlbPlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
    if (plot_->level() != nullptr) selection_.setSubject(QString::fromStdString(plot_->level()->subject));
  });
  connect(&selection_, &Selection::subjectChanged, this, &TlbView::follow);
  connect(&selection_, &Selection::currentRunChanged, this, [this](const QString& id) { plot_->setRun(id.toStdString()); });
  refresh();
}

void TlbView::follow() { plot_->setLevel(selection_.subject().toStdString()); }

void TlbView::gather() {
  tlbs_ = std::make_shared<const TlbLevels>(gatherTlbs(store().findings(), store().device().name));
  plot_->setTlbs(tlbs_);
}

QString TlbView::chosenRun() const {
  const TlbRatePoint* point = plot_->point();
  if (point == nullptr) return {};
  const QString run = QString::fromStdString(point->run);
  return store().run(run) == nullptr ? QString() : run;
}

QString TlbView::facts() const {
  if (const TlbRatePoint* point = plot_->point(); point != nullptr) return plot_->describe().join(QStringLiteral(" · "));
  QStringList parts;
  for (const TlbLevel& level : tlbs_->levels)
    parts << tr("%1: %2 entries, reach %3")
                 .arg(tlbName(level), level.entries ? QString::number(*level.entries) : QStringLiteral("?"),
                      level.reach_bytes ? sizeText(static_cast<double>(*level.reach_bytes)) : QStringLiteral("?"));
  return parts.join(QStringLiteral(" · "));
}

FigureChoice TlbView::choice(const QString& figure) const {
  FigureChoice choice = View::choice(figure);
  choice.sight = sightOf(plot_->part(), plot_->cursors());
  return choice;
}

QString TlbView::figure() const { return QString::fromLatin1(tlbEntry().name); }

const ViewEntry& tlbViewEntry() {
  static const ViewEntry entry{
      .id = "tlbs",
      .tab = QT_TRANSLATE_NOOP("View", "TLBs"),
      .shows = QT_TRANSLATE_NOOP("View", "Cost of address translation: reach, sets and miss rate of each TLB"),
      .make = makeView<TlbView>,
      .figures = {&tlbEntry()},
      .probes = {"tlb"},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_tlb_view.cpp"
