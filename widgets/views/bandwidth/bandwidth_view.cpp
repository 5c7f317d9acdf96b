#include "widgets/views/bandwidth/bandwidth_view.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QScrollArea>

#include "engine/findings/vocabulary.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/part_look.h"
#include "widgets/style/theme.h"
#include "widgets/views/bandwidth/bandwidth_plot.h"
#include "widgets/views/bandwidth/figure_bandwidth.h"

namespace chasescope {

BandwidthView::BandwidthView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView({tr("Bandwidth"), QStringLiteral("sweep"), tr("Bandwidth of each level"),
                    tr("All SMs read, write and copy at once, from the L1, shared memory, the L2 and main memory. Each level gets "
                       "a bar as long "
                       "as the best that was found, and a mark for every width of a load and every number of blocks that was tried "
                       "(topology thesis §6.1)."),
                    probesOf(bandwidthEntry())},
                   store, selection, theme, parent),
      plot_(new BandwidthPlot) {
  scales_ = segments({tr("One scale"), tr("Scale per level")},
                     {tr("All bars on one scale: how far apart the levels are"),
                      tr("A scale for each level: how the settings change its bandwidth")},
                     choices(), this);
  connect(scales_, &QButtonGroup::idClicked, this, [this](int id) { setScale(id == 0 ? BandwidthScale::together : BandwidthScale::each); });
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setFocusPolicy(Qt::NoFocus);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setWidget(plot_);
  setContent(area);
  setFocusProxy(plot_);
  dress(plot_);
  connect(&theme, &Theme::themeChanged, plot_, [this] { plot_->updateGeometry(); });
  connect(&selection_, &Selection::currentRunChanged, this, [this](const QString& id) {
    plot_->setRun(id.toStdString());
    refreshTexts();
  });
  connect(plot_, &BandwidthPlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

void BandwidthView::setScale(BandwidthScale scale) {
  scales_->button(scale == BandwidthScale::together ? 0 : 1)->setChecked(true);
  plot_->setScale(scale);
}

void BandwidthView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& shown : store().runs())
    if (shown->state == ShownRun::State::finished && shown->run->as<BandwidthRequest>() != nullptr) runs.push_back(shown->run);
  plot_->setFacts(std::make_shared<const Bandwidths>(gatherBandwidths(runs, store().findings(), store().device())));
}

bool BandwidthView::hasContent() const { return !plot_->facts().empty(); }

QString BandwidthView::whyNothingShown() const {
  for (const Finding& finding : store().findings())
    if (finding.quantity == quantity::read_bandwidth && finding.status == FindingStatus::not_measurable && !finding.reason.empty())
      return QString::fromStdString(finding.reason);
  return {};
}

QString BandwidthView::facts() const {
  if (const QStringList words = plot_->describe(); !words.isEmpty()) return words.join(QStringLiteral(" · "));
  const Bandwidths& facts = plot_->facts();
  QStringList parts;
  for (const BandwidthRow& row : facts.rows)
    if (row.direction == Direction::read && row.found)
      parts << QStringLiteral("%1 %2").arg(partName(row.subject), rateText(*row.found, facts.in_seconds));
  return parts.join(QStringLiteral(" · "));
}

QString BandwidthView::chosenRun() const {
  const BandwidthTry* chosen = plot_->chosenTry();
  const QString run = chosen == nullptr ? QString() : QString::fromStdString(chosen->run);
  return store().run(run) == nullptr ? QString() : run;
}

QString BandwidthView::figure() const { return QString::fromLatin1(bandwidthEntry().name); }

const ViewEntry& bandwidthViewEntry() {
  static const ViewEntry entry{
      .id = "bandwidth",
      .tab = QT_TRANSLATE_NOOP("View", "Bandwidth"),
      .shows = QT_TRANSLATE_NOOP("View", "Bandwidth of each level, by the settings that were tried"),
      .make = makeView<BandwidthView>,
      .figures = {&bandwidthEntry()},
      .probes = {"bandwidth"},
      .calls = {BandwidthRequest::kCall},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_bandwidth_view.cpp"
