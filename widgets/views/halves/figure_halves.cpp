// Half of the chip that holds each address, as a figure.
#include "widgets/views/halves/figure_halves.h"

#include <algorithm>

#include "engine/findings/half_words.h"
#include "engine/session/document/run_series.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/halves/halves_scene.h"

namespace chasescope {
namespace {

class HalvesFigure final : public FigureContent {
 public:
  HalvesFigure(const Session& session, HalvesScene scene) : session_(session), scene_(std::move(scene)) {}

  QString title() const override { return tr("Half of the chip that holds each address"); }
  QString caption() const override {
    const HalfMap& map = *scene_.map;
    QString words = deviceText(session_);
    if (!words.isEmpty()) words += QStringLiteral(". ");
    words += tr("A line of memory is near (%1 cycles) or far (%2 cycles). The parity of address bits %3 and one constant for "
                "each page decide this. Where the parity is even, a line is in the same half of the chip as the first block of its "
                "page; where it is odd, in the other half.")
                 .arg(std::lround(map.near))
                 .arg(std::lround(map.far))
                 .arg(QString::fromStdString(numbers_in_words(map.bits())));
    if (map.row && !map.row->bits.empty())
      words += tr(" For pages that follow each other, bits %1 give the constant.")
                   .arg(QString::fromStdString(numbers_in_words(map.row->bits)));
    if (map.row && !map.row->open.empty()) words += tr(" Dashed bits may be among these bits: too few pages differ in them.");
    return words;
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper,
                           [&](double width, const PlotStyle& style) { return naturalHalvesHeight(scene_, width, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const HalvesLayout layout = layOutHalves(area, scene_, style);
      finestCell_ = layout.blocks.cells == 0 ? 0 : std::min(layout.blocks.cell(0).width(), layout.blocks.cell(0).height());
      paintHalves(painter, scene_, layout, std::nullopt, style);
    });
  }
  double finestCell() const override { return finestCell_; }
  /// Writes a row for each block of the array: the prediction of the parity and the page's constant, and the lines that were read
  /// in the block.
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("address_bytes,far,lines_read,lines_far\n")) return;
    const HalfMap& map = *scene_.map;
    struct Read {
      std::uint64_t lines = 0, far = 0;
    };
    std::vector<Read> blocks(map.bytes / map.parity.block_bytes);
    for (const auto* walk : {&map.in_order, &map.at_random})
      for (const auto& line : *walk) {
        const std::uint64_t block = line.offset / map.parity.block_bytes;
        if (block >= blocks.size()) continue;
        ++blocks[block].lines;
        blocks[block].far += line.cycles > map.cut ? 1 : 0;
      }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const std::uint64_t address = i * map.parity.block_bytes;
      const auto far = map.is_far(address);
      if (!far && blocks[i].lines == 0) continue;
      if (!write(csvNumber(address) + ',' +
                 (!far   ? QByteArray()
                  : *far ? "1"
                         : "0") +
                 ',' + csvNumber(blocks[i].lines) + ',' + csvNumber(blocks[i].far) + '\n'))
        return;
    }
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "memory-halves");
    addRun(json, session_, scene_.map->in_order_run);
    addRun(json, session_, scene_.map->at_random_run);
    return json;
  }

 private:
  Session session_;
  HalvesScene scene_;
  mutable double finestCell_ = 0;
};

FigureOutcome halvesFigure(const Session& session, const QString& /*runId*/) {
  HalvesScene scene = makeHalvesScene(data_runs(session.runs));
  if (!scene.empty()) return {std::make_shared<HalvesFigure>(session, std::move(scene)), {}};
  if (!scene.why_nothing.isEmpty()) return {nullptr, scene.why_nothing};
  return {nullptr, tr("The session has no walk through main memory in order"), true};
}

}  // namespace

const FigureEntry& memoryHalvesEntry() {
  static const FigureEntry entry{.name = "memory-halves",
                                 .title = QT_TRANSLATE_NOOP("Figure", "Half of the chip that holds each address"),
                                 .make = ofRun<halvesFigure>,
                                 .chooses_cache = false,
                                 .recipes = {{.probes = {{"memory"}}}}};
  return entry;
}

}  // namespace chasescope
