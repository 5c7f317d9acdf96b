#include "widgets/views/chase/chase_plot.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "widgets/plot/callout.h"

namespace chasescope {
namespace {

constexpr int kFrame = 4;         // px: what area() leaves free above and below
constexpr double kSmallest = 12;  // px: the smallest base size of the type; with a base of 12, titles and numbers have 14

/// The first tile that the array did not have before. None if it is another array, or no larger.
std::optional<std::size_t> grownFrom(const ChasePicture& before, const ChasePicture& now) {
  constexpr std::size_t kMostNew = 4;  // with more new tiles the mark "new" would not help
  const bool alike = before.stride == now.stride && before.element_bytes == now.element_bytes && before.unit == now.unit &&
                     before.grouped == now.grouped && before.ascending == now.ascending && before.cache.name == now.cache.name;
  if (!alike || before.tooMany() || now.tiles.size() <= before.tiles.size() || now.tiles.size() > before.tiles.size() + kMostNew)
    return std::nullopt;
  return before.tiles.size();
}

}  // namespace

ChasePlot::ChasePlot(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("A pass of the chase"));
  connect(&flight_, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
    along_ = value.toDouble();
    update();
  });
  flight_.setStartValue(0.0);
  flight_.setEndValue(1.0);
}

void ChasePlot::setPicture(std::shared_ptr<const ChasePicture> picture) {
  const auto last = picture_;
  picture_ = std::move(picture);
  if (last != nullptr && picture_ != nullptr) {
    const bool same = last->footprint == picture_->footprint && last->tiles.size() == picture_->tiles.size();
    if (!same) newFrom_ = grownFrom(*last, *picture_);
  } else {
    newFrom_.reset();
  }
  if (picture_ == nullptr || tile_ >= std::optional(picture_->tiles.size())) tile_.reset();
  if (picture_ == nullptr || hop_ >= std::optional(picture_->path.size())) hop_.reset();
  if (!covered_.pass) before_ = picture_;
  layOut();
}

void ChasePlot::setCovering(const Covering& covered) {
  if (!covered.pass) before_ = picture_;
  covered_ = covered;
  layOut();
}

const ChasePicture* ChasePlot::cachePicture() const {
  const auto& shown = covered_.pass ? before_ : picture_;
  return covered_.cache || shown == nullptr || shown->tooMany() ? nullptr : shown.get();
}

Covering ChasePlot::reallyCovered() const {
  Covering covered = covered_;
  covered.cache = cachePicture() == nullptr;
  return covered;
}

void ChasePlot::setPlotStyle(const PlotStyle& style) {
  DrawnPlot::setPlotStyle(style);
  layOut();
}

/// The style with the largest type for the room. If the picture is then too high, smaller type is used, so that all of it is
/// visible.
PlotStyle ChasePlot::grown() const {
  // A large room is seen from far away: the type grows with it.
  constexpr double kWidth = 700, kHeight = 520, kMost = 1.6;
  PlotStyle style = plotStyle();
  const double scale = style.textPixels / 12;  // the room in units of the chosen type size
  style.textPixels *= std::clamp(std::min(area().width() / (kWidth * scale), room_ / (kHeight * scale)), 1.0, kMost);
  return style;
}

void ChasePlot::layOut() {
  layout_ = {};
  if (picture_ != nullptr && !picture_->tooMany()) {
    const double width = area().width();
    room_ = parentWidget() != nullptr ? parentWidget()->height() : height();  // the visible height: the rest has to be scrolled to
    style_ = grown();
    const auto leastWith = [&](bool tight) { return layOutChase(*picture_, cachePicture(), width, 0, style_, tight).height; };
    double least = leastWith(false);
    for (int tries = 0; tries < 3 && least > room_ && style_.textPixels > kSmallest; ++tries) {
      style_.textPixels = std::max(kSmallest, style_.textPixels * 0.98 * room_ / least);
      least = leastWith(false);
    }
    // If the picture is still too high, reduce the room between the parts and the height of the bars.
    const bool tight = least + kFrame > room_;
    if (tight) least = leastWith(true);
    setMinimumHeight(static_cast<int>(std::ceil(least)) + kFrame);
    layout_ = layOutChase(*picture_, cachePicture(), width, area().height(), style_, tight);
  } else {
    setMinimumHeight(0);
  }
  describe();
  update();
}

