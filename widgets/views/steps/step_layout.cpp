#include "widgets/views/steps/step_layout.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace chasescope {
namespace {

double textHeight(const QFont& font, const QString& text, double width) {
  if (text.isEmpty()) return 0;
  return QFontMetricsF(font).boundingRect(QRectF(0, 0, std::max(1.0, width), 10000), Qt::TextWordWrap, text).height();
}

double layOutBits(StepLayout& layout, const StepPicture& picture, double top, double width, const PlotStyle& style) {
  layout.fields = bitFields(picture.split);
  const double gap = style.em(6);
  const double height = style.em(30);
  const double digit = QFontMetricsF(style.number()).horizontalAdvance(QLatin1Char('0')) + style.em(2);
  const double padding = style.em(12);
  double x = 0;
  for (BitField& field : layout.fields) {
    const double wide = std::min(std::max(static_cast<double>(field.high - field.low + 1) * digit + padding, style.em(44)), width);
    if (x > 0 && x + wide > width) {  // long addresses take another row where the width is too small
      x = 0;
      top += height + style.em(24);
    }
    field.box = QRectF(x, top, wide, height);
    field.caption = QRectF(x, top + height + style.em(2), wide + gap, style.em(16));
    x += wide + gap;
  }
  return top + height + style.em(20);
}

/// Places boxes for the ways in a grid; returns its lower edge.
double layOutWays(std::vector<QRectF>& boxes, std::size_t count, const QRectF& area, bool roomy, const PlotStyle& style) {
  const double gap = style.em(6);
  const double wanted = roomy ? style.em(96) : style.em(74);
  const double height = roomy ? style.em(42) : style.em(26);
  const auto fitting = static_cast<std::size_t>(std::max(1.0, std::floor((area.width() + gap) / (wanted + gap))));
  const std::size_t columns = std::clamp<std::size_t>(count, 1, fitting);
  const double width = std::min(style.em(150), (area.width() + gap) / static_cast<double>(columns) - gap);
  for (std::size_t i = 0; i < count; ++i)
    boxes.emplace_back(area.left() + static_cast<double>(i % columns) * (width + gap),
                       area.top() + static_cast<double>(i / columns) * (height + gap), width, height);
  return boxes.empty() ? area.top() : boxes.back().bottom();
}

double layOutSets(StepLayout& layout, const StepPicture& picture, double top, double width, const PlotStyle& style) {
  if (picture.look.before.empty() && picture.look.after.empty()) return top;
  constexpr std::size_t kRoomy = 16;
  const double arrow = style.em(40);
  const double half = (width - arrow) / 2;
  layout.before_title = QRectF(0, top, half, style.em(20));
  layout.after_title = QRectF(half + arrow, top, half, style.em(20));
  const double below = top + style.em(22);
  layout.roomy_ways = std::max(picture.look.before.size(), picture.look.after.size()) <= kRoomy;
  const double a = layOutWays(layout.before, picture.look.before.size(), QRectF(0, below, half, 0), layout.roomy_ways, style);
  const double b =
      layOutWays(layout.after, picture.look.after.size(), QRectF(half + arrow, below, half, 0), layout.roomy_ways, style);
  const double bottom = std::max(a, b);
  const double middle =
      layout.before.empty() ? below + style.em(20) : (below + std::min(bottom, layout.before.front().bottom())) / 2;
  layout.arrow = QRectF(half + style.em(6), middle - style.em(6), arrow - style.em(12), style.em(12));
  return bottom + style.em(14);
}

double layOutStrip(StepLayout& layout, const StepPicture& picture, double top, double width, const PlotStyle& style) {
  if (picture.strip.empty()) return top;
  const double column = style.em(11);
  const double title = style.legend == LegendPlace::none ? 0 : style.em(22);
  if (title > 0) layout.strip_title = QRectF(0, top, width, style.em(18));
  const auto room = static_cast<std::size_t>(std::max(1.0, std::floor(width / column)));
  const std::size_t shown = std::min(room, picture.strip.size());
  const std::size_t half = shown / 2;
  layout.first_mark = picture.current > half ? std::min(picture.current - half, picture.strip.size() - shown) : 0;
  for (std::size_t i = 0; i < shown; ++i)
    layout.strip.emplace_back(static_cast<double>(i) * column, top + title, column, style.em(40));
  return top + title + style.em(40) + style.em(title > 0 ? 18 : 5);  // without a title the passes have no names either
}

}  // namespace

std::vector<BitField> bitFields(const step::AddressSplit& split) {
  std::vector<BitField> fields;
  for (std::size_t bit = split.bits.size(); bit-- > 0;) {
    const step::BitRole role = split.bits[bit].role;
    if (fields.empty() || fields.back().role != role) {
      BitField field;
      field.role = role;
      field.high = static_cast<unsigned>(bit);
      fields.push_back(field);
    }
    fields.back().low = static_cast<unsigned>(bit);
  }
  return fields;
}

StepLayout layOutStep(const StepPicture& picture, double width, const PlotStyle& style) {
  StepLayout layout;
  const double margin = style.em(2);
  width -= 2 * margin;
  layout.title = QRectF(0, 0, width, style.em(22));
  double y = layOutBits(layout, picture, style.em(32), width, style);
  const double sentence = textHeight(style.text(), QString::fromStdString(picture.split.sentence), width);
  layout.sentence = QRectF(0, y, width, sentence);
  y = layOutSets(layout, picture, layout.sentence.bottom() + style.em(14), width, style);

  const double padding = style.em(12);
  const double inner = width - 2 * padding;
  double words = textHeight(style.text(Weight::semiBold), QString::fromStdString(picture.words.headline), inner);
  for (const std::string& text : {picture.words.reason, picture.words.sequel})
    if (!text.empty()) words += style.em(4) + textHeight(style.text(), QString::fromStdString(text), inner);
  // At least three lines high, so that the picture keeps its height from step to step.
  const double least = 3 * QFontMetricsF(style.text()).lineSpacing() + 2 * style.em(4);
  layout.words = QRectF(0, y, width, std::max(words, least) + 2 * padding);
  layout.height = layout.words.bottom() + margin;

  const auto shift = [&](QRectF& rect) { rect.translate(margin, margin); };
  for (QRectF* rect : {&layout.title, &layout.sentence, &layout.before_title, &layout.after_title, &layout.arrow, &layout.words})
    shift(*rect);
  for (auto* rects : {&layout.before, &layout.after})
    for (QRectF& rect : *rects) shift(rect);
  for (BitField& field : layout.fields) {
    shift(field.box);
    shift(field.caption);
  }
  layout.height += 2 * margin;
  return layout;
}

StepLayout layOutTimeline(const StepPicture& picture, double width, const PlotStyle& style) {
  StepLayout layout;
  const double margin = style.em(2);
  layout.height = layOutStrip(layout, picture, style.em(6), width - 2 * margin, style);
  layout.strip_title.translate(margin, 0);
  for (QRectF& column : layout.strip) column.translate(margin, 0);
  return layout;
}

}  // namespace chasescope
