// The L2 map as a figure.
#include "widgets/views/distance/figure_distance.h"

#include <algorithm>

#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"
#include "widgets/views/distance/distance_scene.h"

namespace chasescope {
namespace {

class DistanceFigure final : public FigureContent {
 public:
  DistanceFigure(const Session& session, DistanceScene scene) : session_(session), scene_(std::move(scene)) {}

  QString title() const override { return tr("L2 map"); }
  QString caption() const override {
    const QString device = QString::fromStdString(session_.device.name);
    const QString what =
        tr("Latency of each of %2 lines of the L2 for each of %1 SMs.").arg(scene_.rows.size()).arg(scene_.columns.size());
    if (!scene_.sides) return device + QStringLiteral(". ") + what + QLatin1Char(' ') + scene_.why_no_sides;
    return device + QStringLiteral(". ") + what +
           tr(" SMs and lines fall into two sides; medians: near slice %1, far slice %2 cycles.")
               .arg(cyclesText(scene_.sides->near_cycles), cyclesText(scene_.sides->far_cycles));
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return std::min(width_mm * 0.9, 140.0); }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const DistanceLayout layout = layOutDistance(area, style);
      finestCell_ = std::min(layout.plot.width() / static_cast<double>(scene_.columns.size()),
                             layout.plot.height() / static_cast<double>(scene_.rows.size()));
      paintDistance(painter, scene_, layout, std::nullopt, style);
    });
  }
  double finestCell() const override { return finestCell_; }
  std::vector<SeriesPanel> series(const PlotStyle& /*style*/) const override {
    return {{.x = {.title = tr("Line of memory"), .bytes = true},
             .y = {.title = tr("SM")},
             .map = SeriesMap{.x = "address_bytes", .y = "sm", .value = "cycles", .title = tr("Latency (cycles)")}}};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("sm,address_bytes,cycles,near\n")) return;
    const auto& map = scene_.map;
    for (std::size_t r = 0; r < map.sms.size(); ++r)
      for (std::size_t c = 0; c < map.addresses.size(); ++c) {
        const QByteArray near = !scene_.sides                                               ? QByteArray()
                                : scene_.sides->row_side[r] == scene_.sides->column_side[c] ? "1"
                                                                                            : "0";
        if (!write(QByteArray::number(map.sms[r]) + ',' + QByteArray::number(static_cast<qulonglong>(map.addresses[c])) + ',' +
                   QByteArray::number(map.latency.at(r, c), 'g', 9) + ',' + near + '\n'))
          return;
      }
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "l2-map");
    for (const RunPtr& run : data_runs(session_.runs))
      if (run->probe == kDistanceMapProbe) json["runs"].push_back(runProvenance(*run));
    return json;
  }

 private:
  Session session_;
  DistanceScene scene_;
  mutable double finestCell_ = 0;
};

}  // namespace

FigureOutcome distanceFigure(const Session& session, const QString& /*runId*/) {
  DistanceScene scene = makeDistanceScene(data_runs(session.runs), true);
  if (scene.empty()) return {nullptr, tr("The session has no map of the L2"), true};
  if (const auto& cycles = scene.map.latency; scene.rows.size() * scene.columns.size() > 0) {
    double low = cycles.at(0, 0), high = low;
    for (std::size_t r = 0; r < scene.rows.size(); ++r)
      for (std::size_t c = 0; c < scene.columns.size(); ++c) {
        low = std::min<double>(low, cycles.at(r, c));
        high = std::max<double>(high, cycles.at(r, c));
      }
    if (low == high)
      return {nullptr, tr("Each of %3 lines of the L2 takes %2 cycles for each of %1 SMs, so that a map would be of one colour.")
                           .arg(counted(scene.rows.size()), cyclesText(low), counted(scene.columns.size()))};
  }
  return {std::make_shared<DistanceFigure>(session, std::move(scene)), {}};
}

const FigureEntry& l2MapEntry() {
  static const FigureEntry entry
      {"l2-map", QT_TRANSLATE_NOOP("Figure", "L2 map: SMs and lines, near and far slices"), ofRun<distanceFigure>, false,
      {{.probes = {{"l2-map"}}}}, "l2", "partitions"};
  return entry;
}

}  // namespace chasescope
