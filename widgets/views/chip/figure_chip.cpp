// The floor plan of a chip as a figure.
#include "widgets/views/chip/figure_chip.h"

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/chip/chip_scene.h"

namespace chasescope {
namespace {

class ChipFigure final : public FigureContent {
 public:
  ChipFigure(const Session& session, ChipScene scene) : session_(session), scene_(std::move(scene)) {}

  QString title() const override { return tr("Chip map"); }
  QString caption() const override {
    const ChipMap& map = *scene_.map;
    QString words = deviceText(session_);
    if (!words.isEmpty()) words += QStringLiteral(". ");
    words += tr("SMs by their latencies to %1 lines of the L2.").arg(map.distances.addresses.size());
    if (map.groups)
      words +=
          tr(" A box holds SMs with the same pattern of latencies over these lines. Its heading has the mean latency, which does "
             "not decide the box of an SM. Without the means, the patterns of two boxes differ by at least %1 cycles (root mean "
             "square over the lines), and the patterns of two SMs of one box by at most %2.")
              .arg(cyclesText(map.groups->between_cycles), cyclesText(map.groups->within_cycles));
    return words;
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper,
                           [&](double width, const PlotStyle& style) { return naturalChipHeight(scene_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      paintChip(painter, scene_, layOutChip(area, scene_, style), std::nullopt, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("sm,side,group,mean_cycles\n")) return;
    const ChipMap& map = *scene_.map;
    for (std::size_t row = 0; row < map.distances.sms.size(); ++row)
      if (!write(csvNumber(std::uint64_t{map.distances.sms[row]}) + ',' +
                 (!map.sides               ? QByteArray()
                  : map.on_first_side(row) ? "1"
                                           : "2") +
                 ',' + (map.groups ? csvNumber(std::uint64_t{map.groups->group_of[row] + 1}) : QByteArray()) + ',' +
                 QByteArray::number(map.mean_cycles[row], 'g', 9) + '\n'))
        return;
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "chip-map");
    for (const RunPtr& run : data_runs(session_.runs))
      if (run->probe == kDistanceMapProbe) json["runs"].push_back(runProvenance(*run));
    return json;
  }

 private:
  Session session_;
  ChipScene scene_;
};

FigureOutcome chipFigure(const Session& session, const QString& /*runId*/) {
  ChipScene scene = makeChipScene(data_runs(session.runs));
  if (scene.has_plan()) return {std::make_shared<ChipFigure>(session, std::move(scene)), {}};
  if (!scene.empty()) return {nullptr, whyNoPlan(scene)};
  return {nullptr, tr("The session has no map of the L2"), true};
}

}  // namespace

const FigureEntry& chipMapEntry() {
  static const FigureEntry entry{.name = "chip-map",
                                 .title = QT_TRANSLATE_NOOP("Figure", "Chip map: groups of SMs with a common path to the L2"),
                                 .make = ofRun<chipFigure>,
                                 .chooses_cache = false,
                                 .recipes = {{.probes = {{"l2-map"}}}},
                                 .subject = subject::l2,
                                 .quantity = quantity::partitions};
  return entry;
}

}  // namespace chasescope
