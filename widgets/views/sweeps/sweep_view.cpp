#include "widgets/views/sweeps/sweep_view.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>
#include <algorithm>

#include "engine/trace/quantity_text.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/part_look.h"
#include "widgets/style/theme.h"
#include "widgets/views/curve_tools.h"
#include "widgets/views/sweeps/figure_staircase.h"
#include "widgets/views/sweeps/figure_sweeps.h"
#include "widgets/views/sweeps/footprint_plot.h"
#include "widgets/views/sweeps/stride_plot.h"

namespace chasescope {

SweepView::SweepView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView(
          {tr("Footprint and stride"),
           QStringLiteral("sweep"),
           tr("The classic curves"),
           tr("Latency over the size of the array rises in steps, one for each cache: the steps are named here, and the "
              "change-point test of the topology thesis (§3.3) is shown at the end of each. Over the stride, plateaus tell "
              "what a miss fetches and how large pages are (C2070 poster)."),
           probesOf(footprintLatencyEntry()) + probesOf(strideLatencyEntry())},
          store, selection, theme, parent),
      spaces_(new QComboBox),
      plots_(new QStackedWidget),
      footprint_(new FootprintPlot),
      stride_(new StridePlot) {
  spaces_->setAccessibleName(tr("Memory space"));
  spaces_->setToolTip(tr("Which path the loads took: global.ca through the L1, global.cg past it"));
  spaces_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  choices()->addWidget(spaces_);
  connect(spaces_, &QComboBox::activated, this, [this](int index) { setSpace(spaces_->itemText(index).toStdString()); });
  pages_ = segments({tr("Footprint"), tr("Stride")},
                    {tr("Average latency over the size of the array (topology thesis §3.2 to §3.4)"),
                     tr("Average latency over the stride, for every size of the array (C2070 poster)")},
                    choices(), this);
  connect(pages_, &QButtonGroup::idClicked, this, [this](int id) { setPage(static_cast<Page>(id)); });
  addCurveTools(theme, {footprint_, stride_}, choices(), this);
  plots_->addWidget(footprint_);
  plots_->addWidget(stride_);
  setContent(plots_);
  plots_->setFocusProxy(footprint_);
  const auto restyle = [this] {
    footprint_->setPlotStyle(this->theme().plotStyle());
    stride_->setPlotStyle(this->theme().plotStyle());
  };
  restyle();
  connect(&theme, &Theme::themeChanged, this, restyle);
  const auto chosen = [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
    if (page_ == Page::footprint && footprint_->end() != nullptr)
      selection_.setSubject(QString::fromStdString(footprint_->end()->subject));
  };
  connect(footprint_, &FootprintPlot::chosen, this, chosen);
  connect(stride_, &StridePlot::chosen, this, chosen);
  connect(&selection_, &Selection::subjectChanged, this,
          [this](const QString& subject) { footprint_->setSubject(subject.toStdString()); });
  connect(&selection_, &Selection::currentRunChanged, this, &SweepView::followRun);
  refresh();
}

void SweepView::turnToPage(Page page) {
  page_ = page;
  watchOnly({QString::fromLatin1(page == Page::stride ? kStrideProbe : kFootprintProbe)});
  pages_->button(static_cast<int>(page))->setChecked(true);
}

void SweepView::setPage(Page page) {
  chosenPage_ = true;
  turnToPage(page);
  showCurves();
  refreshTexts();
}

void SweepView::setSpace(const std::string& space) {
  chosenSpace_ = true;
  space_ = space;
  showCurves();
  refreshTexts();
}

std::vector<std::string> SweepView::spaces() const {
  std::vector<std::string> spaces;
  if (page_ == Page::footprint)
    for (const FootprintCurve& curve : curves_.footprints) spaces.push_back(curve.space);
  else
    for (const StrideCurves& curve : curves_.strides) spaces.push_back(curve.space);
  return spaces;
}

void SweepView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& run : store().runs())
    if (run->state == ShownRun::State::finished && (run->run->probe == kFootprintProbe || run->run->probe == kStrideProbe))
      runs.push_back(run->run);
  curves_ = gatherer_.gather(runs, store().findings());
  // Until a person chooses a page, the page with data is shown.
  if (!chosenPage_) turnToPage(curves_.footprints.empty() && !curves_.strides.empty() ? Page::stride : Page::footprint);
  showCurves();
}

