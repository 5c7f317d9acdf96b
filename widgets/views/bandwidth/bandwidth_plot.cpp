#include "widgets/views/bandwidth/bandwidth_plot.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/plot/callout.h"
#include "widgets/style/part_look.h"

namespace chasescope {

BandwidthPlot::BandwidthPlot(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("Bandwidth of each level, with the settings that were tried"));
}

void BandwidthPlot::setFacts(std::shared_ptr<const Bandwidths> facts) {
  // The chosen setting stays chosen when new settings arrive.
  const BandwidthTry* before = chosenTry();
  const std::string run = before == nullptr ? std::string() : before->run;
  facts_ = std::move(facts);
  chosen_.reset();
  setRun(run);
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  updateGeometry();
  update();
}

void BandwidthPlot::setRun(const std::string& run) {
  if (const auto mark = facts_->markOf(run)) chosen_ = mark;
  update();
}

// Why a rate can't be told stands where the rate would.
bool BandwidthPlot::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return DrawnPlot::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const BandwidthLayout layout = layoutNow();
  for (std::size_t row = 0; row < layout.rows.size(); ++row)
    if (layout.rows[row].value.contains(help->pos()) && !facts_->rows[row].found && !facts_->rows[row].why.isEmpty()) {
      QToolTip::showText(help->globalPos(), QStringLiteral("<p>%1</p>").arg(facts_->rows[row].why.toHtmlEscaped()), this);
      return true;
    }
  QToolTip::hideText();
  return true;
}

void BandwidthPlot::resizeEvent(QResizeEvent* event) {
  DrawnPlot::resizeEvent(event);
  updateGeometry();  // a legend in several rows needs more height
}

void BandwidthPlot::setScale(BandwidthScale scale) {
  scale_ = scale;
  update();
}

QSize BandwidthPlot::minimumSizeHint() const {
  const QSize least = DrawnPlot::minimumSizeHint();
  return {least.width(), std::max(least.height(), static_cast<int>(std::ceil(naturalBandwidthHeight(*facts_, width() - 4, plotStyle()))) + 4)};
}

const BandwidthTry* BandwidthPlot::chosenTry() const { return chosen_ ? &facts_->rows[chosen_->row].tries[chosen_->at] : nullptr; }

QStringList BandwidthPlot::words(const BandwidthMark& mark) const {
  const BandwidthRow& row = facts_->rows[mark.row];
  const BandwidthTry& one = row.tries[mark.at];
  return QStringList{tr("%1, %2: %3").arg(partName(row.subject), directionText(row.direction), rateText(one.rate, facts_->in_seconds))} +
         settingWords(one.request);
}

QStringList BandwidthPlot::describe() const { return chosen_ ? words(*chosen_) : QStringList(); }

void BandwidthPlot::choose(const BandwidthMark& mark) {
  const bool changed = chosen_ != mark;
  chosen_ = mark;
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
  if (changed) emit chosen();
}

void BandwidthPlot::paint(QPainter& painter) {
  if (facts_->empty()) return;
  const BandwidthLayout layout = layoutNow();
  paintBandwidth(painter, *facts_, layout, chosen_, plotStyle());
  if (showsFocus()) paintFocus(painter, area(), plotStyle());
  if (!mouse()) return;
  if (const auto hovered = markAt(*mouse(), *facts_, layout, plotStyle()))
    paintCallout(painter, placeOf(*hovered, *facts_, layout), words(*hovered), area(), plotStyle());
}

void BandwidthPlot::pressed(const QPointF& position) {
  if (const auto mark = markAt(position, *facts_, layoutNow(), plotStyle())) choose(*mark);
}

std::optional<BandwidthMark> BandwidthPlot::nearestIn(std::size_t row, double rate) const {
  const auto& tries = facts_->rows[row].tries;
  if (tries.empty()) return std::nullopt;
  const auto nearer = [rate](const BandwidthTry& a, const BandwidthTry& b) { return std::abs(a.rate - rate) < std::abs(b.rate - rate); };
  return BandwidthMark{row, static_cast<std::size_t>(std::min_element(tries.begin(), tries.end(), nearer) - tries.begin())};
}

bool BandwidthPlot::keyed(int key) {
  const bool row = key == Qt::Key_Up || key == Qt::Key_Down, along = key == Qt::Key_Left || key == Qt::Key_Right;
  if (facts_->empty() || (!row && !along)) return false;
  const double rate = chosen_ ? chosenTry()->rate : facts_->highest();
  if (!chosen_ || row) {
    const auto count = static_cast<std::ptrdiff_t>(facts_->rows.size());
    const std::ptrdiff_t step = !chosen_ ? 1 : key == Qt::Key_Up ? -1 : 1;
    for (std::ptrdiff_t at = chosen_ ? static_cast<std::ptrdiff_t>(chosen_->row) + step : 0; at >= 0 && at < count; at += step)
      if (const auto mark = nearestIn(static_cast<std::size_t>(at), rate)) {
        choose(*mark);
        break;
      }
    return true;
  }
  // The next setting by rate; settings of equal rates in the order in which they were tried.
  const auto& tries = facts_->rows[chosen_->row].tries;
  std::vector<std::size_t> order(tries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return tries[a].rate < tries[b].rate; });
  const auto here = std::find(order.begin(), order.end(), chosen_->at);
  if (key == Qt::Key_Left && here != order.begin()) choose({chosen_->row, *(here - 1)});
  if (key == Qt::Key_Right && here + 1 != order.end()) choose({chosen_->row, *(here + 1)});
  return true;
}

}  // namespace chasescope

#include "moc_bandwidth_plot.cpp"
