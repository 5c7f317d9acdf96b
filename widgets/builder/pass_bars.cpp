#include "widgets/builder/pass_bars.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "engine/trace/number_text.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/plain_axes.h"
#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using step::Verdict;

constexpr double kNarrowest = 2;  // px from bar to bar
constexpr double kCross = 4;      // px; in a narrower bar a cross would look like a smudge

QString cyclesText(double cycles) { return QString::fromStdString(number_text(cycles)); }

/// The accesses of one bar: the cycles of the slowest, and a miss if one of them missed.
struct Bar {
  double cycles = 0;
  Verdict verdict = Verdict::not_asked;
};

Bar barOf(const build::WarmPass& pass, const build::PartPass& part, std::uint64_t from, std::uint64_t count) {
  Bar bar;
  for (std::uint64_t i = from; i < std::min(from + count, pass.accesses()); ++i) {
    bar.cycles = std::max<double>(bar.cycles, pass.cycles[i]);
    const Verdict verdict = part.verdicts[i];
    if (verdict == Verdict::miss || bar.verdict == Verdict::not_asked) bar.verdict = verdict;
  }
  return bar;
}

void paintBar(QPainter& painter, const QRectF& bar, Verdict verdict, const PlotStyle& style) {
  const bool miss = verdict == Verdict::miss;
  const bool wide = bar.width() >= style.px(5);
  painter.setBrush(verdictFill(verdict, style.palette));
  painter.setPen(wide && !miss ? QPen(verdictColour(verdict, style.palette), style.line(1.2)) : QPen(Qt::NoPen));
  const double round = wide ? style.px(2) : 0;
  painter.drawRoundedRect(bar, round, round);
  if (!miss || bar.width() < style.px(kCross) || bar.height() < style.px(kCross)) return;
  // In a narrow bar the cross goes from edge to edge: paintCross() uses about half of its cell.
  const bool narrow = bar.width() < style.px(14);
  const double side = narrow ? std::min(bar.width() * 1.7, bar.height()) : std::min({bar.width(), bar.height(), style.em(26)});
  QRectF cell(0, 0, side, side);
  cell.moveCenter(bar.center());
  paintCross(painter, cell, style.palette.card, style.line(narrow ? 1.3 : 2));
}

/// Writes the cycles above the first bar of each height, and above later bars where there is room.
void paintCycles(QPainter& painter, const build::WarmPass& pass, const build::PartPass& part, const BarsLayout& at,
                 const PlotStyle& style) {
  painter.setFont(style.number(Weight::semiBold));
  const QFontMetricsF metrics(painter.font());
  double before = -1, free = at.plot.left() - style.em(2);
  for (std::uint64_t i = 0; i < at.bars(); ++i) {
    const Bar bar = barOf(pass, part, i * at.together, at.together);
    if (bar.cycles == std::exchange(before, bar.cycles)) continue;
    const QString words = cyclesText(bar.cycles);
    const QRectF foot = at.bar(i, bar.cycles);
    const double width = metrics.horizontalAdvance(words);
    const double left = std::clamp(foot.left(), at.plot.left(), std::max(at.plot.left(), at.plot.right() - width));
    if (left < free) continue;
    // The words must not cover a higher bar beside this one.
    bool clear = true;
    for (std::uint64_t other = i; other < at.bars() && at.bar(other, 0).left() < left + width; ++other)
      clear = clear && barOf(pass, part, other * at.together, at.together).cycles <= bar.cycles;
    if (!clear) continue;
    painter.setPen(bar.verdict == Verdict::miss  ? style.palette.missText
                   : bar.verdict == Verdict::hit ? style.palette.hitText
                                                 : style.palette.quietInk);
    painter.drawText(QPointF(left, foot.top() - style.px(4)), words);
    free = left + width + style.em(14);
  }
}

void paintNumbers(QPainter& painter, const BarsLayout& at, std::uint64_t access, const PlotStyle& style) {
  const double room = QFontMetricsF(style.number(Weight::bold)).horizontalAdvance(counted(at.accesses)) + style.em(10);
  const double perAccess = at.step / static_cast<double>(at.together);
  const auto each = static_cast<std::uint64_t>(std::max(1.0, tickStep(room / perAccess, 1, 2)));
  const double y = at.plot.bottom() + style.px(3), high = QFontMetricsF(style.number()).height();
  const auto place = [&](std::uint64_t i) {
    const QRectF bar = at.bar(i / at.together, 0);
    const double left = std::clamp(bar.center().x() - room / 2, at.plot.left() - style.em(4), at.plot.right() + style.em(4) - room);
    return QRectF(left, y, room, high);
  };
  const QRectF own = place(access);
  for (std::uint64_t i = 0; i < at.accesses; i += each) {
    if (i == access || place(i).adjusted(style.em(4), 0, -style.em(4), 0).intersects(own)) continue;
    painter.setFont(style.number());
    painter.setPen(style.palette.quietInk);
    painter.drawText(place(i), Qt::AlignCenter, counted(i));
  }
  painter.setFont(style.number(Weight::bold));
  painter.setPen(style.palette.ink);
  painter.drawText(own, Qt::AlignCenter, counted(access));
}

}  // namespace

QRectF BarsLayout::bar(std::uint64_t bar, double cycles) const {
  const double gap = step >= 10 ? std::min(step * 0.12, 4.0) : step >= 5 ? 1 : 0;
  const double height = std::max(cycles <= 0 ? 0.0 : 2.0, plot.height() * cycles / most);
  return {plot.left() + step * static_cast<double>(bar) + gap / 2, plot.bottom() - height, step - gap, height};
}

