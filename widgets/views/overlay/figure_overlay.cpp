#include "widgets/views/overlay/figure_overlay.h"

#include <algorithm>
#include <array>

#include "engine/findings/finding_words.h"
#include "engine/session/document/run_series.h"
#include "widgets/document/shown_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/overlay/overlay_plot.h"
#include "widgets/views/overlay/overlay_scene.h"

namespace chasescope {
namespace {

/// The short names of the sources, each once.
QString namesOf(const std::vector<PublishedPoint>& marks) {
  QStringList names;
  for (const PublishedPoint& mark : marks)
    if (const QString name = mark.name.isEmpty() ? mark.source : mark.name; !names.contains(name)) names << name;
  return names.join(QStringLiteral(", "));
}

class OverlayFigure final : public FigureContent {
 public:
  /// `variants`: the curves that all cards have in common.
  OverlayFigure(CurveOverlay overlay, QStringList variants, FigureSight sight, nlohmann::json provenance)
      : overlay_(std::move(overlay)),
        variants_(std::move(variants)),
        sight_(std::move(sight)),
        provenance_(std::move(provenance)) {}

  FigureTraits traits() const override {
    const CurveKind& kind = *overlay_.kind;
    std::vector<FigureVariant> curves;
    for (const QString& variant : variants_) curves.push_back({variant, variant, variant == overlay_.variant});
    return withEnds(
        {.x_unit = kind.sizes ? tr("bytes") : kindText(kind.x),
         .y_unit = overlay_.unit(),
         .log_x = !kind.apart,
         .log_y = !kind.share && overlay_.least() > 0,
         .legends = {LegendPlace::inside, LegendPlace::top_left, LegendPlace::top_right, LegendPlace::bottom_left,
                     LegendPlace::bottom_right, LegendPlace::above, LegendPlace::below, LegendPlace::right, LegendPlace::none},
         .curves = std::move(curves),
         .cursors = true},
        series(PlotStyle()));
  }
  CursorCurve cursorCurve() const override { return cursorCurveOf(overlay_); }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
  QString title() const override { return kindText(overlay_.kind->title); }
  QString caption() const override {
    QStringList cards;
    for (const NamedCurve& curve : overlay_.curves) cards << curve.card;
    QString text = tr("%1 of %2 (%3).").arg(title(), cards.join(QStringLiteral(", ")), overlay_.variant);
    if (std::any_of(overlay_.curves.begin(), overlay_.curves.end(), [](const NamedCurve& curve) { return !curve.ranges.empty(); }))
      text += QLatin1Char(' ') + tr("Bars are 95 % intervals.");
    QStringList sources;
    for (const PublishedPoint& source : overlay_.sources())
      sources << QStringLiteral("%1 %2").arg(sources.size() + 1).arg(source.source);
    if (!sources.isEmpty()) text += QLatin1Char(' ') + tr("Hollow marks: published (%1).").arg(sources.join(QStringLiteral("; ")));
    return text;
  }
  double heightFor(double width_mm, const PlotStyle& /*paper*/) const override { return width_mm * (width_mm < 110 ? 0.72 : 0.5); }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      OverlayAxes axes = overlayAxes(area, overlay_, style);
      if (overlay_.kind->sizes)
        axes.sizes = partOf(axes.sizes, sight_, traits());
      else
        axes.counts = partOf(axes.counts, sight_, traits());
      paintOverlay(painter, axes, overlay_, style);
      if (overlay_.kind->sizes)
        paintCursorsOf(painter, *this, axes.sizes, style);
      else
        paintCursorsOf(painter, *this, axes.counts, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    const QByteArray x = overlay_.kind->apart ? "way" : overlay_.kind->sizes ? "bytes" : "count";
    const QByteArray unit = overlay_.unit()
                                .replace(QStringLiteral("%"), QStringLiteral("percent"))
                                .replace(QStringLiteral("µs"), QStringLiteral("us"))
                                .toUtf8();
    if (!write("card,curve," + x + ',' + unit + ",low,high,source\n")) return;
    const auto row = [&](const NamedCurve& curve, const QPointF& point, const QByteArray& rest) {
      return write(csvText(curve.card.toStdString()) + ',' + csvText(overlay_.variant.toStdString()) + ',' +
                   QByteArray::number(point.x(), 'f', 0) + ',' + QByteArray::number(point.y(), 'g', 9) + ',' + rest + '\n');
    };
    for (const NamedCurve& curve : overlay_.curves) {
      for (std::size_t i = 0; i < curve.points.size(); ++i) {
        QByteArray range(",");
        if (i < curve.ranges.size())
          range = QByteArray::number(curve.ranges[i].low, 'g', 9) + ',' + QByteArray::number(curve.ranges[i].high, 'g', 9);
        if (!row(curve, curve.points[i], range + ",measured")) return;
      }
      for (const PublishedPoint& mark : curve.published)
        if (!row(curve, mark.at, ",," + csvText(mark.source.toStdString()))) return;
    }
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    using Line = DataSeries::Line;
    using Mark = DataSeries::Mark;
    const CurveKind& kind = *overlay_.kind;
    SeriesPanel panel{.x = {.title = kindText(kind.x),
                            .scale = kind.sizes ? SeriesAxis::Scale::doubling : SeriesAxis::Scale::linear,
                            .bytes = kind.sizes,
                            .from = sight_.x.from,
                            .to = sight_.x.to},
                      .y = seriesAxis(QStringLiteral("%1 (%2)").arg(kindText(kind.y), overlay_.unit()), sight_.y, sight_.log_y)};
    if (!kind.sizes && sight_.log_x) panel.x.scale = SeriesAxis::Scale::decades;
    constexpr std::array kLines{Line::solid, Line::dashed, Line::dotted};
    for (std::size_t card = 0; card < overlay_.curves.size(); ++card) {
      const NamedCurve& curve = overlay_.curves[card];
      const QColor colour = levelColour(card, style.palette);
      DataSeries measured{
          .name = curve.card, .line = kind.apart ? Line::none : kLines[card % kLines.size()], .mark = Mark::dot, .colour = colour};
      for (std::size_t i = 0; i < curve.points.size(); ++i) {
        SeriesPoint& point = measured.points.emplace_back(SeriesPoint{.x = curve.points[i].x(), .y = curve.points[i].y()});
        if (i >= curve.ranges.size()) continue;
        point.low = curve.ranges[i].low;
        point.high = curve.ranges[i].high;
      }
      panel.series.push_back(std::move(measured));
      if (curve.published.empty()) continue;
      DataSeries published{.name = tr("%1, published (%2)").arg(curve.card, namesOf(curve.published)),
                           .line = Line::none,
                           .mark = Mark::diamond,
                           .colour = colour};
      for (const PublishedPoint& mark : curve.published) published.points.push_back({.x = mark.at.x(), .y = mark.at.y()});
      panel.series.push_back(std::move(published));
    }
    markCursors(panel, *this);
    return {panel};
  }
  nlohmann::json provenance() const override { return provenance_; }

