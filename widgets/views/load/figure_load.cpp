#include "widgets/views/load/figure_load.h"

#include <algorithm>
#include <array>

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/load/load_plot.h"

namespace chasescope {
namespace {

class LoadFigure final : public FigureContent {
 public:
  LoadFigure(const Session& session, Loads loads, std::size_t level, std::optional<LoadMark> chosen, FigureSight sight)
      : session_(session), loads_(std::move(loads)), at_(level), chosen_(chosen), sight_(std::move(sight)) {}

  FigureTraits traits() const override {
    return withEnds({.x_unit = tr("bytes"), .log_x = true, .legends = {LegendPlace::none, LegendPlace::below}, .cursors = true},
                    series(PlotStyle()));
  }
  CursorCurve cursorCurve() const override { return cursorCurveOf(loads_, level()); }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
  QString title() const override { return tr("%1 under load").arg(partName(level().subject)); }
  QString caption() const override {
    const QString device = deviceText(session_);
    QString text = (device.isEmpty() ? QString() : device + QStringLiteral(". ")) +
                   tr("%1 read by more and more threads: bandwidth and latency of a load over the bytes under way (Little’s law).")
                       .arg(partName(level().subject));
    if (level().busy)
      text += QLatin1Char(' ') +
              tr("%1: nine tenths of the best bandwidth. Dashed: the bandwidth if no load waited.").arg(busyText(level()));
    if (!loads_.in_seconds) text += QLatin1Char(' ') + tr("The device tells no seconds, so rates are in bytes per cycle of an SM.");
    return text;
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * (width_mm < 110 ? 1.05 : 0.66); }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      LoadAxes axes = loadAxes(area, level(), loads_.in_seconds, style);
      axes.rate = partOf(axes.rate, {.x = sight_.x}, traits());
      axes.cycles = partOf(axes.cycles, {.x = sight_.x}, traits());
      axes.cycles.y.log_y = true;
      paintLoad(painter, area, axes, level(), loads_.in_seconds, chosen_, style);
      paintCursorsOf(painter, *this, axes.rate, style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    const double unit = loadAxes(QRectF(0, 0, 1, 1), level(), loads_.in_seconds, style).unit;
    const SeriesAxis under_way{.title = underWayTitle(level()),
                               .scale = SeriesAxis::Scale::doubling,
                               .bytes = true,
                               .from = sight_.x.from,
                               .to = sight_.x.to};
    SeriesPanel rates{
        .title = tr("Bandwidth"), .x = under_way, .y = {.title = rateTitle(level(), loads_.in_seconds, unit), .from = 0}};
    SeriesPanel cycles{
        .title = tr("Latency"), .x = under_way, .y = {.title = cyclesTitle(level()), .scale = SeriesAxis::Scale::decades}};
    // One look for each of the five widths.
    constexpr std::array kLines{DataSeries::Line::solid, DataSeries::Line::dashed, DataSeries::Line::dotted};
    constexpr std::array kMarks{DataSeries::Mark::dot, DataSeries::Mark::circle};
    for (std::size_t w = 0; w < level().widths.size(); ++w) {
      const LoadedWidth& width = level().widths[w];
      DataSeries one{.name = tr("%1 B a load").arg(width.access_bytes),
                     .line = kLines[w % kLines.size()],
                     .mark = kMarks[w / kLines.size() % kMarks.size()],
                     .colour = widthColour(level(), w, style.palette)};
      DataSeries other = one;
      for (const LoadedPoint& point : width.points) {
        one.points.push_back({.x = point.bytes, .y = point.rate / unit});
        other.points.push_back({.x = point.bytes, .y = point.cycles});
      }
      rates.series.push_back(std::move(one));
      cycles.series.push_back(std::move(other));
    }
    markCursors(rates, *this);
    return {rates, cycles};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    const QByteArray rate = loads_.in_seconds ? "bytes_per_second" : "bytes_per_cycle";
    if (!write("subject,access_bytes,threads_per_sm,bytes_under_way," + rate + ",cycles,run\n")) return;
    const auto number = [](double value) { return QByteArray::number(value, 'g', 9); };
    for (const LoadedWidth& width : level().widths)
      for (const LoadedPoint& point : width.points)
        if (!write(csvText(level().subject) + ',' + QByteArray::number(width.access_bytes) + ',' + number(point.threads) + ',' +
                   number(point.bytes) + ',' + number(point.rate) + ',' + number(point.cycles) + ',' + csvText(point.run) + '\n'))
          return;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "load");
    for (const LoadedWidth& width : level().widths)
      for (const LoadedPoint& point : width.points) addRun(json, session_, point.run);
    return json;
  }

 private:
  const LoadedLevel& level() const { return loads_.levels[at_]; }

  Session session_;
  Loads loads_;
  std::size_t at_;
  std::optional<LoadMark> chosen_;
  FigureSight sight_;
};

}  // namespace

FigureOutcome loadFigure(const Session& session, const FigureChoice& choice) {
  Loads loads = gatherLoads(session.runs, session.findings, session.device);
  if (loads.empty()) return {nullptr, tr("The session has no level under load"), true};
  const auto chosen = markOf(loads, choice.run.toStdString());
  if (!choice.run.isEmpty() && !chosen) return {nullptr, tr("The session has no level under load in run %1.").arg(choice.run)};
  std::size_t level = chosen ? chosen->level : loads.levels.size() - 1;
  if (!chosen && !choice.cache.isEmpty()) {
    const LoadedLevel* found = loads.find(choice.cache.toStdString());
    if (found == nullptr) return {nullptr, tr("%1 was not measured under load.").arg(choice.cache)};
    level = static_cast<std::size_t>(found - loads.levels.data());
  }
  return {std::make_shared<LoadFigure>(session, std::move(loads), level, chosen, choice.sight), {}};
}

const FigureEntry& loadEntry() {
  static const FigureEntry entry{
      .name = "load",
      .title = QT_TRANSLATE_NOOP("Figure", "A level under load: bandwidth and latency by bytes under way"),
      .make = loadFigure,
      .chooses_cache = true,
      .recipes = {{.probes = {{"load"}}}},
      .subject = subject::dram,
      .quantity = quantity::saturating_bytes,
      .levels = {subject::shared_memory, subject::dram}};
  return entry;
}

}  // namespace chasescope
