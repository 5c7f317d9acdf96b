// The step player's picture, painted with a plain QPainter. Colour is never the only sign: a miss is tall, an eviction has a mark,
// and the ways have words.
#pragma once

#include <QPainter>

#include "widgets/views/steps/step_layout.h"

namespace chasescope {

void paintStep(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style);
void paintTimeline(QPainter& painter, const StepPicture& picture, const StepLayout& layout, const PlotStyle& style);

/// "tag", "set", "within the line", …
QString bitRoleText(step::BitRole role, const step::Part& part);

}  // namespace chasescope
