// Where one line goes: its address bit by bit, what they make of the set, and the set. The top of the picture of a built cache.
#pragma once

#include <QPainter>
#include <QString>

#include "engine/build/index_working.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

struct WorkingPicture {
  build::IndexWorking working;
  std::uint64_t line = 0;
  bool translates = false;
  bool tooMany = false;  ///< its set has more lines than ways
};

/// The height that it needs.
double heightOfWorking(const PlotStyle& style);
void paintWorking(QPainter& painter, const QRectF& area, const WorkingPicture& picture, const PlotStyle& style);
/// The same for people who can't see it: "Line 32 goes to set 4: s2 = 1 ⊕ 0 = 1, …".
QString workingSentence(const WorkingPicture& picture);

}  // namespace chasescope
