// Replacement as figures: the share of each way (2014 paper, figure 8), and the miss rate over the footprint beside LRU's (figure
// 9).
#include "widgets/views/replacement/figure_replacement.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/quantity_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/replacement/replacement_plot.h"
#include "widgets/views/replacement/replacement_scene.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {
namespace {

constexpr double kPercents = 100;

using Role = FigureProbe::Role;
using Shows = FigureRecipe::Shows;

/// Common part of both figures: one cache and the findings of its replacement.
class ReplacementFigure : public FigureContent {
 public:
  ReplacementFigure(const Session& session, ReplacementFacts facts, const char* name)
      : session_(session), facts_(std::move(facts)), name_(name) {}

  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, name_);
    for (const RunPtr& run : data_runs(session_.runs))
      if (shows(*run)) json["runs"].push_back(runProvenance(*run));
    return json;
  }

 protected:
  virtual bool shows(const Run& run) const = 0;
  const ReplacementFacts& facts() const { return facts_; }
  QString who() const {
    const QString device =
        session_.device.name.empty()
            ? QString()
            : QStringLiteral("%1 (%2)").arg(QString::fromStdString(session_.device.name),
                                            QString::fromStdString(std::string(to_string(session_.device.origin))));
    const QString cache = facts_.cache.subject.empty() ? QString() : settingText(facts_.cache);
    return device.isEmpty() || cache.isEmpty() ? device + cache : device + QStringLiteral(" · ") + cache;
  }

 private:
  Session session_;
  ReplacementFacts facts_;
  const char* name_;
};

class WayFigure final : public ReplacementFigure {
 public:
  WayFigure(const Session& session, ReplacementFacts facts) : ReplacementFigure(session, std::move(facts), "way-probability") {}
  FigureTraits traits() const override { return {.legends = {LegendPlace::none}}; }
  QString title() const override { return tr("Replacements of each way"); }
  QString caption() const override {
    QString text = who() + QStringLiteral(". ") + facts().verdict + QLatin1Char('.');
    if (facts().intervals()) text += QLatin1Char(' ') + tr("Whiskers are 95 % intervals.");
    if (facts().in_turn) text += QLatin1Char(' ') + facts().sayInTurn();
    return text + QLatin1Char(' ') + facts().evidence;
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * (width_mm < 110 ? 0.66 : 0.4); }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      paintWays(painter, wayAxes(area, facts(), style), facts(), style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    SeriesPanel panel{.x = {.title = tr("Ways, least often replaced first")},
                      .y = {.title = tr("Share of replacements (%)"), .from = 0}};
    DataSeries bars{.line = DataSeries::Line::bars, .colour = levelColour(0, style.palette)};
    for (std::size_t i = 0; i < facts().ways.size(); ++i) {
      const auto& way = facts().ways[i];
      panel.x.names.push_back(QString::number(i + 1));
      bars.points.push_back({.x = static_cast<double>(i + 1), .y = way.value * kPercents});
      if (facts().intervals()) {
        bars.points.back().low = way.low * kPercents;
        bars.points.back().high = way.high * kPercents;
      }
    }
    panel.series.push_back(std::move(bars));
    return {panel};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("way,share,low,high\n")) return;
    for (std::size_t i = 0; i < facts().ways.size(); ++i) {
      const auto& way = facts().ways[i];
      if (!write(QByteArray::number(static_cast<qulonglong>(i) + 1) + ',' + QByteArray::number(way.value, 'g', 6) + ',' +
                 QByteArray::number(way.low, 'g', 6) + ',' + QByteArray::number(way.high, 'g', 6) + '\n'))
        return;
    }
  }

 protected:
  bool shows(const Run& run) const override {
    const Finding* ways = facts().cache.find(quantity::way_replacement_probability);
    return ways != nullptr && std::find(ways->evidence.begin(), ways->evidence.end(), run.id) != ways->evidence.end();
  }
};

