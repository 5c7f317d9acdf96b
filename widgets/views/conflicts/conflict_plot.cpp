#include "widgets/views/conflicts/conflict_plot.h"

#include <QPainter>
#include <algorithm>

#include "widgets/plot/callout.h"

namespace chasescope {

ConflictPlot::ConflictPlot(QWidget* parent) : DrawnPlot(parent) { setAccessibleName(tr("Which lines evict each other")); }

void ConflictPlot::setFacts(std::shared_ptr<const ConflictFacts> facts) {
  const QString name = chosen_ && facts_ ? facts_->names[*chosen_] : QString();
  facts_ = std::move(facts);
  image_ = {};
  if (chosen_) {
    chosen_.reset();
    if (facts_ && !name.isEmpty())
      if (const auto same = std::find(facts_->names.begin(), facts_->names.end(), name); same != facts_->names.end())
        chosen_ = static_cast<std::size_t>(same - facts_->names.begin());
  }
  update();
}

void ConflictPlot::setBySet(bool bySet) {
  bySet_ = bySet;
  image_ = {};
  update();
}

void ConflictPlot::choose(std::optional<std::size_t> set) {
  chosen_ = set && facts_ && *set < facts_->sets() ? set : std::nullopt;
  setAccessibleDescription(describe().join(QStringLiteral(", ")));
  update();
}

void ConflictPlot::pick(std::optional<std::size_t> set) {
  if (set == chosen_) return;
  choose(set);
  emit setPicked();
}

QStringList ConflictPlot::describe() const { return facts_ && chosen_ ? setWords(*facts_, *chosen_) : QStringList(); }

std::optional<ConflictPair> ConflictPlot::pairAt(const QPointF& position) const {
  const PlacedPart matrix = layoutNow().front();
  return chasescope::pairAt(position, matrix.area, matrix.order(), *facts_, plotStyle());
}

QStringList ConflictPlot::wordsAt(const QPointF& position) const {
  if (!facts_) return {};
  const auto pair = pairAt(position);
  return pair ? pairWords(*facts_, *pair) : QStringList();
}

QPointF ConflictPlot::middleOf(const ConflictPair& pair) const {
  const PlacedPart matrix = layoutNow().front();
  const QRectF square = squareOf(matrix.area, matrix.order(), *facts_, plotStyle());
  const auto at = [&](std::size_t place) {
    std::size_t cell = place;
    if (matrix.part == ConflictPart::by_address)
      cell = static_cast<std::size_t>(std::find(facts_->by_address.begin(), facts_->by_address.end(), place) -
                                      facts_->by_address.begin());
    return (static_cast<double>(cell) + 0.5) / static_cast<double>(facts_->places.size()) * square.width();
  };
  return square.topLeft() + QPointF(at(pair.column), at(pair.row));
}

const QImage& ConflictPlot::image(PlaceOrder order) {
  const QRgb ground = plotStyle().palette.card.rgb() ^ (plotStyle().palette.miss.rgb() << 1U);
  if (image_.isNull() || imageOf_ != order || imageGround_ != ground) {
    image_ = conflictImage(*facts_, order, plotStyle().palette);
    imageOf_ = order;
    imageGround_ = ground;
  }
  return image_;
}

void ConflictPlot::paint(QPainter& painter) {
  if (!facts_) return;
  const PlotStyle& style = plotStyle();
  const std::vector<PlacedPart> parts = layoutNow();
  for (const PlacedPart& part : parts) paintPart(painter, part, *facts_, style, &image(parts.front().order()), chosen_);
  const QRectF square = squareOf(parts.front().area, parts.front().order(), *facts_, style);
  painter.setBrush(Qt::NoBrush);
  if (chosen_ && showsSets()) {
    painter.setPen(QPen(style.palette.ink, style.line(2)));
    painter.drawRect(squareOfSet(*chosen_, square, *facts_).adjusted(-1, -1, 1, 1));
  }
  if (showsFocus()) paintFocus(painter, square, style);
  const auto pair = mouse() ? pairAt(*mouse()) : std::nullopt;
  if (!pair) return;
  const double half = std::max(square.width() / static_cast<double>(facts_->places.size()), 4.0) / 2;
  const QPointF middle = middleOf(*pair);
  painter.setPen(QPen(style.palette.ink, style.line(1.5)));
  painter.drawRect(QRectF(middle - QPointF(half, half), QSizeF(2 * half, 2 * half)));
  paintCallout(painter, *mouse(), pairWords(*facts_, *pair), area(), style);
}

void ConflictPlot::pressed(const QPointF& position) {
  if (!facts_ || facts_->sets() == 0) return;
  const auto pair = pairAt(position);
  pick(pair && facts_->together(pair->row, pair->column) ? std::optional(facts_->set_of(pair->row)) : std::nullopt);
}

bool ConflictPlot::keyed(int key) {
  if (!facts_ || facts_->sets() == 0) return false;
  const std::size_t last = facts_->sets() - 1;
  switch (key) {
    case Qt::Key_Down: pick(chosen_ ? std::min(*chosen_ + 1, last) : 0); return true;
    case Qt::Key_Up: pick(chosen_ ? *chosen_ - (*chosen_ > 0 ? 1 : 0) : last); return true;
    case Qt::Key_Escape:
      if (!chosen_) return false;
      pick(std::nullopt);
      return true;
    default: return false;
  }
}

}  // namespace chasescope

#include "moc_conflict_plot.cpp"