void SweepView::showCurves() {
  const auto known = spaces();
  const bool there = std::find(known.begin(), known.end(), space_) != known.end();
  if (!known.empty() && (!there || !chosenSpace_)) space_ = known.front();
  fillSpaces();
  const FootprintCurve* curve = curves_.footprint(space_);
  footprint_->setCurve(curve == nullptr ? FootprintCurve() : *curve);
  const StrideCurves* strides = curves_.stride(space_);
  stride_->setCurves(strides == nullptr ? StrideCurves() : *strides);
  plots_->setCurrentIndex(static_cast<int>(page_));
  plots_->setFocusProxy(plots_->currentWidget());
}

void SweepView::fillSpaces() {
  const QSignalBlocker quiet(spaces_);
  const auto known = spaces();
  spaces_->clear();
  for (const std::string& space : known) spaces_->addItem(QString::fromStdString(space));
  spaces_->setCurrentText(QString::fromStdString(space_));
  spaces_->setVisible(known.size() > 1);
}

bool SweepView::hasContent() const { return !spaces().empty(); }

QString SweepView::whyNothingShown() const {
  if (page_ == Page::stride && !curves_.footprints.empty())
    return tr("So far only footprints were swept; the stride sweep brings latency over stride.");
  if (page_ == Page::footprint && !curves_.strides.empty())
    return tr("So far only strides were swept; the footprint sweep brings latency over the size of the array.");
  return {};
}

void SweepView::followRun(const QString& id) {
  const ShownRun* run = store().run(id);
  if (run == nullptr || run->run->chase() == nullptr || run->state != ShownRun::State::finished) return;
  if (run->run->probe == kFootprintProbe) footprint_->setRun(id.toStdString());
  if (run->run->probe == kStrideProbe) stride_->setRun(id.toStdString());
  refreshTexts();
}

QString SweepView::chosenRun() const {
  const SweepPoint* point = page_ == Page::footprint ? footprint_->point() : stride_->point();
  return point == nullptr ? QString() : QString::fromStdString(point->run);
}

QString SweepView::facts() const {
  if (page_ == Page::footprint) {
    if (footprint_->point() != nullptr) return footprint_->describe().first();
    const FootprintCurve* curve = curves_.footprint(space_);
    if (curve == nullptr) return {};
    QStringList parts{tr("%1 footprints").arg(QString::fromStdString(format_count(curve->points.size())))};
    for (const LevelEnd& end : curve->ends) parts << endText(end);
    return parts.join(QStringLiteral(" · "));
  }
  if (stride_->point() != nullptr) return stride_->describe().join(QStringLiteral(": "));
  const StrideCurves* curves = curves_.stride(space_);
  if (curves == nullptr) return {};
  QStringList parts;
  for (const StrideCorner& corner : curves->corners)
    if (corner.corner) parts << cornerText(corner);
  if (parts.isEmpty()) parts << tr("%1 sizes").arg(curves->lines.size());
  return parts.join(QStringLiteral(" · "));
}

FigureChoice SweepView::choice(const QString& figure) const {
  FigureChoice choice = View::choice(figure);
  if (figure == QLatin1String(footprintLatencyEntry().name)) choice.sight = sightOf(footprint_->part(), footprint_->cursors());
  if (figure == QLatin1String(strideLatencyEntry().name)) choice.sight = sightOf(stride_->part(), stride_->cursors());
  return choice;
}

QString SweepView::figure() const {
  return QString::fromLatin1((page_ == Page::stride ? strideLatencyEntry() : footprintLatencyEntry()).name);
}

void SweepView::turnTo(const QString& probe) { setPage(probe == QLatin1String(kStrideProbe) ? Page::stride : Page::footprint); }

const ViewEntry& sweepViewEntry() {
  static const ViewEntry entry{
      .id = "curves",
      .tab = QT_TRANSLATE_NOOP("View", "Curves"),
      .shows = QT_TRANSLATE_NOOP("View", "Latency over the size of an array, and over the stride"),
      .make = makeView<SweepView>,
      .figures = {&footprintLatencyEntry(), &strideLatencyEntry(), &staircaseEntry()},
      .probes = {"footprint-sweep", "stride-sweep"},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_sweep_view.cpp"
