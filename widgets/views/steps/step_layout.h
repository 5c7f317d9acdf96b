// Where the parts of the step player's picture lie, for any width and type size: pure geometry.
#pragma once

#include <QRectF>
#include <vector>

#include "widgets/plot/step_picture.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

/// Neighbouring address bits of the same role, from `high` down to `low`.
struct BitField {
  step::BitRole role = step::BitRole::unknown;
  unsigned low = 0, high = 0;
  QRectF box;
  QRectF caption;  ///< text below the field
};

struct StepLayout {
  QRectF title;
  std::vector<BitField> fields;  ///< the highest bits first
  QRectF sentence;
  QRectF before_title, after_title, arrow;
  std::vector<QRectF> before, after;  ///< a box for each way, before and after the access
  QRectF words;
  QRectF strip_title;          ///< of the timeline, as the strip
  std::vector<QRectF> strip;   ///< a column for each mark that fits
  std::size_t first_mark = 0;  ///< index of the mark in the first column
  bool roomy_ways = true;      ///< a way has room for a second line of text
  double height = 0;
};

/// The access itself, without the timeline.
StepLayout layOutStep(const StepPicture& picture, double width, const PlotStyle& style);
/// The timeline alone: the accesses around this one as a strip. The timeline stays in sight while the access is scrolled.
StepLayout layOutTimeline(const StepPicture& picture, double width, const PlotStyle& style);

/// The fields of an address, without boxes.
std::vector<BitField> bitFields(const step::AddressSplit& split);

}  // namespace chasescope
