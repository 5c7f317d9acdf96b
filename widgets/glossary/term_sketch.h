// Draws the parts of the glossary's small pictures: cells, arrows, brackets and words, in the colours of the program. Lengths are
// in px of a sheet of 280 × 140, on which words are 12 px high.
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

  /// The look of a cell: empty, with contents, the subject of the picture, a hit, or a miss with its cross.
  enum class Look { empty, filled, chosen, hit, miss };

  void cell(const QRectF& box, Look look, const QString& words = {});
  /// Equal cells side by side from `at`, with words in as many of them as `words` has. \return the boxes of the cells
  std::vector<QRectF> row(QPointF at, QSizeF cell, const std::vector<Look>& looks, const QStringList& words = {});
  void frame(const QRectF& box, bool chosen = false, bool dashed = false);
  enum class Side { left, centre, right };
  void words(const QRectF& box, const QString& words, Side side = Side::centre, bool strong = false, bool quiet = false);
  void arrow(QPointF from, QPointF to, bool strong = true);
  /// An arc above both ends, with the head of an arrow at `to`.
  void hop(QPointF from, QPointF to, double height, bool strong = true);
  /// A dimension line with a tick at both ends, and its words below its middle.
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
