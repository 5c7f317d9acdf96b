#include "widgets/plot/conflict_head.h"

#include <QCoreApplication>
#include <cmath>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/text_room.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ConflictScene", text); }

QString wordsOf(const ConflictHead& head, double width, const PlotStyle& style) {
  return head.words.isEmpty() ? QString() : fittingWords(style.small(), head.words, width);
}

}  // namespace

double headHeight(const ConflictHead& head, double width, const PlotStyle& style) {
  return wrappedHeight(style.text(Weight::semiBold), head.title, width) +
         wrappedHeight(style.small(), wordsOf(head, width, style), width) + style.px(6);
}

void paintHead(QPainter& painter, const QPointF& corner, double width, const ConflictHead& head, const PlotStyle& style) {
  painter.setFont(style.text(Weight::semiBold));
  painter.setPen(style.palette.ink);
  const double title = paintWrapped(painter, corner, width, head.title);
  painter.setFont(style.small());
  painter.setPen(style.palette.quietInk);
  paintWrapped(painter, corner + QPointF(0, title), width, wordsOf(head, width, style));
}

QString counted(std::uint64_t n) { return QString::fromStdString(format_count(n)); }

QString signedNumber(double value, int decimals) {
  const QString digits = QString::number(std::abs(value), 'f', decimals);
  return value < 0 && digits.toDouble() != 0 ? QChar(0x2212) + digits : digits;
}

QString setsInWords(const ConflictFacts& facts) {
  const Finding* all = facts.cache.find("sets");
  const bool isSome = all != nullptr && all->status == FindingStatus::measured && all->value.is_number() &&
                      all->value.get<double>() > static_cast<double>(facts.sets());
  if (isSome) return tr("%1 of %2 sets").arg(facts.sets()).arg(counted(all->value.get<std::uint64_t>()));
  return facts.sets() == 1 ? tr("1 set") : tr("%1 sets").arg(facts.sets());
}

std::uint32_t waysOf(const ConflictFacts& facts, std::size_t set) {
  bool known = false;
  const qulonglong number = facts.names[set].toULongLong(&known);
  return known && number < facts.cache.ways.size() ? facts.cache.ways[number] : 0;
}

}  // namespace chasescope
