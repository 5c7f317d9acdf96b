// The sweeps as figures: latency over footprint with the change-point test of one level (topology thesis §3.3 and §3.4), and
// latency over stride (C2070 poster).
#include "widgets/views/sweeps/figure_sweeps.h"

#include <algorithm>

#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/sweeps/footprint_scene.h"
#include "widgets/views/sweeps/stride_scene.h"

namespace chasescope {
namespace {

using Shows = FigureRecipe::Shows;

QByteArray row(const std::string& space, const SweepPoint& point) {
  return csvText(space) + ',' + QByteArray::number(static_cast<qulonglong>(point.bytes)) + ',' +
         QByteArray::number(static_cast<qulonglong>(point.stride)) + ',' + QByteArray::number(point.cycles, 'g', 9) + ',' +
         csvText(point.run) + '\n';
}

const Run* runOf(const Session& session, const std::string& id) {
  for (const RunPtr& run : data_runs(session.runs))
    if (run->id == id) return run.get();
  return nullptr;
}

/// The space of the named run, if it is one of a sweep; else empty.
std::string spaceOfRun(const Session& session, const QString& id, const char* probe) {
  const Run* run = runOf(session, id.toStdString());
  return run != nullptr && run->probe == probe && run->chase() != nullptr ? std::string(to_string(run->chase()->request.space))
                                                                          : std::string();
}

/// What both figures share: where they come from, and the runs behind them.
class SweepFigure : public FigureContent {
 public:
  SweepFigure(const Session& session, const char* name) : session_(session), name_(name) {}
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, name_);
    for (const std::string& id : runIds())
      if (const Run* run = runOf(session_, id)) json["runs"].push_back(runProvenance(*run));
    return json;
  }

 protected:
  virtual std::vector<std::string> runIds() const = 0;
  QString device(const std::string& space) const {
    QStringList parts;
    if (!session_.device.name.empty())
      parts << QStringLiteral("%1 (%2)").arg(QString::fromStdString(session_.device.name),
                                             QString::fromStdString(std::string(to_string(session_.device.origin))));
    parts << QString::fromStdString(space);
    return parts.join(QStringLiteral(" · "));
  }

 private:
  Session session_;
  const char* name_;
};

class FootprintFigure final : public SweepFigure {
 public:
  /// `end`: the level whose test is shown; negative: none.
  FootprintFigure(const Session& session, FootprintCurve curve, int end)
      : SweepFigure(session, "footprint-latency"), curve_(std::move(curve)), end_(end) {}

  QString title() const override { return tr("Latency over footprint"); }
  QString caption() const override {
    QStringList ends;
    for (const LevelEnd& end : curve_.ends) ends << endText(end);
    QString text = device(curve_.space) + QLatin1Char('.');
    if (!ends.isEmpty()) text += QLatin1Char(' ') + ends.join(QStringLiteral("; ")) + QLatin1Char('.');
    const auto marked = [&](bool agrees) {
      return std::any_of(curve_.ends.begin(), curve_.ends.end(), [&](const LevelEnd& end) { return end.test && end.agrees == agrees; });
    };
    if (marked(true)) text += QLatin1Char(' ') + tr("A diamond on the axis: the change-point test finds the end there, too.");
    if (marked(false)) text += QLatin1Char(' ') + tr("A hollow diamond: the test does not find the end there.");
    if (tested() != nullptr) text += QLatin1Char(' ') + testText(*tested());
    return text;
  }
  double heightFor(double width_mm) const override { return tested() == nullptr ? width_mm * 0.6 : width_mm * 0.95 + (width_mm < 110 ? 12 : 0); }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const bool two = tested() != nullptr;
      const double gap = style.em(12), below = two ? area.height() * 0.42 : 0;
      const QRectF above = area.adjusted(0, 0, 0, two ? -below - gap : 0);
      paintFootprints(painter, footprintAxes(above, curve_, style), curve_, end_, -1, style);
      if (two) paintChangeTest(painter, QRectF(area.left(), area.bottom() - below, area.width(), below), *tested(), style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("space,footprint_bytes,stride_bytes,average_cycles,run\n")) return;
    for (const SweepPoint& point : curve_.points)
      if (!write(row(curve_.space, point))) return;
  }

 private:
  std::vector<std::string> runIds() const override {
    std::vector<std::string> ids;
    for (const SweepPoint& point : curve_.points) ids.push_back(point.run);
    return ids;
  }
  const LevelEnd* tested() const { return end_ < 0 ? nullptr : &curve_.ends[static_cast<std::size_t>(end_)]; }

  FootprintCurve curve_;
  int end_;
};

class StrideFigure final : public SweepFigure {
 public:
  StrideFigure(const Session& session, StrideCurves curves) : SweepFigure(session, "stride-latency"), curves_(std::move(curves)) {}

