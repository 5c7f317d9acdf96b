// A line of generations as a drawing: one quantity of many cards by year, each point with its card's name. On the axis of sizes and
// rates, each doubling has the same height. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <span>
#include <vector>

#include "engine/session/compare/generations.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// A published value of the quantity for one card.
struct GenerationPublished {
  std::size_t point = 0;      ///< index of the card's point in the line
  double value = 0;           ///< in the quantity's unit
  QString key, source, note;  ///< as in published_values.h
};

struct GenerationScene {
  const GenerationQuantity* quantity = nullptr;
  GenerationLine line;
  std::vector<GenerationPublished> published = {};
  bool doubling() const;
  /// The sources of the published values, each once, in the order of the numbers at their marks, which begin at 1.
  std::vector<GenerationPublished> sources() const;
};
/// The line of these cards, with the values that were published under no special conditions.
GenerationScene generationScene(std::span<const Session> sessions, const GenerationQuantity& quantity);

struct GenerationPlace {
  QPointF at;
  QRectF label;  ///< null if the label has no room
};

/// The name of a generation below the axis, at the year of its first card.
struct GenerationName {
  int year = 0;
  QString words;  ///< "Ada, Hopper": two generations of one year share a place
  QRectF box;
};

struct GenerationLayout {
  QRectF plot;
  double left = 0;                         ///< width of the axis's numbers
  int from = 0, to = 1;                    ///< years at the left and right edge
  double low = 0, high = 1;                ///< values at the lower and upper edge
  std::vector<GenerationPlace> places;     ///< in the order of the line's points
  std::vector<GenerationPlace> published;  ///< in the order of the scene's; their labels are the numbers of their sources
  std::vector<GenerationName> names;       ///< in as many rows as they need, so that none is left out
  double key = 0;                          ///< height of the legend above the plot; 0 if no value was published
  double toX(double year) const { return plot.left() + (year - from) / (to - from) * plot.width(); }
};
/// \pre the line has points
GenerationLayout layOutGenerations(const QRectF& area, const GenerationScene& scene, const PlotStyle& style);
/// `chosen`: the point to highlight, -1 for none.
void paintGenerations(QPainter& painter, const GenerationLayout& layout, const GenerationScene& scene, int chosen,
                      const PlotStyle& style);

/// "GTX 560 Ti" of "GeForce GTX 560 Ti": the part that tells cards apart, for little room.
QString briefCard(const QString& name);
/// "GTX 560 Ti, Fermi 2010: 512 KiB, measured".
QString generationText(const GenerationPoint& point);

}  // namespace chasescope
