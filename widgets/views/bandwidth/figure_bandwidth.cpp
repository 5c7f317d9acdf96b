#include "widgets/views/bandwidth/figure_bandwidth.h"


#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/bandwidth/bandwidth_scene.h"

namespace chasescope {
namespace {

class BandwidthFigure final : public FigureContent {
 public:
  BandwidthFigure(const Session& session, Bandwidths facts, std::optional<BandwidthMark> chosen)
      : session_(session), facts_(std::move(facts)), chosen_(chosen) {}

  FigureTraits traits() const override { return {.legends = {LegendPlace::none}}; }
  QString title() const override { return tr("Bandwidth"); }
  QString caption() const override {
    const QString device = deviceText(session_);
    return (device.isEmpty() ? QString() : device + QStringLiteral(". ")) + tr("Bars: the best of the settings that were tried.") +
           (facts_.in_seconds ? QString()
                              : QLatin1Char(' ') + tr("The device tells no seconds, so rates are in bytes per cycle of an SM."));
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper,
                           [&](double width, const PlotStyle& style) { return naturalBandwidthHeight(facts_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      paintBandwidth(painter, facts_, layOutBandwidth(area, facts_, BandwidthScale::together, style), chosen_, style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    constexpr double kGiga = 1e9;
    const double unit = facts_.in_seconds ? kGiga : 1;
    SeriesPanel panel{.x = {.title = tr("Level")},
                      .y = {.title = facts_.in_seconds ? tr("Bandwidth (GB/s)") : tr("Bandwidth (B per cycle)"), .from = 0}};
    DataSeries bars{.name = tr("best"), .line = DataSeries::Line::bars, .colour = levelColour(0, style.palette)};
    DataSeries tries{.name = tr("settings tried"),
                     .line = DataSeries::Line::none,
                     .mark = DataSeries::Mark::circle,
                     .colour = style.palette.quietInk};
    for (const BandwidthRow& row : facts_.rows) {
      panel.x.names.push_back(partName(row.subject) + QLatin1Char(' ') + directionText(row.direction));
      const auto place = static_cast<double>(panel.x.names.size());
      if (row.found) bars.points.push_back({.x = place, .y = *row.found / unit});
      if (row.found && row.high > row.low) {
        bars.points.back().low = row.low / unit;
        bars.points.back().high = row.high / unit;
      }
      for (const BandwidthTry& one : row.tries) tries.points.push_back({.x = place, .y = one.rate / unit});
    }
    panel.series = {bars, tries};
    return {panel};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("subject,direction,bytes,access_bytes,blocks,threads,bytes_per_second,bytes_per_cycle,run\n")) return;
    const auto count = [](const std::optional<std::uint64_t>& number) {
      return number ? QByteArray::number(static_cast<qulonglong>(*number)) : QByteArray();
    };
    for (const BandwidthRow& row : facts_.rows)
      for (const BandwidthTry& one : row.tries) {
        const QByteArray rate = QByteArray::number(one.rate, 'g', 9);
        if (!write(csvText(row.subject) + ',' + csvText(std::string(to_string(row.direction))) + ',' +
                   QByteArray::number(static_cast<qulonglong>(one.request.bytes)) + ',' + QByteArray::number(one.request.access_bytes) + ',' +
                   count(one.request.blocks) + ',' + count(one.request.threads) + ',' + (facts_.in_seconds ? rate : QByteArray()) + ',' +
                   (facts_.in_seconds ? QByteArray() : rate) + ',' + csvText(one.run) + '\n'))
          return;
      }
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "bandwidth");
    for (const BandwidthRow& row : facts_.rows)
      for (const BandwidthTry& one : row.tries) addRun(json, session_, one.run);
    return json;
  }

 private:
  Session session_;
  Bandwidths facts_;
  std::optional<BandwidthMark> chosen_;
};

}  // namespace

FigureOutcome bandwidthFigure(const Session& session, const QString& runId) {
  Bandwidths facts = gatherBandwidths(data_runs(session.runs), session.findings, session.device);
  if (facts.empty()) return {nullptr, tr("The session has no bandwidths"), true};
  const auto chosen = facts.markOf(runId.toStdString());
  if (!runId.isEmpty() && !chosen) return {nullptr, tr("The session has no request for bandwidth %1.").arg(runId)};
  return {std::make_shared<BandwidthFigure>(session, std::move(facts), chosen), {}};
}

const FigureEntry& bandwidthEntry() {
  static const FigureEntry entry{.name = "bandwidth",
                                 .title = QT_TRANSLATE_NOOP("Figure", "Bandwidth of each level, by setting"),
                                 .make = ofRun<bandwidthFigure>,
                                 .chooses_cache = false,
                                 .recipes = {{.probes = {{"bandwidth"}}}},
                                 .subject = subject::l2,
                                 .quantity = quantity::read_bandwidth};
  return entry;
}

}  // namespace chasescope
