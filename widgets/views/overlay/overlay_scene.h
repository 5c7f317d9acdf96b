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
};

struct CurveOverlay {
  const CurveKind* kind = nullptr;
  QString variant;
  std::vector<NamedCurve> curves;  ///< as the cards
  bool empty() const;
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
