#include "widgets/views/comparison/figure_generations.h"

#include <QStringList>

#include "widgets/figure/figure_run.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/comparison/generation_scene.h"

namespace chasescope {
namespace {

QString namesOf(const std::vector<std::string>& cards) {
  QStringList names;
  for (const std::string& card : cards) names << QString::fromStdString(card);
  return names.join(QStringLiteral(", "));
}

FigureOutcome ofOneCard(const Session& /*session*/, const FigureChoice& /*choice*/) {
  return {nullptr, tr("A line of generations takes two cards or more; name others beside this one (--with on the command line).")};
}

class GenerationsFigure final : public FigureContent {
 public:
  GenerationsFigure(GenerationScene scene, nlohmann::json provenance)
      : scene_(std::move(scene)), provenance_(std::move(provenance)) {}

  FigureTraits traits() const override {
    FigureTraits traits{.legends = {LegendPlace::none}};
    for (const GenerationQuantity& each : generation_quantities())
      traits.quantities.push_back({QString::fromLatin1(each.id), tr(each.title), &each == scene_.quantity});
    return traits;
  }
  QString title() const override { return tr("%1 by generation").arg(tr(scene_.quantity->title)); }
  QString caption() const override {
    QString text = tr("%1 of %2 cards, each in the year in which the first card of its generation was sold. Full: measured; "
                      "hollow: reported by the device.")
                       .arg(tr(scene_.quantity->title))
                       .arg(scene_.line.points.size());
    QStringList sources;
    for (const GenerationPublished& source : scene_.sources())
      sources << QStringLiteral("%1 %2").arg(sources.size() + 1).arg(source.source);
    if (!sources.isEmpty()) text += QLatin1Char(' ') + tr("Diamonds: published (%1).").arg(sources.join(QStringLiteral("; ")));
    if (!scene_.line.no_value.empty()) text += QLatin1Char(' ') + tr("Not known of %1.").arg(namesOf(scene_.line.no_value));
    if (!scene_.line.no_year.empty()) text += QLatin1Char(' ') + tr("Of no generation: %1.").arg(namesOf(scene_.line.no_year));
    return text;
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * 0.62; }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      paintGenerations(painter, layOutGenerations(area, scene_, style), scene_, -1, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("card,generation,year,value,low,high,unit,status,source\n")) return;
    const auto row = [&](const GenerationPoint& point, double value, const QByteArray& range, const QByteArray& rest) {
      return write(csvText(point.device) + ',' + csvText(point.generation) + ',' + QByteArray::number(point.year) + ',' +
                   QByteArray::number(value, 'g', 12) + ',' + range + ',' + scene_.quantity->unit + ',' + rest + '\n');
    };
    for (const GenerationPoint& point : scene_.line.points) {
      const QByteArray range = point.low < point.high
                                   ? QByteArray::number(point.low, 'g', 12) + ',' + QByteArray::number(point.high, 'g', 12)
                                   : QByteArray(",");
      if (!row(point, point.value, range, point.reported ? "reported," : "measured,")) return;
    }
    for (const GenerationPublished& one : scene_.published)
      if (!row(scene_.line.points[one.point], one.value, ",", "published," + csvText(one.source.toStdString()))) return;
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
  GenerationScene scene = generationScene(sessions, *quantity);
  if (scene.line.points.empty())
    return {nullptr, tr("None of the cards has a generation and a finding of %1.").arg(tr(quantity->title))};
  nlohmann::json provenance{{"figure", "generations"}, {"quantity", quantity->id}, {"cards", nlohmann::json::array()}};
  for (const Session& session : sessions) provenance["cards"].push_back(sessionProvenance(session, "generations"));
  provenance["published"] = nlohmann::json::array();
  for (const GenerationPublished& one : scene.published)
    provenance["published"].push_back({{"card", scene.line.points[one.point].device},
                                       {"value", one.value},
                                       {"source", one.source.toStdString()},
                                       {"note", one.note.toStdString()}});
  return {std::make_shared<GenerationsFigure>(std::move(scene), std::move(provenance)), {}};
}

QString firstQuantity() { return QString::fromLatin1(generation_quantities().front().id); }

const FigureEntry& generationsEntry() {
  static const FigureEntry entry{"generations",
                                 QT_TRANSLATE_NOOP("Figure", "One quantity of many cards, by generation"),
                                 ofOneCard,
                                 false,
                                 {{.probes = {{"discover"}}}},
                                 nullptr,
                                 nullptr,
                                 FigureCards::any};
  return entry;
}

}  // namespace chasescope
