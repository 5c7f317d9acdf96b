// What stands over each part of the picture of conflicts: a title, and below it a sentence in the longest wording that fits.
#pragma once

#include <QPainter>
#include <QString>
#include <QStringList>

#include "widgets/plot/conflict_facts.h"
#include "widgets/plot/plot_style.h"

namespace chasescope {

struct ConflictHead {
  QString title;
  QStringList words;  ///< wordings, longest first; where none fits into a line the last one is broken
};

double headHeight(const ConflictHead& head, double width, const PlotStyle& style);
void paintHead(QPainter& painter, const QPointF& corner, double width, const ConflictHead& head, const PlotStyle& style);

/// "1,024".
QString counted(std::uint64_t n);
/// With a minus, not a hyphen.
QString signedNumber(double value, int decimals);
/// "12 of 32 sets".
QString setsInWords(const ConflictFacts& facts);
/// How many ways a set has, counted as in the facts; 0 where that is not known.
std::uint32_t waysOf(const ConflictFacts& facts, std::size_t set);
/// Pages of a TLB, lines of any other cache.
inline bool arePages(const ConflictFacts& facts) { return facts.cache.translates(); }

}  // namespace chasescope
