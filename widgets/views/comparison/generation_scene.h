// A line of generations as a drawing: one quantity of many cards by year, sizes and rates on an axis on which each doubling is as
// high as the next, each point with its card's name. The same functions serve the window and the figure.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <span>
#include <vector>

#include "engine/session/compare/generations.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// What was published of the quantity of a card.
struct GenerationPublished {
  std::size_t point = 0;      ///< of the line, whose card it is
  double value = 0;           ///< in the quantity's unit
  QString key, source, note;  ///< as in published_values.h
};

struct GenerationScene {
  const GenerationQuantity* quantity = nullptr;
  GenerationLine line;
  std::vector<GenerationPublished> published = {};
  bool doubling() const;
  /// The sources of what was published, each once, as the numbers at its marks count them from 1 on.
  std::vector<GenerationPublished> sources() const;
};
/// The line of these cards, with what was published of them under no other conditions.
GenerationScene generationScene(std::span<const Session> sessions, const GenerationQuantity& quantity);

struct GenerationPlace {
  QPointF at;
  QRectF label;  ///< null: there is no room for it
};

struct GenerationLayout {
  QRectF plot;
  double left = 0;                      ///< of the numbers
  int from = 0, to = 1;                 ///< years at the left and right edge
  double low = 0, high = 1;             ///< values at the lower and upper edge
  std::vector<GenerationPlace> places;  ///< as the line's points
  std::vector<GenerationPlace> published;  ///< as the scene's; labels are the numbers of their sources
  double key = 0;                          ///< height of the key above; 0 where nothing was published
  double toX(double year) const { return plot.left() + (year - from) / (to - from) * plot.width(); }
};
/// \pre the line has points
GenerationLayout layOutGenerations(const QRectF& area, const GenerationScene& scene, const PlotStyle& style);
/// `chosen`: a point that stands out, -1 for none.
void paintGenerations(QPainter& painter, const GenerationLayout& layout, const GenerationScene& scene, int chosen,
                      const PlotStyle& style);

/// "GTX 560 Ti" of "GeForce GTX 560 Ti": what tells cards apart in little room.
QString briefCard(const QString& name);
/// "GTX 560 Ti, Fermi 2010: 512 KiB, measured".
QString generationText(const GenerationPoint& point);

}  // namespace chasescope