class MissRateFigure final : public ReplacementFigure {
 public:
  MissRateFigure(const Session& session, ReplacementFacts facts, FigureSight sight)
      : ReplacementFigure(session, std::move(facts), "miss-rate"), sight_(std::move(sight)) {}
  FigureTraits traits() const override {
    return withEnds({.x_unit = tr("bytes"), .y_unit = tr("%"), .cursors = true}, series(PlotStyle()), missUnit(facts()));
  }
  CursorCurve cursorCurve() const override { return cursorCurveOf(facts()); }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
  QString title() const override { return tr("Miss rate over the footprint"); }
  QString caption() const override {
    QString text =
        who() + QStringLiteral(" · ") + tr("s = %1, warm passes").arg(QString::fromStdString(format_bytes(facts().stride)));
    if (!facts().verdict.isEmpty()) text += QStringLiteral(". ") + facts().verdict;
    if (!facts().lru.empty()) text += QStringLiteral(". ") + tr("Dashed: what LRU would miss, by the sets that were found");
    if (!facts().random.empty())
      text += QStringLiteral(". ") + tr("Dotted: what random replacement would miss, in a cache of that shape");
    if (!facts().published.empty()) text += QStringLiteral(". ") + tr("Diamonds: as published");
    return text + QLatin1Char('.');
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * (width_mm < 110 ? 0.66 : 0.46); }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const PlainAxes axes = partOf(missAxes(area, facts(), style), sight_, {}, missUnit(facts()));
      paintMissRates(painter, axes, facts(), style);
      paintCursorsOf(painter, *this, axes, style, missUnit(facts()));
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    using Line = DataSeries::Line;
    using Mark = DataSeries::Mark;
    const double unit = missUnit(facts());
    const auto part = [&](std::optional<double> bytes) { return bytes ? std::optional(*bytes / unit) : bytes; };
    SeriesPanel panel{
        .x = {.title = missUnitText(facts()), .from = part(sight_.x.from), .to = part(sight_.x.to)},
        .y = {.title = tr("Miss rate (%)"), .from = sight_.y.from.value_or(0), .to = sight_.y.to.value_or(kPercents)}};
    const auto add = [&](const QString& name, const std::vector<MissPoint>& points, Line line, Mark mark, const QColor& colour) {
      if (points.empty()) return;
      DataSeries& one = panel.series.emplace_back(DataSeries{.name = name, .line = line, .mark = mark, .colour = colour});
      for (const MissPoint& point : points) {
        one.points.push_back({.x = static_cast<double>(point.bytes) / unit, .y = point.rate * kPercents});
        if (point.high <= point.low) continue;
        one.points.back().low = point.low * kPercents;
        one.points.back().high = point.high * kPercents;
      }
    };
    add(tr("random lines"), facts().random, Line::dotted, Mark::none, levelColour(4, style.palette));
    if (!facts().fifoIsLru) add(tr("FIFO"), facts().fifo, Line::dashed, Mark::none, levelColour(1, style.palette));
    add(tr("LRU, by the sets found"), facts().lru, Line::dashed, Mark::none, style.palette.quietInk);
    // Each stretch of points that may be joined is a curve.
    for (std::size_t from = 0, i = 0; i < facts().points.size(); ++i) {
      if (i + 1 < facts().points.size() && facts().joined(i)) continue;
      const auto at = [&](std::size_t place) { return facts().points.begin() + static_cast<std::ptrdiff_t>(place); };
      add(from == 0 ? tr("measured") : QString(), {at(from), at(i + 1)}, Line::solid, Mark::cross, style.palette.miss);
      from = i + 1;
    }
    if (!facts().published.empty()) {
      DataSeries& one = panel.series.emplace_back(
          DataSeries{.name = tr("published"), .line = Line::none, .mark = Mark::diamond, .colour = style.palette.ink});
      for (const PublishedRate& rate : facts().published)
        one.points.push_back({.x = static_cast<double>(rate.bytes) / unit, .y = rate.rate * kPercents});
    }
    markCursors(panel, *this, unit);
    return {panel};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("footprint_bytes,miss_rate,low,high,lru_miss_rate,fifo_miss_rate,random_miss_rate,run\n")) return;
    for (const MissPoint& point : facts().points) {
      QByteArray row = QByteArray::number(static_cast<qulonglong>(point.bytes)) + ',' + QByteArray::number(point.rate, 'g', 9) +
                       ',' + QByteArray::number(point.low, 'g', 9) + ',' + QByteArray::number(point.high, 'g', 9) + ',';
      if (const auto lru = lru_miss_rate(facts().cache, point.bytes, facts().stride)) row += QByteArray::number(*lru, 'g', 9);
      for (const auto* others : {&facts().fifo, &facts().random}) {
        row += ',';
        for (const MissPoint& other : *others)
          if (other.bytes == point.bytes) row += QByteArray::number(other.rate, 'g', 9);
      }
      if (!write(row + ',' + csvText(point.run.toStdString()) + '\n')) return;
    }
  }

 protected:
  bool shows(const Run& run) const override {
    return std::any_of(facts().points.begin(), facts().points.end(),
                       [&](const MissPoint& point) { return point.run.toStdString() == run.id; });
  }

 private:
  FigureSight sight_;
};

/// The first cache of `caches` that a run is behind, or else the first about which enough is known, as `suits` decides.
std::optional<ReplacementFacts> chooseFacts(const Session& session, const std::vector<FoundSets>& caches, const QString& runId,
                                            const std::function<bool(const ReplacementFacts&)>& suits) {
  std::optional<ReplacementFacts> chosen;
  for (const FoundSets& cache : caches) {
    ReplacementFacts facts = gatherReplacement(cache, session.findings, session.device.name);
    if (!suits(facts)) continue;
    const bool named = std::any_of(cache.findings.begin(), cache.findings.end(), [&](const Finding& finding) {
      return std::find(finding.evidence.begin(), finding.evidence.end(), runId.toStdString()) != finding.evidence.end();
    });
    if (!chosen || named) chosen = std::move(facts);
    if (named) break;
  }
  return chosen;
}

