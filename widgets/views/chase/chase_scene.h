// The picture of a chase, painted with a plain QPainter. Nothing is told by colour alone: a miss is a tall bar with a cross, a lost
// line is dashed and called so, and a set is named wherever its colour is.
#pragma once

#include <QPainter>
#include <optional>

#include "widgets/views/chase/chase_layout.h"
#include "widgets/views/chase/chase_words.h"

namespace chasescope {

struct ChaseScene {
  const ChasePicture& picture;
  const ChasePicture* cache = nullptr;  ///< the picture whose sets are drawn; null where they are covered
  Covering covered = {};
  std::optional<std::uint32_t> set = {};     ///< the set whose box, tiles and bars are coloured
  std::optional<std::size_t> tile = {};      ///< under the mouse
  std::optional<std::size_t> hop = {};       ///< index in ChasePicture::path of the arrow's goal
  double along = 1;                          ///< the share of the way to it that the arrow has gone, 0 to 1
  std::optional<std::size_t> new_from = {};  ///< the first tile that the array did not have before
};

/// Whether the painter's clip leaves anything of a horizontal band; a part that is out of sight costs no time.
inline bool isInSight(const QPainter& painter, double top, double bottom) {
  if (!painter.hasClipping()) return true;
  const QRectF clip = painter.clipBoundingRect();
  return clip.bottom() >= top && clip.top() <= bottom;
}

void paintChase(QPainter& painter, const ChaseScene& scene, const ChaseLayout& layout, const PlotStyle& style);

}  // namespace chasescope