std::optional<std::uint64_t> BarsLayout::accessAt(const QPointF& place) const {
  if (accesses == 0 || place.x() < plot.left() || place.x() >= plot.left() + step * static_cast<double>(bars()))
    return std::nullopt;
  return std::min(static_cast<std::uint64_t>((place.x() - plot.left()) / step) * together, accesses - 1);
}

BarsLayout layOutBars(const build::WarmPass& pass, const QRectF& area, const PlotStyle& style) {
  BarsLayout layout;
  const double numbers = QFontMetricsF(style.number()).height() + style.px(6);
  layout.plot = area.adjusted(style.px(3), style.em(20), -style.px(3), -numbers);
  layout.accesses = pass.accesses();
  if (layout.accesses == 0) return layout;
  const auto room = static_cast<std::uint64_t>(std::max(1.0, layout.plot.width() / style.px(kNarrowest)));
  layout.together = (layout.accesses + room - 1) / room;
  constexpr double kWidest = 110;
  layout.step = std::min(layout.plot.width() / static_cast<double>(layout.bars()), style.em(kWidest));
  layout.most = std::max<double>({1, pass.slowest_cycles, *std::max_element(pass.cycles.begin(), pass.cycles.end())});
  return layout;
}

PassBars::PassBars(QWidget* parent) : DrawnPlot(parent) { setAccessibleName(tr("A warm pass, access by access")); }

void PassBars::setPass(std::shared_ptr<const build::WarmPass> pass, std::size_t part) {
  pass_ = std::move(pass);
  part_ = part;
  access_ = pass_ && pass_->accesses() > 0 ? std::min(access_, pass_->accesses() - 1) : 0;
  describe();
  update();
}

void PassBars::setAccess(std::uint64_t access) {
  if (access_ == access) return;
  access_ = access;
  describe();
  update();
}

void PassBars::look(std::uint64_t access) {
  if (!pass_ || access >= pass_->accesses() || access == access_) return;
  setAccess(access);
  emit accessPointed(access);
}

void PassBars::describe() {
  if (!pass_ || part_ >= pass_->parts.size() || pass_->accesses() == 0) return setAccessibleDescription({});
  setAccessibleDescription(tr("Access %1 of %2: %3, %4 cycles")
                               .arg(counted(access_), counted(pass_->accesses()),
                                    verdictText(pass_->parts[part_].verdicts[access_]), cyclesText(pass_->cycles[access_])));
}

void PassBars::paint(QPainter& painter) {
  if (!pass_ || part_ >= pass_->parts.size() || pass_->accesses() == 0) return;
  const PlotStyle& style = plotStyle();
  const build::PartPass& part = pass_->parts[part_];
  const BarsLayout at = layOutBars(*pass_, area(), style);
  painter.setRenderHint(QPainter::Antialiasing, true);
  for (std::uint64_t i = 0; i < at.bars(); ++i) {
    const Bar bar = barOf(*pass_, part, i * at.together, at.together);
    paintBar(painter, at.bar(i, bar.cycles), bar.verdict, style);
  }
  painter.setPen(QPen(style.palette.outline, style.line(1)));
  painter.drawLine(at.plot.bottomLeft(), QPointF(at.plot.left() + at.step * static_cast<double>(at.bars()), at.plot.bottom()));
  paintCycles(painter, *pass_, part, at, style);
  paintNumbers(painter, at, access_, style);
  const std::uint64_t chosen = access_ / at.together;
  const Bar bar = barOf(*pass_, part, chosen * at.together, at.together);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(style.palette.ink, style.line(2.2)));
  painter.drawRoundedRect(at.bar(chosen, bar.cycles).adjusted(-2.5, -2.5, 2.5, 2.5), style.px(4), style.px(4));
  if (showsFocus()) paintFocus(painter, area(), style);
  if (mouse() && at.accessAt(*mouse())) {
    const std::uint64_t access = *at.accessAt(*mouse());
    QStringList lines{
        tr("Access %1 · %2 %3")
            .arg(counted(access), part.translates ? tr("page") : tr("line"), counted(part.unit_of(pass_->offset(access)))),
        tr("%1 · %2 cycles").arg(verdictText(part.verdicts[access]), cyclesText(pass_->cycles[access]))};
    if (at.together > 1) lines << tr("a bar stands for %1 accesses").arg(counted(at.together));
    paintCallout(painter, *mouse(), lines, area(), style);
  }
}

void PassBars::pressed(const QPointF& position) {
  if (!pass_) return;
  if (const auto access = layOutBars(*pass_, area(), plotStyle()).accessAt(position)) look(*access);
}

void PassBars::mouseMoveEvent(QMouseEvent* event) {
  pressed(event->position());
  DrawnPlot::mouseMoveEvent(event);
}

bool PassBars::keyed(int key) {
  if (!pass_) return false;
  switch (key) {
    case Qt::Key_Left: look(access_ == 0 ? 0 : access_ - 1); return true;
    case Qt::Key_Right: look(access_ + 1); return true;
    case Qt::Key_Home: look(0); return true;
    case Qt::Key_End: look(pass_->accesses() == 0 ? 0 : pass_->accesses() - 1); return true;
    default: return false;
  }
}

}  // namespace chasescope

#include "moc_pass_bars.cpp"
