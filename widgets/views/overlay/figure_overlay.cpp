#include "widgets/views/overlay/figure_overlay.h"

#include <algorithm>
#include <array>

#include "engine/findings/finding_words.h"
#include "engine/session/document/run_series.h"
#include "widgets/document/shown_text.h"
#include "widgets/figure/figure_cursors.h"
#include "widgets/figure/figure_options.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/figure_sight.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/figure/panel_letter.h"
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
  /// `overlays`: one for each panel. `variants`: the curves that all cards have in common. `panel`: this one alone; negative: all.
  OverlayFigure(std::vector<CurveOverlay> overlays, QStringList variants, const FigureChoice& choice, nlohmann::json provenance)
      : overlays_(std::move(overlays)), variants_(std::move(variants)), sight_(choice.sight), provenance_(std::move(provenance)) {
    for (const CurveOverlay& overlay : overlays_) panels_ << overlay.variant;
    if (choice.panel >= 0 && choice.panel < panels_.size()) overlays_ = {overlays_[static_cast<std::size_t>(choice.panel)]};
  }

  FigureTraits traits() const override {
    const CurveKind& kind = *first().kind;
    std::vector<FigureVariant> curves;
    if (panels_.size() > 1) curves.push_back({QString(), tr("All, a panel each"), true});
    for (const QString& variant : variants_)
      curves.push_back({variant, variant, panels_.size() == 1 && variant == first().variant});
    double least = first().least();
    for (const CurveOverlay& overlay : overlays_) least = std::min(least, overlay.least());
    return withEnds(
        {.x_unit = kind.sizes ? tr("bytes") : kindText(kind.x),
         .y_unit = first().unit(),
         .panels = panels_.size() > 1 ? panels_ : QStringList(),
         .log_x = !kind.apart,
         .log_y = !kind.share && least > 0,
         .legends = {LegendPlace::inside, LegendPlace::top_left, LegendPlace::top_right, LegendPlace::bottom_left,
                     LegendPlace::bottom_right, LegendPlace::above, LegendPlace::below, LegendPlace::right, LegendPlace::none},
         .curves = std::move(curves),
         .cursors = overlays_.size() == 1},
        series(PlotStyle()));
  }
  CursorCurve cursorCurve() const override { return overlays_.size() == 1 ? cursorCurveOf(first()) : CursorCurve(); }
  CurveCursors cursors() const override { return placedOn(cursorCurve(), sight_); }
  QString title() const override { return kindText(first().kind->title); }
  QString caption() const override {
    QStringList cards, variants;
    for (const NamedCurve& curve : first().curves) cards << curve.card;
    for (const CurveOverlay& overlay : overlays_) variants << overlay.variant;
    QString text = tr("%1 of %2 (%3).").arg(title(), cards.join(QStringLiteral(", ")), variants.join(QStringLiteral(", ")));
    const auto has_ranges = [](const NamedCurve& curve) { return !curve.ranges.empty(); };
    if (std::any_of(overlays_.begin(), overlays_.end(), [&](const CurveOverlay& overlay) {
          return std::any_of(overlay.curves.begin(), overlay.curves.end(), has_ranges);
        }))
      text += QLatin1Char(' ') + tr("Bars are 95 % intervals.");
    // The numbers of the sources are those beside the marks of their panel.
    QStringList all;
    for (const CurveOverlay& overlay : overlays_) {
      QStringList sources;
      for (const PublishedPoint& source : overlay.sources())
        sources << QStringLiteral("%1 %2").arg(sources.size() + 1).arg(source.source);
      if (!sources.isEmpty() && !all.contains(sources.join(QStringLiteral("; ")))) all << sources.join(QStringLiteral("; "));
    }
    return all.isEmpty() ? text : text + QLatin1Char(' ') + tr("Hollow marks: published (%1).").arg(all.join(QStringLiteral("; ")));
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    if (overlays_.size() == 1 && headOf(first(), paper) == 0) return width_mm * (width_mm < kColumnMm ? 0.72 : 0.5);
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      const int columns = columnsIn(width), rows = (static_cast<int>(overlays_.size()) + columns - 1) / columns;
      const double each = (width - (columns - 1) * gap(style)) / columns;
      const double high = each * (width_mm < kColumnMm || columns > 1 ? 0.72 : 0.5) + headOf(first(), style) + letters(style);
      return rows * high + (rows - 1) * gap(style);
    });
  }
  int panelsBeside(double width_mm, const PlotStyle& paper) const override {
    int columns = 1;
    heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& /*style*/) {
      columns = columnsIn(width);
      return 0.0;
    });
    return columns;
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const int panels = static_cast<int>(overlays_.size()), columns = columnsIn(area.width());
      const int rows = (panels + columns - 1) / columns;
      const QSizeF each((area.width() - (columns - 1) * gap(style)) / columns, (area.height() - (rows - 1) * gap(style)) / rows);
      for (int i = 0; i < panels; ++i) {
        QRectF place(QPointF(area.left() + i % columns * (each.width() + gap(style)),
                             area.top() + i / columns * (each.height() + gap(style))),
                     each);
        if (panels > 1) place = belowLetter(painter, place, i, style);
        paintPanel(painter, place, overlays_[static_cast<std::size_t>(i)], style);
      }
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    const CurveKind& kind = *first().kind;
    const QByteArray x = kind.apart ? "way" : kind.sizes ? "bytes" : "count";
    const QByteArray unit = first()
                                .unit()
                                .replace(QStringLiteral("%"), QStringLiteral("percent"))
                                .replace(QStringLiteral("µs"), QStringLiteral("us"))
                                .toUtf8();
    if (!write("card,curve," + x + ',' + unit + ",low,high,source\n")) return;
    for (const CurveOverlay& overlay : overlays_)
      if (!writeRows(overlay, write)) return;
  }
  std::vector<SeriesPanel> series(const PlotStyle& style) const override {
    std::vector<SeriesPanel> panels;
    for (const CurveOverlay& overlay : overlays_) {
      panels.push_back(seriesOf(overlay, style));
      if (overlays_.size() > 1) panels.back().title = overlay.variant;
    }
    if (panels.size() == 1) markCursors(panels.front(), *this);
    return panels;
  }
  nlohmann::json provenance() const override { return provenance_; }

 private:
  static constexpr double kColumnMm = 110;  // a figure of less width is one column of a journal
  /// How many panels lie beside each other in a drawing of that width, in the units of paper.
  int columnsIn(double width) const {
    constexpr double kTwoMm = 105;
    return overlays_.size() > 1 && width / kUnitsPerPoint / kPointsPerInch * kMmPerInch >= kTwoMm ? 2 : 1;
  }

  const CurveOverlay& first() const { return overlays_.front(); }
  static double gap(const PlotStyle& style) { return style.em(16); }
  double letters(const PlotStyle& style) const { return overlays_.size() > 1 ? letterHeight(style) : 0; }
  /// The height of the name of the cache or TLB above its curves; 0 where curves are of no single cache.
  static double headOf(const CurveOverlay& overlay, const PlotStyle& style) {
    return overlay.kind->by_cache ? QFontMetricsF(style.text(Weight::semiBold)).height() + style.px(3) : 0;
  }
  void paintPanel(QPainter& painter, const QRectF& place, const CurveOverlay& overlay, const PlotStyle& style) const {
    const double head = headOf(overlay, style);
    if (head > 0) {
      painter.setFont(style.text(Weight::semiBold));
      painter.setPen(style.palette.ink);
      painter.drawText(QRectF(place.left(), place.top(), place.width(), head), Qt::AlignLeft | Qt::AlignTop, overlay.variant);
    }
    OverlayAxes axes = overlayAxes(place.adjusted(0, head, 0, 0), overlay, style);
    if (overlay.kind->sizes)
      axes.sizes = partOf(axes.sizes, sight_, traits());
    else
      axes.counts = partOf(axes.counts, sight_, traits());
    paintOverlay(painter, axes, overlay, style);
    if (overlay.kind->sizes)
      paintCursorsOf(painter, *this, axes.sizes, style);
    else
      paintCursorsOf(painter, *this, axes.counts, style);
  }
  static bool writeRows(const CurveOverlay& overlay, const std::function<bool(const QByteArray&)>& write) {
    const auto row = [&](const NamedCurve& curve, const QPointF& point, const QByteArray& rest) {
      return write(csvText(curve.card.toStdString()) + ',' + csvText(overlay.variant.toStdString()) + ',' +
                   QByteArray::number(point.x(), 'f', 0) + ',' + QByteArray::number(point.y(), 'g', 9) + ',' + rest + '\n');
    };
    for (const NamedCurve& curve : overlay.curves) {
      for (std::size_t i = 0; i < curve.points.size(); ++i) {
        QByteArray range(",");
        if (i < curve.ranges.size())
          range = QByteArray::number(curve.ranges[i].low, 'g', 9) + ',' + QByteArray::number(curve.ranges[i].high, 'g', 9);
        if (!row(curve, curve.points[i], range + ",measured")) return false;
      }
      for (const PublishedPoint& mark : curve.published)
        if (!row(curve, mark.at, ",," + csvText(mark.source.toStdString()))) return false;
    }
    return true;
  }
  SeriesPanel seriesOf(const CurveOverlay& overlay, const PlotStyle& style) const {
    using Line = DataSeries::Line;
    using Mark = DataSeries::Mark;
    const CurveKind& kind = *overlay.kind;
    SeriesPanel panel{.x = {.title = kindText(kind.x),
                            .scale = kind.sizes ? SeriesAxis::Scale::doubling : SeriesAxis::Scale::linear,
                            .bytes = kind.sizes,
                            .from = sight_.x.from,
                            .to = sight_.x.to},
                      .y = seriesAxis(QStringLiteral("%1 (%2)").arg(kindText(kind.y), overlay.unit()), sight_.y, sight_.log_y)};
    if (!kind.sizes && sight_.log_x) panel.x.scale = SeriesAxis::Scale::decades;
    constexpr std::array kLines{Line::solid, Line::dashed, Line::dotted};
    for (std::size_t card = 0; card < overlay.curves.size(); ++card) {
      const NamedCurve& curve = overlay.curves[card];
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
    return panel;
  }

  std::vector<CurveOverlay> overlays_;
  QStringList variants_, panels_;  // the names of all panels, also where one is shown
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

nlohmann::json provenanceOf(std::span<const Session> sessions, const std::vector<CurveOverlay>& overlays) {
  const char* const figure = overlays.front().kind->figure;
  QStringList variants;
  for (const CurveOverlay& overlay : overlays) variants << overlay.variant;
  nlohmann::json provenance{{"figure", figure},
                            {"curve", variants.join(QStringLiteral(", ")).toStdString()},
                            {"cards", nlohmann::json::array()},
                            {"published", nlohmann::json::array()}};
  for (std::size_t i = 0; i < sessions.size(); ++i) {
    nlohmann::json card = sessionProvenance(sessions[i], figure);
    for (const CurveOverlay& overlay : overlays) {
      for (const std::string& run : overlay.curves[i].runs) addRun(card, sessions[i], run);
      for (const PublishedPoint& mark : overlay.curves[i].published)
        provenance["published"].push_back({{"card", overlay.curves[i].card.toStdString()},
                                           {"x", mark.at.x()},
                                           {"y", mark.at.y()},
                                           {"source", mark.source.toStdString()},
                                           {"note", mark.note.toStdString()}});
    }
    provenance["cards"].push_back(std::move(card));
  }
  return provenance;
}

}  // namespace

