#include "widgets/builder/cache_picture.h"

#include <QMouseEvent>
#include <QPainter>

#include "engine/build/index_working.h"
#include "widgets/builder/cache_map.h"
#include "widgets/plot/callout.h"
#include "widgets/plot/text_room.h"
#include "widgets/style/words.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {

CachePicture::CachePicture(QWidget* parent) : DrawnPlot(parent) {
  setAccessibleName(tr("Picture of the cache"));
  setToolTip({});
}

QSize CachePicture::minimumSizeHint() const { return {420, 220}; }

void CachePicture::setPass(std::shared_ptr<const build::WarmPass> pass, std::size_t part, bool pullable) {
  pass_ = std::move(pass);
  part_ = part;
  pullable_ = pullable;
  map_ = pass_ && part_ < pass_->parts.size() ? cacheMapOf(*pass_, part_) : SetMap{};
  access_ = pass_ && pass_->accesses() > 0 ? std::min(access_, pass_->accesses() - 1) : 0;
  describe();
  update();
}

void CachePicture::setAccess(std::uint64_t access) {
  if (access_ == access) return;
  access_ = access;
  describe();
  update();
}

void CachePicture::look(std::uint64_t access) {
  if (!pass_ || access >= pass_->accesses() || access == access_) return;
  setAccess(access);
  emit accessPointed(access);
}

QRectF CachePicture::setsArea() const { return area().adjusted(0, heightOfWorking(plotStyle()) + plotStyle().em(4), 0, 0); }

SetMapLayout CachePicture::layoutOfSets() const {
  return map_.empty() ? SetMapLayout{} : layOutCache(map_, setsArea(), plotStyle());
}

std::optional<WorkingPicture> CachePicture::working() const {
  if (!pass_ || part_ >= pass_->parts.size() || pass_->accesses() == 0 || map_.empty()) return std::nullopt;
  const build::PartPass& part = pass_->parts[part_];
  const std::uint64_t address = pass_->offset(access_);
  WorkingPicture picture;
  picture.working = build::index_working(part.spec, address, pass_->offset(pass_->accesses() - 1));
  picture.line = part.unit_of(address);
  picture.translates = part.translates;
  picture.tooMany = map_.lines[picture.working.set].size() > map_.cache.ways[picture.working.set];
  return picture;
}

void CachePicture::describe() {
  const auto picture = working();
  if (!picture) return setAccessibleDescription({});
  setAccessibleDescription(workingSentence(*picture) + QLatin1Char(' ') +
                           describeSet(map_, picture->working.set).join(QStringLiteral(". ")));
}

void CachePicture::paint(QPainter& painter) {
  const PlotStyle& style = plotStyle();
  const auto picture = working();
  if (!picture) {
    painter.setFont(style.text());
    painter.setPen(style.palette.quietInk);
    if (pass_)
      painter.drawText(area(), Qt::AlignCenter | Qt::TextWordWrap,
                       tr("Each way has an index of its own, so there are no sets to draw."));
    return;
  }
  QRectF top = area();
  top.setHeight(heightOfWorking(style));
  paintWorking(painter, top, *picture, style);
  const SetMapLayout layout = layoutOfSets();
  CachePointing pointing;
  pointing.line = picture->line;
  if (mouse()) {
    pointing.hovered = layout.setAt(*mouse());
    if (pullable_ && !pull_) pointing.pulled = rimAt(map_, layout, style, *mouse());
  }
  if (pull_ && pull_->set < map_.sets()) pointing.pulled = pull_->set;
  paintCache(painter, map_, layout, setsArea(), style, pointing);
  if (showsFocus()) paintFocus(painter, setsArea().adjusted(1, 1, -1, -1), style);
  if (mouse() && pointing.pulled && !pull_)
    paintCallout(painter, *mouse(),
                 {tr("Set %1 · %2 ways").arg(counted(*pointing.pulled), counted(map_.cache.ways[*pointing.pulled])),
                  tr("Pull it up or down")},
                 area(), style);
}

void CachePicture::pressed(const QPointF& position) {
  if (map_.empty()) return;
  if (pull_) {
    if (pull_->set >= map_.sets()) return;
    const std::uint32_t ways = waysAt(pull_->from, pull_->set, position.y());
    if (ways != map_.cache.ways[pull_->set]) emit waysPulled(pull_->set, ways);
    return;
  }
  const SetMapLayout layout = layoutOfSets();
  if (const auto set = pullable_ ? rimAt(map_, layout, plotStyle(), position) : std::nullopt) {
    pull_ = Pull{*set, layout};
    return update();
  }
  if (const auto line = lineAt(map_, layout, plotStyle(), position)) look(line->position);
}

void CachePicture::mouseMoveEvent(QMouseEvent* event) {
  if (!map_.empty() && event->buttons() == Qt::NoButton) {
    const SetMapLayout layout = layoutOfSets();
    setCursor(pullable_ && rimAt(map_, layout, plotStyle(), event->position()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    if (const auto line = lineAt(map_, layout, plotStyle(), event->position())) look(line->position);
  }
  DrawnPlot::mouseMoveEvent(event);
}

void CachePicture::mouseReleaseEvent(QMouseEvent* event) {
  pull_.reset();
  update();
  DrawnPlot::mouseReleaseEvent(event);
}

bool CachePicture::keyed(int key) {
  const auto picture = working();
  if (!picture) return false;
  const std::uint32_t set = picture->working.set, ways = map_.cache.ways[set];
  switch (key) {
    case Qt::Key_Left: look(access_ == 0 ? 0 : access_ - 1); return true;
    case Qt::Key_Right: look(access_ + 1); return true;
    case Qt::Key_Home: look(0); return true;
    case Qt::Key_End: look(pass_->accesses() - 1); return true;
    case Qt::Key_Up:
      if (pullable_) emit waysPulled(set, ways + 1);
      return pullable_;
    case Qt::Key_Down:
      if (pullable_ && ways > 1) emit waysPulled(set, ways - 1);
      return pullable_;
    default: return false;
  }
}

}  // namespace chasescope

#include "moc_cache_picture.cpp"