  QString title() const override { return tr("Latency over stride"); }
  QString caption() const override {
    QStringList corners;
    for (const StrideCorner& corner : curves_.corners)
      if (corner.corner) corners << cornerText(corner);
    QString text = device(curves_.space) + QLatin1Char('.');
    if (!corners.isEmpty()) text += QLatin1Char(' ') + corners.join(QStringLiteral("; ")) + QLatin1Char('.');
    return text;
  }
  double heightFor(double width_mm) const override {
    return heightOfDrawing(width_mm, [&](double width, const PlotStyle& style) { return naturalStrideHeight(curves_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      const StrideLayout layout = layOutStrides(area, curves_, style);
      if (!layout.picture.isEmpty())
        paintStridePicture(painter, layout.picture, pictureAxes(layout.picture, curves_, style), curves_, -1, -1, style);
      for (std::size_t i = 0; i < curves_.corners.size(); ++i)
        if (!layout.corners[i].isEmpty()) 
          paintStrideCorner(painter, layout.corners[i], cornerAxes(layout.corners[i], curves_.corners[i], style), curves_.corners[i], style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("space,footprint_bytes,stride_bytes,average_cycles,run\n")) return;
    for (const SweepPoint& point : points())
      if (!write(row(curves_.space, point))) return;
  }

 private:
  std::vector<SweepPoint> points() const {
    std::vector<SweepPoint> points;
    for (const StrideLine& line : curves_.lines) points.insert(points.end(), line.points.begin(), line.points.end());
    for (const StrideCorner& corner : curves_.corners)
      points.insert(points.end(), corner.line.points.begin(), corner.line.points.end());
    return points;
  }
  std::vector<std::string> runIds() const override {
    std::vector<std::string> ids;
    for (const SweepPoint& point : points()) ids.push_back(point.run);
    return ids;
  }
  StrideCurves curves_;
};

}  // namespace

FigureOutcome footprintFigure(const Session& session, const FigureChoice& choice) {
  const SweepCurves curves = SweepGatherer().gather(data_runs(session.runs), session.findings);
  if (curves.footprints.empty())
    return {nullptr, tr("The session has no sweep of footprints"), true};
  const auto endOf = [&](const FootprintCurve& one) {
    return std::find_if(one.ends.begin(), one.ends.end(),
                        [&](const LevelEnd& end) { return end.subject == choice.cache.toStdString(); });
  };
  const FootprintCurve* curve = curves.footprint(spaceOfRun(session, choice.run, kFootprintProbe));
  // Of several spaces that show the end of the cache, the first with a test of it.
  for (const bool tested : {true, false})
    for (const FootprintCurve& one : curves.footprints)
      if (const auto end = endOf(one); curve == nullptr && !choice.cache.isEmpty() && end != one.ends.end())
        if (!tested || end->test) curve = &one;
  if (curve == nullptr) curve = &curves.footprints.front();
  if (!choice.cache.isEmpty() && endOf(*curve) == curve->ends.end())
    return {nullptr, tr("The sweep of footprints shows no end of %1.").arg(choice.cache)};
  // The test of the chosen cache, of the level that the run is evidence of, or of the first that has one.
  int chosen = -1;
  for (std::size_t i = 0; i < curve->ends.size(); ++i) {
    const LevelEnd& end = curve->ends[i];
    const bool named = std::find(end.evidence.begin(), end.evidence.end(), choice.run.toStdString()) != end.evidence.end();
    if (!choice.cache.isEmpty() && end.subject != choice.cache.toStdString()) continue;
    if (!end.test || (chosen >= 0 && !named)) continue;
    chosen = static_cast<int>(i);
    if (named) break;
  }
  return {std::make_shared<FootprintFigure>(session, *curve, chosen), {}};
}

FigureOutcome strideFigure(const Session& session, const QString& runId) {
  const SweepCurves curves = SweepGatherer().gather(data_runs(session.runs), session.findings);
  if (curves.strides.empty()) return {nullptr, tr("The session has no sweep of strides"), true};
  const StrideCurves* shown = curves.stride(spaceOfRun(session, runId, kStrideProbe));
  return {std::make_shared<StrideFigure>(session, shown == nullptr ? curves.strides.front() : *shown), {}};
}

const FigureEntry& footprintLatencyEntry() {
  static const FigureEntry entry
      {"footprint-latency", QT_TRANSLATE_NOOP("Figure", "Latency by footprint, with its change points"), footprintFigure, true,
      {{Shows::caches, {{"footprint-sweep"}}}}};
  return entry;
}

const FigureEntry& strideLatencyEntry() {
  static const FigureEntry entry
      {"stride-latency", QT_TRANSLATE_NOOP("Figure", "Latency by stride"), ofRun<strideFigure>, false,
      {{.probes = {{"stride-sweep"}}}}};
  return entry;
}

}  // namespace chasescope
