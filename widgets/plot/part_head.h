// The head of a part of a picture: a title, and below it a sentence in the longest wording that fits.
#pragma once

#include <QPainter>
#include <QString>
#include <QStringList>

#include "widgets/style/plot_style.h"
#include "widgets/style/words.h"

namespace chasescope {

struct PartHead {
  QString title;
  QStringList words;  ///< wordings of the sentence, longest first; if none fits into one line, the last one is wrapped
};

double headHeight(const PartHead& head, double width, const PlotStyle& style);
void paintHead(QPainter& painter, const QPointF& corner, double width, const PartHead& head, const PlotStyle& style);

/// A number with a minus sign, not a hyphen.
QString signedNumber(double value, int decimals);

}  // namespace chasescope
