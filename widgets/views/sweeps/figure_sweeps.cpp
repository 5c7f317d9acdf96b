// The sweeps as figures: latency over footprint with the change-point test of one level (topology thesis §3.3 and §3.4), and
// latency over stride (C2070 poster).
#include "widgets/views/sweeps/figure_sweeps.h"

#include <algorithm>

#include "engine/session/document/run_series.h"
#include "engine/trace/quantity_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/figure/panel_letter.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/sweeps/footprint_plot.h"
#include "widgets/views/sweeps/stride_plot.h"

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

/// The memory space of the named run, if that run is part of a sweep; else empty.
std::string spaceOfRun(const Session& session, const QString& id, const char* probe) {
  const Run* run = runOf(session, id.toStdString());
  return run != nullptr && run->probe == probe && run->chase() != nullptr ? std::string(to_string(run->chase()->request.space))
                                                                          : std::string();
}

/// The common part of both figures: their provenance and the runs behind them.
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
  /// Whether accesses of a card were timed all together. Then what the loop costs is part of each average.
  bool timesWholeChases() const {
    if (session_.device.origin == Origin::model) return false;
    const std::vector<std::string> ids = runIds();
    return std::any_of(ids.begin(), ids.end(), [this](const std::string& id) {
      const Run* run = runOf(session_, id);
      return run != nullptr && run->chase() != nullptr && run->chase()->result.mean_cycles && !run->chase()->result.overhead_cycles;
    });
  }
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

/// A curve's points over footprints or, with `strides`, over strides.
DataSeries seriesOf(const QString& name, const std::vector<SweepPoint>& points, bool strides, const QColor& colour) {
  DataSeries series{.name = name, .mark = DataSeries::Mark::dot, .colour = colour};
  for (const SweepPoint& point : points)
    series.points.push_back({.x = static_cast<double>(strides ? point.stride : point.bytes), .y = point.cycles});
  return series;
}

SeriesPanel sweepPanel(const QString& title, const QString& x, const FigureSight& sight) {
  return {.title = title,
          .x = {.title = x, .scale = SeriesAxis::Scale::doubling, .bytes = true, .from = sight.x.from, .to = sight.x.to},
          .y = seriesAxis(tr("Average latency (cycles)"), sight.y, sight.log_y, 0)};
}

class FootprintFigure final : public SweepFigure {
 public:
  /// `end`: index of the level whose test is shown; negative for none.
  FootprintFigure(const Session& session, FootprintCurve curve, int end, FigureSight sight, int panel)
      : SweepFigure(session, "footprint-latency"), curve_(std::move(curve)), end_(end), sight_(std::move(sight)), panel_(panel) {
    std::erase_if(curve_.plateaus, [this](const NamedPlateau& plateau) {  // a name without its plateau in sight is left out
      return plateau.cycles < sight_.y.from.value_or(0) || plateau.cycles > sight_.y.to.value_or(plateau.cycles);
    });
  }

