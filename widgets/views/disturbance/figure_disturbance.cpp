#include "widgets/views/disturbance/figure_disturbance.h"

#include "engine/findings/vocabulary.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/part_look.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"
#include "widgets/views/disturbance/disturbance_scene.h"

namespace chasescope {
namespace {

class DisturbanceFigure final : public FigureContent {
 public:
  DisturbanceFigure(const Session& session, std::vector<Disturbance> caches) : session_(session), caches_(std::move(caches)) {}

  QString title() const override { return tr("Disturbance"); }
  QString caption() const override {
    const QString device = deviceText(session_);
    QStringList caches;
    for (const Disturbance& cache : caches_) caches << partName(cache.subject) + QStringLiteral(": ") + disturbanceText(cache);
    return (device.isEmpty() ? QString() : device + QStringLiteral(". ")) +
           tr("Disturbance: cycles that an access of thread 0 takes longer, on average, after another thread of its block has read "
              "an array.") +
           QLatin1Char(' ') + caches.join(QStringLiteral("; ")) + QLatin1Char('.');
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper,
                           [&](double width, const PlotStyle& style) { return naturalDisturbanceHeight(caches_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      paintDisturbance(painter, caches_, layOutDisturbance(area, caches_, style), std::nullopt, style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    std::vector<SeriesPanel> panels;
    for (const Disturbance& cache : caches_) {
      SeriesPanel panel{.title = partName(cache.subject),
                        .x = {.title = tr("Thread of the block"), .from = 0},
                        .y = {.title = tr("Disturbance (cycles)")}};
      const QColor unknown = style.palette.quietInk;
      const auto colour = [&](bool throws_out) {
        return verdictColour(throws_out ? step::Verdict::miss : step::Verdict::hit, style.palette);
      };
      std::vector<std::pair<std::optional<bool>, DataSeries>> kinds{
          {true, {.name = tr("evicts lines of thread 0"), .mark = DataSeries::Mark::cross, .colour = colour(true)}},
          {false, {.name = tr("evicts no lines of thread 0"), .mark = DataSeries::Mark::dot, .colour = colour(false)}},
          {std::nullopt, {.name = tr("can’t tell"), .mark = DataSeries::Mark::circle, .colour = unknown}}};
      for (auto& [throws_out, series] : kinds) {
        series.line = DataSeries::Line::none;
        for (const DisturbingThread& thread : cache.threads)
          if (thread.throws_out == throws_out)
            series.points.push_back({.x = static_cast<double>(thread.thread), .y = thread.cycles});
        if (!series.points.empty()) panel.series.push_back(std::move(series));
      }
      panels.push_back(std::move(panel));
    }
    return panels;
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("subject,thread,disturbance_cycles,throws_out\n")) return;
    for (const Disturbance& cache : caches_)
      for (const DisturbingThread& thread : cache.threads)
        if (!write(csvText(cache.subject) + ',' + QByteArray::number(static_cast<qulonglong>(thread.thread)) + ',' +
                   QByteArray::number(thread.cycles, 'g', 9) + ',' +
                   (!thread.throws_out   ? QByteArray()
                    : *thread.throws_out ? QByteArray("1")
                                         : QByteArray("0")) +
                   '\n'))
          return;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "disturbance");
    for (const Finding& finding : session_.findings)
      if (finding.quantity == quantity::disturbance_cycles)
        for (const std::string& run : finding.evidence) addRun(json, session_, run);
    return json;
  }

 private:
  Session session_;
  std::vector<Disturbance> caches_;
};

FigureOutcome disturbanceFigure(const Session& session, const FigureChoice& choice) {
  std::vector<Disturbance> caches = gatherDisturbances(session.findings, choice.cache.toStdString());
  if (caches.empty()) return {nullptr, tr("The session has no disturbances by thread"), true};
  return {std::make_shared<DisturbanceFigure>(session, std::move(caches)), {}};
}

}  // namespace

const FigureEntry& disturbanceEntry() {
  static const FigureEntry entry{
      .name = "disturbance",
      .title = QT_TRANSLATE_NOOP("Figure", "Cycles that each thread of a block adds to thread 0, cache by cache"),
      .make = disturbanceFigure,
      .chooses_cache = true,
      .recipes = {{.probes = {{"disturbance"}}}},
      .subject = nullptr,
      .quantity = nullptr};
  return entry;
}

}  // namespace chasescope
