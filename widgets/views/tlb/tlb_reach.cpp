#include "widgets/views/tlb/tlb_reach.h"

#include <QPainterPath>
#include <algorithm>

#include "widgets/figure/panel_letter.h"
#include "widgets/plot/byte_axis.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/markers.h"
#include "widgets/style/words.h"
#include "widgets/views/tlb/tlb_scene.h"

namespace chasescope {
namespace {

constexpr double kBar = 22;  // height of a bar of the reach axis, with its gap

/// From one page of the smallest size to a little beyond the memory that the TLBs are known to cover.
ByteAxis reachAxis(const QRectF& area, const TlbLevels& tlbs, const PlotStyle& style) {
  double from = 4096, to = 0;
  bool page = false;
  for (const TlbLevel& level : tlbs.reaches()) {
    if (level.page_bytes)
      from = page ? std::min(from, static_cast<double>(*level.page_bytes)) : static_cast<double>(*level.page_bytes);
    page = page || level.page_bytes.has_value();
    to = std::max(to, static_cast<double>(level.covers().value_or(0)));
  }
  to = std::max({4 * to, 16 * from, 2.0 * static_cast<double>(tlbs.window_bytes.value_or(0))});
  const double name = QFontMetricsF(style.small(Weight::medium)).horizontalAdvance(tr("page table")) + style.px(12);
  ByteAxis axis =
      byteAxis(area.left() + name, area.right() - style.px(9), from, to);  // the last number reaches 8 px beyond the axis
  axis.from = from;                                                        // bars begin at one page
  return axis;
}

/// Hatches a box, so that it differs from the bars in grey print, too. \param words a part of the box without hatching
void paintHatched(QPainter& painter, const QRectF& box, const QRectF& words, const PlotStyle& style) {
  QPainterPath lines;
  QRectF rest = box;
  if (!words.isNull()) {
    QRectF left = box;
    left.setRight(words.left());
    rest.setLeft(words.right());
    addHatching(lines, left, style.px(7));
  }
  addHatching(lines, rest, style.px(7));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(mixed(style.palette.outline, style.palette.card, 0.45), style.line(1)));
  painter.drawPath(lines);
  painter.setPen(QPen(style.palette.outline, style.line(1), Qt::DashLine));
  painter.drawRect(box);
}

QString reachTitle() { return tr("Reach of each TLB"); }
QString windowText(const TlbLevels& tlbs) {
  return tr("activation window %1").arg(sizeText(static_cast<double>(*tlbs.window_bytes)));
}

/// The height of the title, with the text of the window below it where both don't fit on one line.
double reachHead(const QRectF& area, const TlbLevels& tlbs, const PlotStyle& style) {
  const QFontMetricsF title(style.text(Weight::medium)), small(style.small());
  const double line = title.height() + style.px(4);
  if (!tlbs.window_bytes) return line;
  const double end = reachAxis(area, tlbs, style).toX(static_cast<double>(*tlbs.window_bytes)) - style.px(4);
  const bool one =
      end - area.left() >= title.horizontalAdvance(reachTitle()) + small.horizontalAdvance(windowText(tlbs)) + style.em(10);
  return one ? line : line + small.height();
}

/// Writes the reach beside the end of the bar where there is room, else inside the bar; in fewer words where neither has room.
void paintReachText(QPainter& painter, const QRectF& bar, double right, const TlbLevel& level, const PlotStyle& style) {
  const QString size = sizeText(static_cast<double>(*level.covers()));
  const QString text = level.reach_bytes ? tr("reach %1").arg(size) : tr("neighbouring pages up to %1").arg(size);
  const double air = style.px(6), beside = right - bar.right() - air, inside = bar.width() - 2 * air;
  const QString shown =
      fittingWords(style.small(), {text, level.reach_bytes ? size : tr("up to %1").arg(size)}, std::max(beside, inside));
  const double width = QFontMetricsF(style.small()).horizontalAdvance(shown) + style.px(2);
  painter.setFont(style.small());
  painter.setPen(style.palette.ink);
  const bool in = width <= inside;
  painter.drawText(QRectF(in ? bar.right() - air - width : bar.right() + air, bar.top(), width, bar.height()),
                   (in ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, shown);
}

}  // namespace

void paintReach(QPainter& painter, const QRectF& area, const TlbLevels& tlbs, const PlotStyle& style) {
  const ByteAxis axis = reachAxis(area, tlbs, style);
  const double head = reachHead(area, tlbs, style);
  const double bar = style.em(kBar);
  const double bottom = area.top() + head + bar * static_cast<double>(tlbs.reaches().size() + 1);
  painter.setFont(style.text(Weight::medium));
  painter.setPen(style.palette.ink);
  painter.drawText(QRectF(area.left(), area.top(), area.width(), head), Qt::AlignLeft | Qt::AlignTop, reachTitle());
  const QColor colour = levelColour(kTranslation, style.palette);
  const QFontMetricsF small(style.small());
  double covered = axis.from;
  bool all_known = true;
  const auto label = [&](double y, const QString& text) {
    painter.setFont(style.small(Weight::medium));
    painter.setPen(style.palette.ink);
    painter.drawText(QRectF(area.left(), y, axis.left - area.left() - style.px(8), bar), Qt::AlignRight | Qt::AlignVCenter, text);
  };
  for (std::size_t i = 0; i < tlbs.reaches().size(); ++i) {
    const TlbLevel& level = tlbs.reaches()[i];
    const double y = area.top() + head + bar * static_cast<double>(i);
    label(y, tlbName(level));
    painter.setFont(style.small());
    const auto covers = level.covers();
    if (!covers) {
      all_known = false;
      painter.setPen(style.palette.quietInk);
      painter.drawText(QRectF(axis.left + style.px(4), y, axis.right - axis.left, bar), Qt::AlignLeft | Qt::AlignVCenter,
                       tr("? reach not known"));
      continue;
    }
    const double end = axis.toX(static_cast<double>(*covers));
    covered = std::max(covered, static_cast<double>(*covers));
    const QRectF box(axis.left, y + style.em(3), end - axis.left, bar - style.em(6));
    painter.setPen(QPen(colour, style.line(1.2)));
    painter.setBrush(mixed(colour, style.palette.card, style.palette.dark ? 0.34 : 0.22));
    painter.drawRect(box);
    paintReachText(painter, box, area.right(), level, style);
  }
  // The bar of memory that no TLB covers.
  const double y = area.top() + head + bar * static_cast<double>(tlbs.reaches().size());
  label(y, tr("page table"));
  const QRectF rest(axis.toX(covered), y + style.em(3), axis.right - axis.toX(covered), bar - style.em(6));
  const QString walk = tr("read on every access");
  if (!all_known) {
    painter.setFont(style.small());
    painter.setPen(style.palette.quietInk);
    painter.drawText(QRectF(axis.left + style.px(4), y, axis.right - axis.left, bar), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("? size from which it is read not known"));
  } else {
    // The text stands in the middle, or in the wider part beside the line of the window.
    QRectF room = rest;
    const double window = tlbs.window_bytes ? axis.toX(static_cast<double>(*tlbs.window_bytes)) : 0;
    if (window > rest.left() && window < rest.right()) window < rest.center().x() ? room.setLeft(window) : room.setRight(window);
    const double width = small.horizontalAdvance(walk) + style.px(10);
    const bool written = room.width() > width + style.px(6);
    const QRectF words(room.center().x() - width / 2, room.top(), width, room.height());
    paintHatched(painter, rest, written ? words : QRectF(), style);
    painter.setFont(style.small());
    painter.setPen(style.palette.ink);
    if (written) painter.drawText(words, Qt::AlignCenter, walk);
  }
  if (tlbs.window_bytes) {
    const double x = axis.toX(static_cast<double>(*tlbs.window_bytes));
    painter.setPen(QPen(style.palette.ink, style.line(1.2), Qt::DashLine));
    painter.drawLine(QPointF(x, area.top() + head - style.px(2)), QPointF(x, bottom));
    painter.setFont(style.small());
    const double width = small.horizontalAdvance(windowText(tlbs)) + style.px(2);
    const double left = std::max(area.left(), x - style.px(4) - width);
    painter.drawText(QRectF(left, area.top() + head - style.px(4) - small.height(), width, small.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, windowText(tlbs));
  }
  paintByteAxis(painter, axis, bottom + style.px(2), tr("Memory that a chase visits"), style);
}

double reachHeight(const QRectF& area, const TlbLevels& tlbs, const PlotStyle& style) {
  if (tlbs.shown == TlbLevels::Shown::levels) return 0;
  return letterHeight(style) + reachHead(area, tlbs, style) + style.px(4) +
         style.em(kBar) * static_cast<double>(tlbs.reaches().size() + 1) + belowByteAxis(style);
}

}  // namespace chasescope
