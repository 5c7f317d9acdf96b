// What the small pictures of the glossary are drawn with: cells, arrows, brackets and words, in the colours of the program. Lengths
// are in px of a sheet of 280 × 140; words are 12 px of it.
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <vector>

#include "engine/step/verdicts.h"
#include "widgets/style/palette.h"

namespace chasescope {

inline constexpr double kSheetWidth = 280, kSheetHeight = 140;

class TermSketch {
 public:
  TermSketch(QPainter& painter, const Palette& palette);

  /// How a cell looks: nothing in it, something, what the term is about, a hit, a miss with its cross.
  enum class Look { empty, filled, chosen, hit, miss };

  void cell(const QRectF& box, Look look, const QString& words = {});
  /// Equal cells side by side from `at`, with the words that there are. \return their boxes
  std::vector<QRectF> row(QPointF at, QSizeF cell, const std::vector<Look>& looks, const QStringList& words = {});
  void frame(const QRectF& box, bool chosen = false, bool dashed = false);
  enum class Side { left, centre, right };
  void words(const QRectF& box, const QString& words, Side side = Side::centre, bool strong = false, bool quiet = false);
  void arrow(QPointF from, QPointF to, bool strong = true);
  /// An arc above both ends, with the head of an arrow.
  void hop(QPointF from, QPointF to, double height, bool strong = true);
  /// A measure below what it spans, with its words in the middle below.
  void measure(double left, double right, double y, const QString& words);
  void line(QPointF from, QPointF to, bool strong = false, bool dashed = false);
  void curve(const std::vector<QPointF>& points);
  void dot(QPointF at, step::Verdict verdict);

  const Palette& colours() const { return palette_; }

 private:
  void head(QPointF from, QPointF to, const QColor& colour);

  QPainter& painter_;
  const Palette& palette_;
};

}  // namespace chasescope