  FigureTraits traits() const override {
    std::vector<SeriesPanel> curve = series(PlotStyle());
    if (curve.size() > 1) curve.resize(1);
    // The axes of the test are chosen by the test itself; a person can't choose a part of them.
    FigureTraits traits = panel_ == kTest
                              ? FigureTraits()
                              : withEnds({.x_unit = tr("bytes"), .y_unit = tr("cycles"), .log_x = true, .log_y = true}, curve);
    if (tested() != nullptr) traits.panels = {tr("Latency over footprint"), tr("Change-point test")};
    traits.cursors = panel_ != kTest;
    return traits;
  }
  CursorCurve cursorCurve() const override { return panel_ == kTest ? CursorCurve() : cursorCurveOf(curve_); }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }

  QString title() const override { return tr("Latency over footprint"); }
  QString caption() const override {
    QStringList ends;
    for (const LevelEnd& end : curve_.ends) ends << endText(end);
    QString text = device(curve_.space) + QLatin1Char('.');
    if (!ends.isEmpty())
      text += QLatin1Char(' ') + ends.join(QStringLiteral("; ")) + QStringLiteral(". ") +
              tr("A cache ends where a walk over neighbouring lines begins to miss. It may hold more: where other data share it, "
                 "where its "
                 "index scatters lines, or at another carve-out.");
    const auto marked = [&](bool agrees) {
      return std::any_of(curve_.ends.begin(), curve_.ends.end(), [&](const LevelEnd& end) { return end.test && end.agrees == agrees; });
    };
    if (marked(true)) text += QLatin1Char(' ') + tr("A diamond on the axis: the change-point test finds the end there, too.");
    if (marked(false)) text += QLatin1Char(' ') + tr("A hollow diamond: the test does not find the end there.");
    if (tested() != nullptr) text += QLatin1Char(' ') + testText(*tested());
    return text;
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override {
    return tested() == nullptr || panel_ >= 0 ? width_mm * 0.6 : width_mm * 0.95 + (width_mm < 110 ? 12 : 0);
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const bool two = tested() != nullptr && panel_ < 0;
      const double gap = style.em(12), below = two ? area.height() * 0.42 : 0;
      const QRectF above = area.adjusted(0, 0, 0, two ? -below - gap : 0);
      if (panel_ != kTest) {
        const QRectF part = two ? belowLetter(painter, above, 0, style) : above;
        const CurveAxes axes = partOf(footprintAxes(part, curve_, style), sight_, traits());
        paintFootprints(painter, axes, curve_, end_, -1, style);
        paintCursorsOf(painter, *this, axes, style);
      }
      const QRectF test =
          two ? belowLetter(painter, QRectF(area.left(), area.bottom() - below, area.width(), below), 1, style) : area;
      if (two || (tested() != nullptr && panel_ == kTest)) paintChangeTest(painter, test, *tested(), style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    std::vector<SeriesPanel> panels;
    if (panel_ != kTest) {
      SeriesPanel& panel = panels.emplace_back(sweepPanel(tested() == nullptr ? QString() : title(), tr("Footprint N"), sight_));
      panel.series.push_back(seriesOf({}, curve_.points, false, style.palette.quietInk));
      panel.series.back().mark = DataSeries::Mark::none;
      for (const NamedPlateau& plateau : curve_.plateaus) {
        std::vector<SweepPoint> on_it;
        for (const SweepPoint& point : curve_.points)
          if (static_cast<double>(point.bytes) >= plateau.from_bytes && static_cast<double>(point.bytes) <= plateau.to_bytes)
            on_it.push_back(point);
        panel.series.push_back(
            seriesOf(partName(plateau.subject), on_it, false, levelColour(partLevel(plateau.subject), style.palette)));
        panel.series.back().line = DataSeries::Line::none;
      }
      markCursors(panel, *this);
    }
    if (tested() != nullptr && (panel_ < 0 || panel_ == kTest)) {
      const ChangeTest& test = *tested()->test;
      constexpr double kKiB = 1024;
      SeriesPanel& panel = panels.emplace_back(SeriesPanel{.title = tr("Change-point test"),
                                                           .x = {.title = tr("Footprint (KiB)")},
                                                           .y = {.title = tr("Distance (cycles)"), .from = 0}});
      DataSeries distances{.mark = DataSeries::Mark::dot, .colour = levelColour(partLevel(tested()->subject), style.palette)};
      for (std::size_t i = 0; i < test.footprints.size() && i < test.distances.size(); ++i)
        distances.points.push_back({.x = static_cast<double>(test.footprints[i]) / kKiB, .y = test.distances[i]});
      panel.series.push_back(std::move(distances));
    }
    return panels;
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
  static constexpr int kTest = 1;  // index of the test's panel
  int end_;
  FigureSight sight_;
  int panel_;
};

class StrideFigure final : public SweepFigure {
 public:
  /// `run`: the cursors read the curve of this run, if it belongs to one.
  StrideFigure(const Session& session, StrideCurves curves, FigureSight sight, int panel, std::string run)
      : SweepFigure(session, "stride-latency"),
        all_(std::move(curves)),
        curves_(onePanel(all_, panel)),
        sight_(std::move(sight)),
        run_(std::move(run)) {}

  FigureTraits traits() const override {
    FigureTraits traits = withEnds({.x_unit = tr("bytes"), .y_unit = tr("cycles"), .log_x = true, .log_y = true, .cursors = true},
                                   series(PlotStyle()));
    if (!curves_.lines.empty()) traits.legends = {LegendPlace::above, LegendPlace::below, LegendPlace::none};
    if (panelsOf(all_) < 2) return traits;
    if (!all_.lines.empty()) traits.panels << tr("Every size by every stride");
    for (const StrideCorner& corner : all_.corners) traits.panels << cornerText(corner);
    return traits;
  }

  QString title() const override { return tr("Latency over stride"); }
  QString caption() const override {
    QStringList corners;
    for (const StrideCorner& corner : curves_.corners)
      if (corner.corner) corners << cornerText(corner);
    QString text = device(curves_.space) + QLatin1Char('.');
    if (!corners.isEmpty()) text += QLatin1Char(' ') + corners.join(QStringLiteral("; ")) + QLatin1Char('.');
    if (timesWholeChases())
      text += QLatin1Char(' ') + tr("Each chase was timed as a whole: what its loop costs is part of the average latency.");
    return text;
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      return naturalStrideHeight(curves_, width, style) +
             (lettered() ? static_cast<double>(panelsOf(curves_)) * letterHeight(style) : 0);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      StrideLayout layout = layOutStrides(area, curves_, style);
      int panel = 0;
      const auto lettered_part = [&](const QRectF& part) { return lettered() ? belowLetter(painter, part, panel++, style) : part; };
      if (!layout.picture.isEmpty()) {
        layout.picture = lettered_part(layout.picture);
        const CurveAxes axes = partOf(pictureAxes(layout.picture, curves_, style), sight_, traits());
        paintStridePicture(painter, layout.picture, axes, curves_, -1, -1, style);
        paintCursorsOf(painter, *this, axes, style);
      }
      for (std::size_t i = 0; i < curves_.corners.size(); ++i) {
        if (layout.corners[i].isEmpty()) continue;
        const QRectF part = lettered_part(layout.corners[i]);
        const CurveAxes axes =
            partOf(cornerAxes(part, curves_.corners[i], style), {.x = sight_.x, .log_y = sight_.log_y}, traits());
        paintStrideCorner(painter, part, axes, curves_.corners[i], style);
        if (curves_.lines.empty() && i == 0) paintCursorsOf(painter, *this, axes, style);
      }
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    std::vector<SeriesPanel> panels;
    if (!curves_.lines.empty()) {
      SeriesPanel& panel = panels.emplace_back(sweepPanel(tr("Every size by every stride"), tr("Stride s"), sight_));
      for (std::size_t i = 0; i < curves_.lines.size(); ++i)
        panel.series.push_back(seriesOf(QString::fromStdString(format_bytes(curves_.lines[i].bytes)), curves_.lines[i].points, true,
                                        sizeColour(i, curves_.lines.size(), style)));
    }
    for (const StrideCorner& corner : curves_.corners) {
      SeriesPanel& panel = panels.emplace_back(sweepPanel(cornerText(corner), tr("Stride s"), {.x = sight_.x, .y = {}}));
      panel.series.push_back(seriesOf({}, corner.line.points, true, levelColour(partLevel(corner.subject), style.palette)));
    }
    if (panels.size() == 1) panels.front().title.clear();
    if (!panels.empty()) markCursors(panels.front(), *this);
    return panels;
  }
  CursorCurve cursorCurve() const override {
    for (const StrideLine& line : curves_.lines)
      if (std::any_of(line.points.begin(), line.points.end(), [&](const SweepPoint& point) { return point.run == run_; }))
        return cursorCurveOf(&line);
    return cursorCurveOf(cursorLineOf(curves_));
  }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
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
  static std::size_t panelsOf(const StrideCurves& curves) { return (curves.lines.empty() ? 0 : 1) + curves.corners.size(); }
  /// The curves of one panel; all curves if the panel does not exist.
  static StrideCurves onePanel(StrideCurves curves, int panel) {
    if (panel < 0 || static_cast<std::size_t>(panel) >= panelsOf(curves)) return curves;
    const bool picture = !curves.lines.empty();
    const std::size_t corner = static_cast<std::size_t>(panel) - (picture ? 1 : 0);
    if (picture && panel == 0) {
      curves.corners.clear();
    } else {
      curves.lines.clear();
      curves.corners = {curves.corners[corner]};
    }
    return curves;
  }
  bool lettered() const { return panelsOf(curves_) > 1; }

  StrideCurves all_, curves_;
  FigureSight sight_;
  std::string run_;
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
  // If several spaces show the end of the chosen cache, the first space with a test of that end is taken.
  for (const bool tested : {true, false})
    for (const FootprintCurve& one : curves.footprints)
      if (const auto end = endOf(one); curve == nullptr && !choice.cache.isEmpty() && end != one.ends.end())
        if (!tested || end->test) curve = &one;
  if (curve == nullptr) curve = &curves.footprints.front();
  if (!choice.cache.isEmpty() && endOf(*curve) == curve->ends.end())
    return {nullptr, tr("The sweep of footprints shows no end of %1.").arg(choice.cache)};
  // The test of the chosen cache, or of the level with the named run as evidence, or of the first level that has a test.
  int chosen = -1;
  for (std::size_t i = 0; i < curve->ends.size(); ++i) {
    const LevelEnd& end = curve->ends[i];
    const bool named = std::find(end.evidence.begin(), end.evidence.end(), choice.run.toStdString()) != end.evidence.end();
    if (!choice.cache.isEmpty() && end.subject != choice.cache.toStdString()) continue;
    if (!end.test || (chosen >= 0 && !named)) continue;
    chosen = static_cast<int>(i);
    if (named) break;
  }
  return {std::make_shared<FootprintFigure>(session, *curve, chosen, choice.sight, choice.panel), {}};
}

FigureOutcome strideFigure(const Session& session, const FigureChoice& choice) {
  const SweepCurves curves = SweepGatherer().gather(data_runs(session.runs), session.findings);
  if (curves.strides.empty()) return {nullptr, tr("The session has no sweep of strides"), true};
  const StrideCurves* shown = curves.stride(spaceOfRun(session, choice.run, kStrideProbe));
  return {std::make_shared<StrideFigure>(session, shown == nullptr ? curves.strides.front() : *shown, choice.sight, choice.panel,
                                         choice.run.toStdString()),
          {}};
}

const FigureEntry& footprintLatencyEntry() {
  static const FigureEntry entry{"footprint-latency",
                                 QT_TRANSLATE_NOOP("Figure", "Latency by footprint, with its change points"),
                                 footprintFigure,
                                 true,
                                 {{Shows::caches, {{"footprint-sweep"}}}},
                                 nullptr,
                                 nullptr,
                                 FigureCards::any};
  return entry;
}

const FigureEntry& strideLatencyEntry() {
  static const FigureEntry entry{"stride-latency",
                                 QT_TRANSLATE_NOOP("Figure", "Latency by stride"),
                                 strideFigure,
                                 false,
                                 {{.probes = {{"stride-sweep"}}}},
                                 nullptr,
                                 nullptr,
                                 FigureCards::any};
  return entry;
}

}  // namespace chasescope
