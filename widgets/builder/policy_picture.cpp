#include "widgets/builder/policy_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/style/verdict_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using step::Verdict;

constexpr double kBoxWidth = 46, kBoxHeight = 26, kGapOfBoxes = 4;
constexpr double kSurely = 0.995;  // a share of at least this is shown as always

int percent(double share) { return static_cast<int>(std::lround(share * 100)); }

}  // namespace

PolicyPicture::PolicyPicture(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("Which line of a full set goes"));
  setFocusPolicy(Qt::NoFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PolicyPicture::restyle(const PlotStyle& style) {
  setPlotStyle(style);
  updateGeometry();
}

void PolicyPicture::setNext(const build::NextToGo& next) {
  next_ = next;
  setVisible(!next_.empty());
  setAccessibleDescription(sentence());
  setToolTip(sentence());
  update();
}

QSize PolicyPicture::sizeHint() const {
  const double words = QFontMetricsF(plotStyle().number()).height();
  return {static_cast<int>(plotStyle().em(4 * kBoxWidth)),
          static_cast<int>(std::ceil(words + plotStyle().em(kBoxHeight) + plotStyle().px(8)))};
}

QSize PolicyPicture::minimumSizeHint() const { return {120, sizeHint().height()}; }

QString PolicyPicture::sentence() const {
  if (next_.empty()) return {};
  const std::size_t ways = next_.goes.size();
  if (ways == 1) return tr("The set has one line, which goes.");
  const auto most = std::max_element(next_.goes.begin(), next_.goes.end());
  const auto line = most - next_.goes.begin() + 1;
  // The shares count as equal if none is further from equal than chance would bring in kTries tries (4 standard deviations).
  constexpr double kSigmas = 4;
  const double equal = 1.0 / static_cast<double>(ways), chance = kSigmas * std::sqrt(equal * (1 - equal) / build::kTries);
  const bool alike =
      std::all_of(next_.goes.begin(), next_.goes.end(), [&](double share) { return std::abs(share - equal) <= chance; });
  const QString before = tr("Lines 1 to %1 came in order, and line 1 was used again: when another comes, ").arg(counted(ways));
  if (*most >= kSurely) return before + tr("line %1 goes.").arg(line);
  if (alike) return before + tr("each of them goes now and then.");
  return before + tr("line %1 goes most often (%2 %).").arg(line).arg(percent(*most));
}

void PolicyPicture::paint(QPainter& painter) {
  if (next_.empty()) return;
  const PlotStyle& style = plotStyle();
  const Palette& palette = style.palette;
  painter.setRenderHint(QPainter::Antialiasing);
  const std::size_t ways = next_.goes.size();
  const double gap = style.px(kGapOfBoxes);
  const double width = std::min(style.em(kBoxWidth), (area().width() + gap) / static_cast<double>(ways) - gap);
  const double words = QFontMetricsF(style.number()).height();
  for (std::size_t i = 0; i < ways; ++i) {
    const double share = next_.goes[i];
    const QRectF box(area().left() + static_cast<double>(i) * (width + gap), area().top() + words + style.px(2), width,
                     style.em(kBoxHeight));
    const QColor miss = verdictColour(Verdict::miss, palette), hit = verdictColour(Verdict::hit, palette);
    painter.setPen(Qt::NoPen);
    painter.setBrush(verdictFill(Verdict::hit, palette));
    painter.drawRoundedRect(box, style.px(3), style.px(3));
    if (share > 0) {  // the filled part of the box is as high as the line's share
      QRectF often = box;
      often.setTop(box.bottom() - box.height() * std::min(share, 1.0));
      painter.setBrush(mixed(miss, palette.card, 0.35));
      painter.drawRoundedRect(often, style.px(3), style.px(3));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(share > 0 ? miss : hit, style.line(i == 0 ? 2.2 : 1.2)));  // the first line was used twice
    painter.drawRoundedRect(box, style.px(3), style.px(3));
    painter.setPen(palette.ink);
    painter.setFont(style.number(Weight::semiBold));
    painter.drawText(box, Qt::AlignCenter, QString::number(i + 1));
    const QString often = tr("%1 %").arg(percent(share));
    painter.setFont(style.number());
    if (share <= 0 || QFontMetricsF(painter.font()).horizontalAdvance(often) > width + gap) continue;
    painter.setPen(palette.missText);
    painter.drawText(QRectF(box.left() - gap, area().top(), width + 2 * gap, words), Qt::AlignCenter, often);
  }
}

}  // namespace chasescope

#include "moc_policy_picture.cpp"
