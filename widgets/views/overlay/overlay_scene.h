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

/// The curve of one card; a card without points is still named, as having none.
struct NamedCurve {
  QString card;
  std::vector<QPointF> points;
  std::vector<ValueRange> ranges = {};  ///< as in CardCurve
  std::vector<PublishedPoint> published = {};
  QString unit = {};
  std::vector<std::string> runs = {};
  bool coming = false;                  ///< the curve is being measured or waits to be
  std::optional<double> progress = {};  ///< progress of that measurement, 0 to 1, where it is known
};

/// Why a curve has no points: "not measured", "being measured", "being measured, 40 %".
QString whyNoPoints(const NamedCurve& curve);
/// Sets whether the curve is being measured on its card now, and how far.
void tellDoing(NamedCurve& curve, const CurveKind& kind, const CardDoing& doing);

struct CurveOverlay {
  const CurveKind* kind = nullptr;
  QString variant;
  std::vector<NamedCurve> curves;  ///< in the order of the cards
  bool empty() const;
  /// The least value of all curves; 0 without a curve.
  double least() const;
  /// The unit of y: the unit of the first card with a curve, else the kind's.
  QString unit() const;
  /// The sources of the published values, each once; the marks show their indices, counted from 1.
  std::vector<PublishedPoint> sources() const;
  /// The shift in x of a card's points: points that are not joined by lines stand beside each other.
  double shift(std::size_t card, const PlotStyle& style) const;
};

/// The variants that any card has of a kind: those that most cards have come first, then the order of the first card.
QStringList overlayVariants(std::span<const CardData> cards, const CurveKind& kind);
/// The curves of `variant`; if no card has it, of the variant that most cards have. Two cards of one name are told apart by a
/// number.
CurveOverlay overlayOf(std::span<const CardData> cards, const CurveKind& kind, const QString& variant = {});

struct OverlayAxes {
  CurveAxes sizes;   ///< where x is a size
  PlainAxes counts;  ///< where x is a count
  QRectF legend;
  const PlainAxes& plain(const CurveKind& kind) const { return kind.sizes ? sizes.y : counts; }
  QPointF at(const CurveKind& kind, const QPointF& value) const {
    return kind.sizes ? sizes.at(value.x(), value.y()) : counts.at(value.x(), value.y());
  }
};
OverlayAxes overlayAxes(const QRectF& area, const CurveOverlay& overlay, const PlotStyle& style);

/// Draws the cards' names. \return their height at that width; without a painter it is only measured.
double paintCardNames(QPainter* painter, const QRectF& area, const CurveOverlay& overlay, const PlotStyle& style);
void paintOverlay(QPainter& painter, const OverlayAxes& axes, const CurveOverlay& overlay, const PlotStyle& style);

/// The line style of the n-th card's curve.
Qt::PenStyle cardLine(std::size_t card);

}  // namespace chasescope
