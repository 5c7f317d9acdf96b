#include "widgets/style/verdict_look.h"

#include <algorithm>
#include <array>

#include "widgets/style/words.h"

namespace chasescope {
namespace {

// The levels' green, pink and violet, which stand for neither hit nor miss.
constexpr std::array<std::size_t, 3> kUntold{1, 3, 4};
constexpr std::array kUntoldMarkers{Marker::square, Marker::diamond, Marker::plus};

bool missed(step::Verdict verdict) { return verdict == step::Verdict::miss || verdict == step::Verdict::sector_miss; }

}  // namespace

QColor verdictFill(step::Verdict verdict, const Palette& palette) {
  if (missed(verdict)) return palette.miss;
  if (verdict == step::Verdict::hit) return mixed(palette.hit, palette.card, palette.dark ? 0.34 : 0.22);
  return mixed(palette.outline, palette.card, 0.5);
}

QColor verdictColour(step::Verdict verdict, const Palette& palette) {
  if (missed(verdict)) return palette.miss;
  return verdict == step::Verdict::hit ? palette.hit : palette.outline;
}

QString verdictText(step::Verdict verdict) {
  switch (verdict) {
    case step::Verdict::hit: return tr("hit");
    case step::Verdict::miss: return tr("miss");
    case step::Verdict::sector_miss: return tr("sector miss");
    case step::Verdict::not_asked: return tr("not asked");
    case step::Verdict::unknown: break;
  }
  return QStringLiteral("?");
}

void paintCross(QPainter& painter, const QRectF& cell, const QColor& colour, double width) {
  const double side = std::min(cell.width(), cell.height()) * 0.48;
  QRectF in(0, 0, side, side);
  in.moveCenter(cell.center());
  painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(in.bottomLeft(), in.topRight());
  painter.drawLine(in.topLeft(), in.bottomRight());
}

LevelLook levelLook(const inference::LatencyLevels& levels, std::size_t level, const step::LatencyVerdicts& verdicts,
                    const Palette& palette) {
  const auto of = [&](std::size_t i) { return verdicts.of(levels[i].median); };
  const step::Verdict verdict = of(level);
  if (verdict == step::Verdict::hit) return {palette.hit, palette.hitText, Marker::circle};
  if (missed(verdict)) return {palette.miss, palette.missText, Marker::cross};
  std::size_t untold = 0;
  for (std::size_t i = 0; i < level; ++i) untold += of(i) == step::Verdict::unknown ? 1 : 0;
  const std::size_t colour = kUntold[untold % kUntold.size()];
  return {levelColour(colour, palette), levelTextColour(colour, palette), kUntoldMarkers[untold % kUntoldMarkers.size()]};
}

}  // namespace chasescope
