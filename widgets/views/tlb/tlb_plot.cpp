#include "widgets/views/tlb/tlb_plot.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"

namespace chasescope {

namespace {

const QString kAxis = QStringLiteral("footprint");

}  // namespace

TlbPlot::TlbPlot(QWidget* parent) : CurvePlot(parent) {
  setAccessibleName(tr("TLBs: reach, sets and miss rate over the size of the array"));
}

void TlbPlot::setTlbs(std::shared_ptr<const TlbLevels> tlbs) {
  const std::string subject = level() == nullptr ? std::string() : level()->subject;
  const std::string run = point() == nullptr ? std::string() : point()->run;
  tlbs_ = std::move(tlbs);
  chosen_ = {};
  if (!subject.empty()) setLevel(subject);
  if (!run.empty()) setRun(run);
  choose(chosen_, false);
}

const TlbLevel* TlbPlot::level() const {
  return chosen_.level < 0 ? nullptr : &tlbs_->levels[static_cast<std::size_t>(chosen_.level)];
}

const TlbRatePoint* TlbPlot::point() const {
  return level() == nullptr || chosen_.point < 0 ? nullptr : &level()->rates[static_cast<std::size_t>(chosen_.point)];
}

void TlbPlot::setLevel(const std::string& subject) {
  for (std::size_t i = 0; i < tlbs_->levels.size(); ++i)
    if (tlbs_->levels[i].subject == subject && chosen_.level != static_cast<int>(i)) choose({static_cast<int>(i), -1}, false);
}

bool TlbPlot::setRun(const std::string& run) {
  for (std::size_t i = 0; i < tlbs_->levels.size(); ++i)
    for (std::size_t p = 0; p < tlbs_->levels[i].rates.size(); ++p)
      if (tlbs_->levels[i].rates[p].run == run) {
        choose({static_cast<int>(i), static_cast<int>(p)}, false);
        return true;
      }
  return false;
}

void TlbPlot::choose(const TlbPointing& pointing, bool byPerson) {
  const bool changed = pointing.level != chosen_.level || pointing.point != chosen_.point;
  chosen_ = pointing;
  setAccessibleDescription(describe().join(QLatin1Char(' ')));
  update();
  if (changed && byPerson) emit chosen();
}

QStringList TlbPlot::describe(const TlbPointing& pointing) const {
  if (pointing.level < 0) return {};
  const TlbLevel& shown = tlbs_->levels[static_cast<std::size_t>(pointing.level)];
  if (pointing.point < 0) return {tlbName(shown), tlbFacts(shown), tlbSets(shown)};
  const TlbRatePoint& rate = shown.rates[static_cast<std::size_t>(pointing.point)];
  return {tr("%1, N = %2").arg(tlbName(shown), sizeText(static_cast<double>(rate.bytes))),
          tr("%1 pages in turn").arg(QString::fromStdString(format_count(rate.pages))),
          tr("%1 of the accesses miss").arg(percentText(rate.rate))};
}

QStringList TlbPlot::describe() const { return describe(chosen_); }

void TlbPlot::paint(QPainter& painter) {
  if (tlbs_->empty()) return;
  const TlbLayout layout = layOutTlbs(area(), *tlbs_, plotStyle());
  const std::vector<RateAxes> axes = this->axes(layout);
  paintTlbs(painter, *tlbs_, layout, axes, plotStyle(), chosen_);
  paintCursors(painter);
  if (showsFocus()) {
    const auto row = static_cast<std::size_t>(std::max(chosen_.level, 0));
    paintFocus(painter, layout.rows[row].rates, plotStyle());
  }
  const auto hovered = mouse() && !dragging() ? at(*mouse()) : std::nullopt;
  if (!hovered || hovered->point < 0) return;
  const auto row = static_cast<std::size_t>(hovered->level);
  const TlbLevel& shown = tlbs_->levels[row];
  paintCallout(painter, axes[row].at(shown.rates[static_cast<std::size_t>(hovered->point)]), describe(*hovered), layout.rows[row].rates,
               plotStyle());
}

std::optional<TlbPointing> TlbPlot::at(const QPointF& position) const {
  if (tlbs_->empty()) return std::nullopt;
  const TlbLayout layout = layOutTlbs(area(), *tlbs_, plotStyle());
  const std::vector<RateAxes> all = axes(layout);
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    const TlbLevel& shown = tlbs_->levels[i];
    const TlbLayout::Row& row = layout.rows[i];
    if (row.title.contains(position) || row.sets.contains(position)) return TlbPointing{static_cast<int>(i), -1};
    if (!row.rates.contains(position) || shown.rates.empty()) continue;
    const auto distance = [&](const TlbRatePoint& point) { return std::abs(all[i].at(point).x() - position.x()); };
    const auto nearest = std::min_element(shown.rates.begin(), shown.rates.end(),
                                          [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    return TlbPointing{static_cast<int>(i), static_cast<int>(nearest - shown.rates.begin())};
  }
  return std::nullopt;
}

std::vector<RateAxes> TlbPlot::axes(const TlbLayout& layout) const {
  std::vector<RateAxes> all = allRateAxes(layout, *tlbs_, plotStyle());
  for (RateAxes& one : all)
    if (!one.axes.plot.isEmpty()) one.axes = seen(one.axes, kAxis, one.unit);
  return all;
}

std::vector<CurveFrame> TlbPlot::frames() const {
  std::vector<CurveFrame> all;
  if (tlbs_->empty()) return all;
  for (const RateAxes& one : allRateAxes(layOutTlbs(area(), *tlbs_, plotStyle()), *tlbs_, plotStyle()))
    if (!one.axes.plot.isEmpty()) all.push_back(frameOf(one.axes, kAxis, one.unit));
  return all;
}

const TlbLevel* TlbPlot::cursorLevel() const {
  return level() != nullptr && !level()->rates.empty() ? level() : cursorLevelOf(*tlbs_);
}

const TlbLevel* cursorLevelOf(const TlbLevels& tlbs) {
  const auto first = std::find_if(tlbs.levels.begin(), tlbs.levels.end(), [](const TlbLevel& one) { return !one.rates.empty(); });
  return first == tlbs.levels.end() ? nullptr : &*first;
}

std::size_t TlbPlot::cursorFrame() const {
  const TlbLevel* shown = cursorLevel();
  return static_cast<std::size_t>(std::count_if(tlbs_->levels.begin(), tlbs_->levels.end(), [&](const TlbLevel& one) {
    return &one < shown && !one.rates.empty();  // only TLBs with a miss rate have a frame
  }));
}

CursorCurve TlbPlot::cursorCurve() const { return cursorCurveOf(cursorLevel()); }

CursorCurve cursorCurveOf(const TlbLevel* level) {
  CursorCurve curve{{CursorSeries{}}, sizeText, cyclesText, tr("% missed")};
  if (level != nullptr)
    for (const TlbRatePoint& point : level->rates)
      curve.series.front().points.push_back({static_cast<double>(point.bytes), point.rate * 100, point.rate * 100,
                                             point.rate == 0   ? tr("all found")
                                             : point.rate == 1 ? tr("all missed")
                                                               : QString()});
  return curve;
}

std::optional<double> TlbPlot::chosenX() const {
  return point() == nullptr ? std::nullopt : std::optional(static_cast<double>(point()->bytes));
}

void TlbPlot::pressed(const QPointF& position) {
  if (const auto pointing = at(position)) choose(*pointing, true);
}

bool TlbPlot::keyed(int key) {
  if (tlbs_->empty()) return false;
  TlbPointing next = chosen_;
  next.level = std::max(next.level, 0);
  const auto points = [&] { return static_cast<int>(tlbs_->levels[static_cast<std::size_t>(next.level)].rates.size()); };
  switch (key) {
    case Qt::Key_Left: next.point = std::max(next.point - 1, std::min(0, points() - 1)); break;
    case Qt::Key_Right: next.point = std::min(next.point + 1, points() - 1); break;
    case Qt::Key_Home: next.point = std::min(0, points() - 1); break;
    case Qt::Key_End: next.point = points() - 1; break;
    case Qt::Key_Up:
    case Qt::Key_Down:
      next.level = std::clamp(chosen_.level + (key == Qt::Key_Up ? -1 : 1), 0, static_cast<int>(tlbs_->levels.size()) - 1);
      next.point = std::min(next.point, points() - 1);
      break;
    default: return false;
  }
  choose(next, true);
  return true;
}

}  // namespace chasescope

#include "moc_tlb_plot.cpp"