/// Miss rates of chases through a memory space whose caches are not known.
std::optional<ReplacementFacts> pointsAlone(const Session& session) {
  for (const Finding& finding : session.findings) {
    if (finding.quantity != quantity::miss_rate || !finding.conditions.is_object()) continue;
    FoundSets nearest;
    nearest.nearest = true;
    nearest.setting = nlohmann::json::object();
    for (const char* key : {"space", "carveout_percent", "l1_kib"})
      if (finding.conditions.contains(key)) nearest.setting[key] = finding.conditions[key];
    ReplacementFacts facts = gatherReplacement(nearest, session.findings, session.device.name);
    if (facts.points.size() > 1) return facts;
  }
  return std::nullopt;
}

/// Why a cache with a known policy has no preferred ways, or why its policy is not known; empty if no probe asked.
QString whyNoShares(const std::vector<FoundSets>& caches) {
  for (const FoundSets& cache : caches)
    if (!cache.policy.empty())
      return tr("No way is preferred, so there are no shares to draw. %1: %2.")
          .arg(settingText(cache), gatherReplacement(cache, {}).verdict);
  const QString why = whyUntold(caches, {quantity::replacement_policy, quantity::way_replacement_probability});
  return why.isEmpty() ? QString() : tr("The shares of the ways can’t be drawn. %1").arg(why);
}

/// Why a plain chase does not show the miss rate of this cache; empty if it may.
QString whyNoMissRate(const std::vector<FoundSets>& caches, const QString& subject) {
  if (subject.endsWith(QLatin1String("_tlb")))
    return tr("The miss rate of a TLB is part of another figure: tlb --cache %1.").arg(subject);
  if (!subject.isEmpty() && !caches.empty() && std::none_of(caches.begin(), caches.end(), [](const auto& one) { return one.nearest; }))
    return tr("Only the nearest cache of a memory space shows its miss rate in a plain chase, and %1 is not.").arg(subject);
  return {};
}

QString named(const FigureChoice& choice) { return choice.cache.isEmpty() ? tr("a cache") : choice.cache; }

}  // namespace

FigureOutcome wayProbabilityFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<FoundSets> caches = cachesOf(session, choice.cache);
  auto facts = chooseFacts(session, caches, choice.run, [](const ReplacementFacts& found) { return !found.ways.empty(); });
  if (facts) return {std::make_shared<WayFigure>(session, std::move(*facts)), {}};
  const QString why = whyNoShares(caches);
  // Caches that no probe asked about may still have shares.
  QStringList open;
  for (const FoundSets& cache : caches)
    if (cache.policy.empty() && cache.find(quantity::replacement_policy) == nullptr) open << settingText(cache);
  const bool known = std::any_of(caches.begin(), caches.end(), [](const FoundSets& cache) { return !cache.policy.empty(); });
  if (known && !open.isEmpty())
    return {nullptr, tr("%1 Nothing tells how these replace their lines: %2").arg(why, open.join(QStringLiteral(", "))), true};
  if (!why.isEmpty()) return {nullptr, why};
  return {nullptr, tr("The session does not tell how %1 replaces its lines").arg(named(choice)), true};
}

FigureOutcome missRateFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<FoundSets> caches = cachesOf(session, choice.cache);
  if (const QString why = whyNoMissRate(caches, choice.cache); !why.isEmpty()) return {nullptr, why};
  auto facts =
      chooseFacts(session, caches, choice.run, [](const ReplacementFacts& found) { return found.points.size() > 1; });
  if (!facts && choice.cache.isEmpty()) facts = pointsAlone(session);
  if (facts) return {std::make_shared<MissRateFigure>(session, std::move(*facts), choice.sight), {}};
  return {nullptr, tr("The session has no warm chases of growing footprints through %1").arg(named(choice)), true};
}

const FigureEntry& wayProbabilityEntry() {
  static const FigureEntry entry{
      "way-probability",
      QT_TRANSLATE_NOOP("Figure", "Replacement: the share of each way"),
      wayProbabilityFigure,
      true,
      {{Shows::caches,
        {{"replacement", Role::fills, inItsSpace}, {"sets", Role::fills, inItsSpace}, {"line", Role::fills, inItsSpace}}}},
      nullptr,
      nullptr,
      FigureCards::any};
  return entry;
}

const FigureEntry& missRateEntry() {
  static const FigureEntry entry{"miss-rate",
                                 QT_TRANSLATE_NOOP("Figure", "Replacement: miss rate over the footprint, beside LRU"),
                                 missRateFigure,
                                 true,
                                 {{Shows::caches,
                                   {{"replacement", Role::fills, inItsSpace},
                                    {"sets", Role::fills, inItsSpace},
                                    {"line", Role::fills, inItsSpace},
                                    {"capacity", Role::guides, inItsSpace},
                                    {"miss-pattern", Role::fills, halfAsMuchAgain}}}},
                                 nullptr,
                                 nullptr,
                                 FigureCards::any};
  return entry;
}

}  // namespace chasescope