void ChasePlot::describe() {
  QString words;
  if (picture_ != nullptr && !picture_->tooMany()) {
    QStringList sentences;
    if (!covered_.array) sentences << arrayTitles(*picture_).front() + QLatin1Char('.');
    sentences << passSentence(*picture_, reallyCovered());
    if (tile_ && !covered_.array) sentences << tileSentence(*picture_, *tile_, reallyCovered());
    sentences.removeAll(QString());
    words = sentences.join(QLatin1Char(' '));
  }
  setAccessibleDescription(words);
}

void ChasePlot::resizeEvent(QResizeEvent* event) {
  DrawnPlot::resizeEvent(event);
  layOut();
}

/// The upper edge of the part that stays in sight; infinite if not even the bars have room.
double ChasePlot::lowerPart() const {
  constexpr double kMost = 0.8;  // share of the room; the rest shows that there is more above
  for (const QRectF& title : {layout_.array_title, layout_.pass_title})
    if (const double top = title.top() - style_.em(2); layout_.height - top <= kMost * room_) return top;
  return INFINITY;
}

double ChasePlot::lift() const {
  if (parentWidget() == nullptr || picture_ == nullptr || picture_->tooMany() || std::isinf(lowerPart())) return 0;
  const double seen = parentWidget()->height() - y() - kFrame / 2.0;  // the lower edge of what is in sight
  return std::min(0.0, seen - (area().top() + layout_.height));
}

QPointF ChasePlot::inPicture(const QPointF& position) const {
  const QPointF at = position - area().topLeft();
  const double up = lift();
  return up < 0 && at.y() >= lowerPart() + up ? at - QPointF(0, up) : at;
}

ChaseScene ChasePlot::scene() const {
  ChaseScene scene{*picture_, cachePicture(), reallyCovered()};
  scene.set = set_;
  if (!scene.set && tile_ && !scene.covered.cache) scene.set = picture_->tiles[*tile_].set;
  scene.tile = tile_;
  scene.hop = hop_;
  scene.along = along_;
  scene.new_from = newFrom_;
  return scene;
}

void ChasePlot::paint(QPainter& painter) {
  if (picture_ == nullptr || picture_->tooMany()) return;
  painter.translate(area().topLeft());
  const ChaseScene shown = scene();
  if (const double up = lift(); up == 0) {
    paintChase(painter, shown, layout_, style_);
  } else {
    const QRectF lower(-2, lowerPart() + up, area().width() + 4, layout_.height - lowerPart() + kFrame);
    painter.save();
    painter.setClipRect(QRectF(-2, -2, lower.width(), lower.top() + 2));
    paintChase(painter, shown, layout_, style_);
    painter.setClipping(false);
    painter.fillRect(lower, style_.palette.card);
    painter.setPen(QPen(style_.palette.line, 1));
    painter.drawLine(lower.topLeft(), lower.topRight());
    painter.setClipRect(lower);
    painter.translate(0, up);
    paintChase(painter, shown, layout_, style_);
    painter.restore();
  }
  if (showsFocus()) paintFocus(painter, QRectF(QPointF(0, 0), area().size()), plotStyle());
}

void ChasePlot::setSet(std::optional<std::uint32_t> set) {
  set_ = set;
  update();
}

void ChasePlot::setTile(std::optional<std::size_t> tile) {
  if (picture_ == nullptr || tile >= std::optional(picture_->tiles.size())) tile.reset();
  if (tile == tile_) return;
  tile_ = tile;
  describe();
  update();
}

void ChasePlot::setHop(std::optional<std::size_t> hop, int milliseconds) {
  if (hop == hop_) return;
  hop_ = hop;
  flight_.stop();
  along_ = 1;
  if (hop && milliseconds > 0) {
    along_ = 0;
    flight_.setDuration(milliseconds);
    flight_.start();
  }
  update();
}

