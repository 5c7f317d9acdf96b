// What stands over a part of a picture: a title, and below it a sentence in the longest wording that fits.
#pragma once

#include <QPainter>
#include <QString>
#include <QStringList>

#include "widgets/style/plot_style.h"
#include "widgets/style/words.h"

namespace chasescope {

struct PartHead {
  QString title;
  QStringList words;  ///< wordings, longest first; where none fits into a line the last one is broken
};

double headHeight(const PartHead& head, double width, const PlotStyle& style);
void paintHead(QPainter& painter, const QPointF& corner, double width, const PartHead& head, const PlotStyle& style);

/// With a minus, not a hyphen.
QString signedNumber(double value, int decimals);

}  // namespace chasescope