CardData cardData(const Session& session) { return {shownText(session.device.name), data_runs(session.runs), session.findings}; }

FigureOutcome overlayFigure(std::span<const Session> sessions, const QString& id, const QString& variant,
                            const FigureSight& sight) {
  FigureChoice choice;
  choice.variant = variant;
  choice.sight = sight;
  return overlayFigure(sessions, id, choice, variant.isEmpty());
}

FigureOutcome overlayFigure(std::span<const Session> sessions, const QString& id, const FigureChoice& choice, bool all) {
  const CurveKind* kind = curveKind(id);
  if (kind == nullptr) {
    QStringList known;
    for (const CurveKind& each : curveKinds()) known << QString::fromLatin1(each.id);
    return {nullptr, tr("There is no curve '%1'; there are %2.").arg(id, known.join(QStringLiteral(", ")))};
  }
  const std::vector<CardData> cards = cardsOf(sessions);
  std::vector<CurveOverlay> overlays{overlayOf(cards, *kind, choice.variant)};
  if (overlays.front().empty())
    return {nullptr, tr("None of the cards has measured %1").arg(kindText(kind->title).toLower()), true};
  QStringList variants;
  for (const QString& each : overlayVariants(cards, *kind))
    if (lackingCurve(sessions, *kind, each) == nullptr) variants << each;
  if (all && kind->by_cache && variants.size() > 1) {
    overlays.clear();
    for (const QString& each : variants) overlays.push_back(overlayOf(cards, *kind, each));
  }
  for (const CurveOverlay& overlay : overlays)
    if (const QString fault = axisProblem(overlay); !fault.isEmpty()) return {nullptr, fault};
  nlohmann::json provenance = provenanceOf(sessions, overlays);
  return {std::make_shared<OverlayFigure>(std::move(overlays), std::move(variants), choice, std::move(provenance)), {}};
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
