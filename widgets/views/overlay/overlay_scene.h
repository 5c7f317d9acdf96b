// Curves of several cards in one drawing: one axis, a colour, a marker and a line each, and the cards' names above. The same
// functions serve the window and the figure, with whatever cards they are given.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QStringList>
#include <optional>
#include <span>
#include <vector>

#include "widgets/plot/curve_axes.h"
#include "widgets/style/plot_style.h"
#include "widgets/views/overlay/curve_kinds.h"

namespace chasescope {

/// The curve of one card; without points it is named all the same, as having none.
struct NamedCurve {
  QString card;
  std::vector<QPointF> points;
  std::vector<ValueRange> ranges = {};  ///< as CardCurve has them
  std::vector<PublishedPoint> published = {};
  QString unit = {};
  std::vector<std::string> runs = {};
  bool coming = false;                  ///< it is being measured, or waits for that
  std::optional<double> progress = {};  ///< of that, 0 to 1, where it is known
};

/// Of a curve without points: "not measured", "being measured", "being measured, 40 %".
QString whyNoPoints(const NamedCurve& curve);
/// Says of a curve what is measured on its card now.
void tellDoing(NamedCurve& curve, const CurveKind& kind, const CardDoing& doing);

struct CurveOverlay {
  const CurveKind* kind = nullptr;
  QString variant;
  std::vector<NamedCurve> curves;  ///< as the cards
  bool empty() const;
  /// The least value of a curve; 0 where there is none.
  double least() const;
  /// Of y: what the first card that has a curve says, or else the kind.
  QString unit() const;
  /// The sources of what was published, each once, as the numbers at its marks count them from 1 on.
  std::vector<PublishedPoint> sources() const;
  /// Where a point of a card is drawn, in x: those that stand by themselves lie beside each other.
  double shift(std::size_t card, const PlotStyle& style) const;
};

/// The variants that any card has of a kind: first those that most cards have, else as the first card has them.
QStringList overlayVariants(std::span<const CardData> cards, const CurveKind& kind);
/// The first of them that the most cards have where `variant` is none of them. Two cards of one name are told apart by a number.
CurveOverlay overlayOf(std::span<const CardData> cards, const CurveKind& kind, const QString& variant = {});

struct OverlayAxes {
  CurveAxes sizes;   ///< where the kind is of sizes
  PlainAxes counts;  ///< else
  QRectF legend;
  const PlainAxes& plain(const CurveKind& kind) const { return kind.sizes ? sizes.y : counts; }
  QPointF at(const CurveKind& kind, const QPointF& value) const {
    return kind.sizes ? sizes.at(value.x(), value.y()) : counts.at(value.x(), value.y());
  }
};
OverlayAxes overlayAxes(const QRectF& area, const CurveOverlay& overlay, const PlotStyle& style);

/// The height of the names at that width; nothing is painted without a painter.
double paintCardNames(QPainter* painter, const QRectF& area, const CurveOverlay& overlay, const PlotStyle& style);
void paintOverlay(QPainter& painter, const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style);

/// What the n-th card's curve looks like.
Qt::PenStyle cardLine(std::size_t card);

}  // namespace chasescope
