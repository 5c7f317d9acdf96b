// The way of one line to its set: the bits of its address, the bits of the set number that they give, and the set. The scene is the
// top of the picture of a built cache.
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

/// The height that the scene needs, px.
double heightOfWorking(const PlotStyle& style);
void paintWorking(QPainter& painter, const QRectF& area, const WorkingPicture& picture, const PlotStyle& style);
/// The same in words, for people who can't see the picture: "Line 32 goes to set 4: s2 = 1 ⊕ 0 = 1, …".
QString workingSentence(const WorkingPicture& picture);

}  // namespace chasescope
