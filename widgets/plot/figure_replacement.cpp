// Replacement as figures: the share of each way (2014 paper, figure 8), and the miss rate over the footprint beside LRU's (figure
// 9).
#include <QCoreApplication>
#include <algorithm>

#include "engine/session/run_series.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/figure.h"
#include "widgets/plot/figure_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/replacement_scene.h"
#include "widgets/plot/set_map_scene.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

/// What both figures share: one cache and what was found of its replacement.
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
  QString title() const override { return tr("Replacements of each way"); }
  QString caption() const override {
    QString text = who() + QStringLiteral(". ") + facts().verdict + QLatin1Char('.');
    if (facts().intervals()) text += QLatin1Char(' ') + tr("Whiskers are 95 % intervals.");
    return text + QLatin1Char(' ') + facts().evidence;
  }
  double heightFor(double width_mm) const override { return width_mm * (width_mm < 110 ? 0.66 : 0.4); }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      paintWays(painter, wayAxes(area, facts(), style), facts(), style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("way,share,low,high\n")) return;
    for (std::size_t i = 0; i < facts().ways.size(); ++i) {
      const auto& way = facts().ways[i];
      if (!write(QByteArray::number(static_cast<qulonglong>(i + 1)) + ',' + QByteArray::number(way.value, 'g', 6) + ',' +
                 QByteArray::number(way.low, 'g', 6) + ',' + QByteArray::number(way.high, 'g', 6) + '\n'))
        return;
    }
  }

 protected:
  bool shows(const Run& run) const override {
    const Finding* ways = facts().cache.find("way_replacement_probability");
    return ways != nullptr && std::find(ways->evidence.begin(), ways->evidence.end(), run.id) != ways->evidence.end();
  }
};

class MissRateFigure final : public ReplacementFigure {
 public:
  MissRateFigure(const Session& session, ReplacementFacts facts) : ReplacementFigure(session, std::move(facts), "miss-rate") {}
  QString title() const override { return tr("Miss rate over the footprint"); }
  QString caption() const override {
    QString text =
        who() + QStringLiteral(" · ") + tr("s = %1, warm passes").arg(QString::fromStdString(format_bytes(facts().stride)));
    if (!facts().verdict.isEmpty()) text += QStringLiteral(". ") + facts().verdict;
    if (!facts().lru.empty()) text += QStringLiteral(". ") + tr("Dashed: what LRU would miss, by the sets that were found");
    if (!facts().published.empty()) text += QStringLiteral(". ") + tr("Diamonds: as published");
    return text + QLatin1Char('.');
  }
  double heightFor(double width_mm) const override { return width_mm * (width_mm < 110 ? 0.66 : 0.46); }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      paintMissRates(painter, missAxes(area, facts(), style), facts(), style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("footprint_bytes,miss_rate,low,high,lru_miss_rate,run\n")) return;
    for (const MissPoint& point : facts().points) {
      QByteArray row = QByteArray::number(static_cast<qulonglong>(point.bytes)) + ',' + QByteArray::number(point.rate, 'g', 9) +
                       ',' + QByteArray::number(point.low, 'g', 9) + ',' + QByteArray::number(point.high, 'g', 9) + ',';
      if (const auto lru = lru_miss_rate(facts().cache, point.bytes, facts().stride)) row += QByteArray::number(*lru, 'g', 9);
      if (!write(row + ',' + point.run.toUtf8() + '\n')) return;
    }
  }

 protected:
  bool shows(const Run& run) const override {
    return std::any_of(facts().points.begin(), facts().points.end(),
                       [&](const MissPoint& point) { return point.run.toStdString() == run.id; });
  }
};

/// The first cache that a run is evidence of, or else the first of which `suits` likes what is known.
std::optional<ReplacementFacts> chooseFacts(const Session& session, const QString& runId,
                                            const std::function<bool(const ReplacementFacts&)>& suits) {
  std::optional<ReplacementFacts> chosen;
  for (const FoundSets& cache : found_sets(session.findings)) {
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

/// Footprints that were chased through a space of whose caches nothing is known.
std::optional<ReplacementFacts> pointsAlone(const Session& session) {
  for (const Finding& finding : session.findings) {
    if (finding.quantity != "miss_rate" || !finding.conditions.is_object()) continue;
    FoundSets nearest;
    nearest.nearest = true;
    nearest.setting = nlohmann::json::object();
    for (const char* key : {"space", "carveout_percent", "l1_kib"})
      if (finding.conditions.contains(key)) nearest.setting[key] = finding.conditions[key];
    ReplacementFacts facts = gatherReplacement(nearest, session.findings, session.device.name);
    if (!facts.points.empty()) return facts;
  }
  return std::nullopt;
}

}  // namespace

FigureOutcome wayProbabilityFigure(const Session& session, const QString& runId) {
  auto facts = chooseFacts(session, runId, [](const ReplacementFacts& found) { return !found.ways.empty(); });
  if (!facts) return {nullptr, tr("The session tells of no cache that prefers some of its ways; run the probe replacement first.")};
  return {std::make_shared<WayFigure>(session, std::move(*facts)), {}};
}

FigureOutcome missRateFigure(const Session& session, const QString& runId) {
  auto facts = chooseFacts(session, runId, [](const ReplacementFacts& found) { return found.points.size() > 1; });
  if (!facts) facts = pointsAlone(session);
  if (!facts) return {nullptr, tr("The session has no warm chases of growing footprints; run the probe miss-pattern first.")};
  return {std::make_shared<MissRateFigure>(session, std::move(*facts)), {}};
}

}  // namespace chasescope
