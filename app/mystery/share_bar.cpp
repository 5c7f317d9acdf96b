#include "app/mystery/share_bar.h"

#include <QPainter>

#include "app/mystery/mark_look.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

constexpr double kHeight = 20, kLength = 170, kShareMark = 10;

}  // namespace

ShareBar::ShareBar(const mystery::QuestionShare& share, const Theme& theme, QWidget* parent)
    : QWidget(parent), share_(share), theme_(theme) {
  const QString words = tr("%1 right, %2 in part, %3 wrong, %4 without an answer")
                            .arg(share.right)
                            .arg(share.part)
                            .arg(share.wrong)
                            .arg(share.unanswered);
  setAccessibleName(tr("%1: %2").arg(QString::fromUtf8(mystery::words_of(share.question).title), words));
  setToolTip(words);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize ShareBar::sizeHint() const { return {theme_.scaled(kLength), theme_.scaled(kHeight)}; }

void ShareBar::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Palette& palette = theme_.colours();
  const QFont font = theme_.number(12, Weight::semiBold);
  painter.setFont(font);
  const double unit = static_cast<double>(width() - 1) / static_cast<double>(share_.asked());
  const double mark = theme_.scaled(kShareMark), gap = theme_.scaled(4);
  double left = 0.5;
  const std::pair<AnswerMark, std::size_t> parts[] = {{AnswerMark::right, share_.right},
                                                      {AnswerMark::part, share_.part},
                                                      {AnswerMark::wrong, share_.wrong},
                                                      {AnswerMark::none, share_.unanswered}};
  for (const auto& [kind, count] : parts) {
    if (count == 0) continue;
    const QRectF box(left, 0.5, unit * static_cast<double>(count) - 1, height() - 1);
    const QColor colour = markColour(kind, palette);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(kind == AnswerMark::none ? palette.card : mixed(colour, palette.card, 0.22));
    painter.drawRect(box);
    const QString number = QString::number(count);
    const double digits = QFontMetricsF(font).horizontalAdvance(number);
    if (box.width() > digits + mark + 3 * gap) {
      paintMark(painter, QRectF(box.left() + gap, box.center().y() - mark / 2, mark, mark), kind, palette);
      painter.setPen(palette.ink);
      painter.drawText(box.adjusted(gap + mark + gap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, number);
    } else if (box.width() > digits) {
      painter.setPen(palette.ink);
      painter.drawText(box, Qt::AlignCenter, number);
    }
    left += unit * static_cast<double>(count);
  }
}

}  // namespace chasescope

#include "moc_share_bar.cpp"