 private:
  CurveOverlay overlay_;
  QStringList variants_;
  FigureSight sight_;
  nlohmann::json provenance_;
};

std::vector<CardData> cardsOf(std::span<const Session> sessions) {
  std::vector<CardData> cards;
  for (const Session& session : sessions) cards.push_back(cardData(session));
  return cards;
}

/// Why these curves can't share the vertical axis; empty if they can.
QString axisProblem(const CurveOverlay& overlay) {
  const NamedCurve* first = nullptr;
  for (const NamedCurve& curve : overlay.curves) {
    if (curve.points.empty()) continue;
    if (first == nullptr) first = &curve;
    if (curve.unit != first->unit)
      return tr("%1 is timed in %2 and %3 in %4, so they have no axis in common; choose cards that are timed alike.")
          .arg(first->card, first->unit, curve.card, curve.unit);
  }
  return {};
}

nlohmann::json provenanceOf(std::span<const Session> sessions, const CurveOverlay& overlay) {
  nlohmann::json provenance{{"figure", overlay.kind->figure},
                            {"curve", overlay.variant.toStdString()},
                            {"cards", nlohmann::json::array()},
                            {"published", nlohmann::json::array()}};
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    nlohmann::json card = sessionProvenance(sessions[i], overlay.kind->figure);
    for (const std::string& run : overlay.curves[i].runs) addRun(card, sessions[i], run);
    provenance["cards"].push_back(std::move(card));
    for (const PublishedPoint& mark : overlay.curves[i].published)
      provenance["published"].push_back({{"card", overlay.curves[i].card.toStdString()},
                                         {"x", mark.at.x()},
                                         {"y", mark.at.y()},
                                         {"source", mark.source.toStdString()},
                                         {"note", mark.note.toStdString()}});
  }
  return provenance;
}

}  // namespace

CardData cardData(const Session& session) { return {shownText(session.device.name), data_runs(session.runs), session.findings}; }

FigureOutcome overlayFigure(std::span<const Session> sessions, const QString& id, const QString& variant,
                            const FigureSight& sight) {
  const CurveKind* kind = curveKind(id);
  if (kind == nullptr) {
    QStringList known;
    for (const CurveKind& each : curveKinds()) known << QString::fromLatin1(each.id);
    return {nullptr, tr("There is no curve '%1'; there are %2.").arg(id, known.join(QStringLiteral(", ")))};
  }
  CurveOverlay overlay = overlayOf(cardsOf(sessions), *kind, variant);
  if (overlay.empty()) return {nullptr, tr("None of the cards has measured %1").arg(kindText(kind->title).toLower()), true};
  if (const QString fault = axisProblem(overlay); !fault.isEmpty()) return {nullptr, fault};
  nlohmann::json provenance = provenanceOf(sessions, overlay);
  QStringList variants;
  for (const QString& each : overlayVariants(cardsOf(sessions), *kind))
    if (lackingCurve(sessions, *kind, each) == nullptr) variants << each;
  return {std::make_shared<OverlayFigure>(std::move(overlay), std::move(variants), sight, std::move(provenance)), {}};
}

const Session* lackingCurve(std::span<const Session> sessions, const CurveKind& kind, const QString& variant) {
  const CurveOverlay overlay = overlayOf(cardsOf(sessions), kind, variant);
  for (std::size_t i = 0; i < sessions.size(); ++i)
    if (overlay.curves[i].points.empty()) return &sessions[i];
  return nullptr;
}

QString variantOf(std::span<const Session> sessions, const CurveKind& kind, const FigureChoice& choice, QString& problem) {
  if (!choice.run.isEmpty()) {
    problem = tr("A run belongs to one card; leave the run out where there are several.");
    return {};
  }
  if (!choice.cache.isEmpty() && !kind.by_cache) {
    problem = tr("The curves of several cards go by what was asked, not by a cache; leave the cache out, or choose the curve.");
    return {};
  }
  const QString wanted = !choice.variant.isEmpty() ? choice.variant
                         : choice.cache.isEmpty()  ? QString()
                                                   : partName(choice.cache.toStdString());
  const QStringList known = overlayVariants(cardsOf(sessions), kind);
  if (wanted.isEmpty() || known.isEmpty() || known.contains(wanted)) return wanted;
  problem = tr("None of the cards has a curve “%1”; there are %2.")
                .arg(wanted, QStringLiteral("“%1”").arg(known.join(QStringLiteral("”, “"))));
  return {};
}

}  // namespace chasescope
