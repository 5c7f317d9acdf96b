#include "widgets/views/comparison/figure_generations.h"

#include <QStringList>

#include "widgets/figure/figure_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/comparison/generation_scene.h"

namespace chasescope {
namespace {

class GenerationsFigure final : public FigureContent {
 public:
  GenerationsFigure(GenerationScene scene, nlohmann::json provenance)
      : scene_(std::move(scene)), provenance_(std::move(provenance)) {}

  QString title() const override { return tr("%1 by generation").arg(tr(scene_.quantity->title)); }
  QString caption() const override {
    return tr("%1 of %2 cards, each in the year in which the first card of its generation was sold. Full: measured; hollow: "
              "reported by "
              "the device.")
        .arg(tr(scene_.quantity->title))
        .arg(scene_.line.points.size());
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * 0.62; }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) {
      paintGenerations(painter, layOutGenerations(area, scene_, style), scene_, -1, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("card,generation,year,value,unit,status\n")) return;
    for (const GenerationPoint& point : scene_.line.points)
      if (!write(csvText(point.device) + ',' + csvText(point.generation) + ',' + QByteArray::number(point.year) + ',' +
                 QByteArray::number(point.value, 'g', 12) + ',' + scene_.quantity->unit + ',' +
                 (point.reported ? "reported" : "measured") + '\n'))
        return;
  }
  nlohmann::json provenance() const override { return provenance_; }

 private:
  GenerationScene scene_;
  nlohmann::json provenance_;
};

}  // namespace

FigureOutcome generationsFigure(std::span<const Session> sessions, const QString& id) {
  const GenerationQuantity* quantity = generation_quantity(id.toStdString());
  if (quantity == nullptr) {
    QStringList known;
    for (const GenerationQuantity& each : generation_quantities()) known << QString::fromLatin1(each.id);
    return {nullptr, tr("There is no line of generations of '%1'; there are %2.").arg(id, known.join(QStringLiteral(", ")))};
  }
  GenerationScene scene{quantity, generation_line(sessions, *quantity)};
  if (scene.line.points.empty())
    return {nullptr, tr("None of the cards has a generation and a finding of %1.").arg(tr(quantity->title))};
  nlohmann::json provenance{{"figure", "generations"}, {"quantity", quantity->id}, {"cards", nlohmann::json::array()}};
  for (const Session& session : sessions) provenance["cards"].push_back(sessionProvenance(session, "generations"));
  return {std::make_shared<GenerationsFigure>(std::move(scene), std::move(provenance)), {}};
}

}  // namespace chasescope
