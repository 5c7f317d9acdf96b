// The look of hits and misses everywhere in the program: a hit is blue, its areas pale blue, its mark round; a miss is vermilion
// with a cross. A level without a verdict has another colour and mark, and is named by its cycles.
#pragma once

#include <QPainter>
#include <QString>

#include "engine/step/verdicts.h"
#include "widgets/style/palette.h"

namespace chasescope {

/// Of areas: pale blue, vermilion, else a grey.
QColor verdictFill(step::Verdict verdict, const Palette& palette);
/// Of marks and lines: blue, vermilion, else a grey.
QColor verdictColour(step::Verdict verdict, const Palette& palette);
/// "hit", "miss", "sector miss", "not asked", "?".
QString verdictText(step::Verdict verdict);

/// A cross in the middle of a cell, the sign of a miss, in lines of this width.
void paintCross(QPainter& painter, const QRectF& cell, const QColor& colour, double width);

/// How the marks of one level look.
struct LevelLook {
  QColor colour, ink;
  Marker marker = Marker::circle;
};
LevelLook levelLook(const inference::LatencyLevels& levels, std::size_t level, const step::LatencyVerdicts& verdicts,
                    const Palette& palette);

}  // namespace chasescope
