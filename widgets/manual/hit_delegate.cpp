#include "widgets/manual/hit_delegate.h"

#include <QPainter>

#include "widgets/style/theme.h"

namespace chasescope {
namespace {

constexpr int kAirOfHit = 8;  // px around the words
constexpr int kWrapped = Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop;

struct Places {
  QRect heading, excerpt;
};

Places placesIn(const QRect& room, const QModelIndex& index, const Theme& theme) {
  const QRect inside = room.adjusted(kAirOfHit, kAirOfHit, -kAirOfHit, -kAirOfHit);
  const auto high = [&](const QFont& font, int role, int top) {
    const QRect all(inside.left(), top, inside.width(), 10000);
    return QFontMetrics(font).boundingRect(all, kWrapped, index.data(role).toString()).height();
  };
  Places places;
  places.heading =
      QRect(inside.left(), inside.top(), inside.width(), high(theme.text(13, Weight::semiBold), Qt::DisplayRole, inside.top()));
  const int below = places.heading.bottom() + 3;
  places.excerpt = QRect(inside.left(), below, inside.width(), high(theme.text(13), HitDelegate::kExcerptRole, below));
  return places;
}

}  // namespace

void HitDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Palette& colours = theme_.colours();
  painter->save();
  if (option.state.testFlag(QStyle::State_Selected))
    painter->fillRect(option.rect, colours.accentSoft);
  else if (option.state.testFlag(QStyle::State_MouseOver))
    painter->fillRect(option.rect, colours.hover);
  painter->setPen(colours.line);
  painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
  const Places places = placesIn(option.rect, index, theme_);
  painter->setPen(colours.ink);
  painter->setFont(theme_.text(13, Weight::semiBold));
  painter->drawText(places.heading, kWrapped, index.data(Qt::DisplayRole).toString());
  painter->setPen(colours.quietInk);
  painter->setFont(theme_.text(13));
  painter->drawText(places.excerpt, kWrapped, index.data(kExcerptRole).toString());
  painter->restore();
}

QSize HitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* list = qobject_cast<const QWidget*>(option.widget);
  const int width = list == nullptr ? 280 : list->contentsRect().width() - 12;  // less the width of a scroll bar, which may appear
  return {width, placesIn(QRect(0, 0, width, 10000), index, theme_).excerpt.bottom() + kAirOfHit};
}

}  // namespace chasescope