std::optional<std::size_t> ChasePlot::tileAt(const QPointF& position) const {
  if (picture_ == nullptr) return std::nullopt;
  const QPointF at = inPicture(position);
  const Covering covered = reallyCovered();
  for (std::size_t i = 0; i < layout_.tiles.size(); ++i) {
    const QRectF& tile = layout_.tiles[i];
    const bool beside = at.x() >= tile.left() && at.x() <= tile.right();
    if (!beside) continue;
    if (!covered.array && layout_.array.adjusted(0, 0, 0, 4).contains(at)) return i;
    if (!covered.pass && layout_.pass.contains(at)) return i;
  }
  if (cachePicture() != picture_.get()) return std::nullopt;
  const auto tile_of = [&](const ChaseRow& row, const ChaseLine& line) -> std::optional<std::size_t> {
    if (!row.box.contains(at)) return std::nullopt;
    for (std::size_t i = 0; i < row.cells.size() && row.cells.size() > 1; ++i)
      for (const std::size_t tile : line.tiles)
        if (row.cells[i].contains(at) && (picture_->tiles[tile].offset % picture_->cache.spec.unit_bytes) / picture_->stride == i)
          return tile;
    return row.cells.size() > 1 ? std::nullopt : std::optional(line.tiles.front());
  };
  for (std::size_t s = 0; s < layout_.sets.size(); ++s) {
    const ChaseSet& set = picture_->sets[s];
    for (std::size_t w = 0; w < set.ways.size(); ++w)
      if (set.ways[w].state == step::Way::State::held)
        if (const auto tile = tile_of(layout_.sets[s].ways[w], picture_->lines[set.ways[w].line])) return tile;
    for (std::size_t l = 0; l < layout_.sets[s].lost.size(); ++l)
      if (const auto tile = tile_of(layout_.sets[s].lost[l], picture_->lines[set.lost[l]])) return tile;
  }
  return std::nullopt;
}

std::optional<std::size_t> ChasePlot::setAt(const QPointF& position) const {
  const QPointF at = inPicture(position);
  for (std::size_t i = 0; i < layout_.sets.size(); ++i)
    if (layout_.sets[i].frame.united(layout_.sets[i].label).contains(at)) return i;
  return std::nullopt;
}

QString ChasePlot::wordsAt(const QPointF& position) const {
  if (const auto tile = tileAt(position)) return tileSentence(*picture_, *tile, reallyCovered());
  const ChasePicture* cache = cachePicture();
  const auto set = setAt(position);
  return set && cache != nullptr ? setSentence(*cache, cache->sets[*set], reallyCovered()) : QString();
}

void ChasePlot::hover(std::optional<std::size_t> tile) {
  if (tile == tile_) return;
  setTile(tile);
  emit tileHovered(tile ? static_cast<int>(*tile) : -1);
}

void ChasePlot::mouseMoveEvent(QMouseEvent* event) {
  DrawnPlot::mouseMoveEvent(event);
  const auto tile = tileAt(event->position());
  setCursor(tile || setAt(event->position()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  hover(tile);
}

void ChasePlot::leaveEvent(QEvent* event) {
  hover(std::nullopt);
  DrawnPlot::leaveEvent(event);
}

void ChasePlot::pressed(const QPointF& position) {
  const ChasePicture* cache = cachePicture();
  if (const auto tile = tileAt(position)) {
    emit tilePicked(static_cast<int>(*tile));
  } else if (const auto set = setAt(position); set && cache != nullptr) {
    emit setPicked(cache->sets[*set].number);
  } else {
    emit setPicked(-1);
  }
}

bool ChasePlot::keyed(int key) {
  if (picture_ == nullptr || picture_->tooMany() || covered_.array) return false;
  const std::size_t last = picture_->tiles.size() - 1;
  switch (key) {
    case Qt::Key_Right: hover(tile_ ? std::min(*tile_ + 1, last) : 0); return true;
    case Qt::Key_Left: hover(tile_ ? *tile_ - (*tile_ > 0 ? 1 : 0) : last); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (tile_) emit tilePicked(static_cast<int>(*tile_));
      return tile_.has_value();
    case Qt::Key_Escape:
      if (!tile_ && !set_) return false;
      hover(std::nullopt);
      emit setPicked(-1);
      return true;
    default: return false;
  }
}

void ChasePlot::moveEvent(QMoveEvent* event) {
  DrawnPlot::moveEvent(event);
  update();  // the lower part stays where it is seen
}

/// A lower room does not resize a plot that is higher than the room already, and yet the picture is to be drawn for that room.
bool ChasePlot::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && parentWidget() != nullptr && parentWidget()->height() != room_) layOut();
  return DrawnPlot::eventFilter(watched, event);
}

bool ChasePlot::event(QEvent* event) {
  if (event->type() == QEvent::ParentChange && parentWidget() != nullptr) parentWidget()->installEventFilter(this);
  if (event->type() != QEvent::ToolTip) return DrawnPlot::event(event);
  auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = wordsAt(help->pos());
  if (tip.isEmpty()) {
    QToolTip::hideText();
  } else {
    QToolTip::showText(help->globalPos(), QStringLiteral("<p>%1</p>").arg(tip.toHtmlEscaped()), this);
  }
  return true;
}

}  // namespace chasescope

#include "moc_chase_plot.cpp"
