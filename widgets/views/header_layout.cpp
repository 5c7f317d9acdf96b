#include "widgets/views/header_layout.h"

#include <QHBoxLayout>
#include <algorithm>

namespace chasescope {
namespace {

constexpr int kGap = 4;  // px

/// The width of a part with the gap before it; 0 for a part without visible items.
int withGap(const QLayout& part, int width) { return part.isEmpty() ? 0 : kGap + width; }

}  // namespace

HeaderLayout::HeaderLayout(QHBoxLayout* title, QHBoxLayout* choices, QHBoxLayout* last)
    : title_(title), choices_(choices), last_(last), parts_{title, choices, last} {
  setContentsMargins(0, 0, 0, 0);
  for (QHBoxLayout* part : {title, choices, last}) addChildLayout(part);
}

HeaderLayout::~HeaderLayout() {
  while (QLayoutItem* part = takeAt(0)) delete part;
}

int HeaderLayout::besideWidth() const {
  return title_->minimumSize().width() + withGap(*choices_, choices_->sizeHint().width()) +
         withGap(*last_, last_->sizeHint().width());
}

int HeaderLayout::flow(const QRect& box, bool place) const {
  int x = 0, y = 0, row = 0;
  for (int i = 0; i < choices_->count(); ++i) {
    QLayoutItem* item = choices_->itemAt(i);
    if (item->isEmpty()) continue;  // a gap, or hidden
    const QSize size = item->sizeHint();
    if (x > 0 && x + size.width() > box.width()) {
      y += row + kGap;
      x = row = 0;
    }
    if (place) item->setGeometry({box.x() + x, box.y() + y, std::min(size.width(), box.width()), size.height()});
    x += size.width() + 2 * kGap;
    row = std::max(row, size.height());
  }
  return y + row;
}

QSize HeaderLayout::sizeHint() const {
  return {besideWidth(), std::max({title_->sizeHint().height(), choices_->sizeHint().height(), last_->sizeHint().height()})};
}

QSize HeaderLayout::minimumSize() const {
  int widest = title_->minimumSize().width() + withGap(*last_, last_->minimumSize().width());
  for (int i = 0; i < choices_->count(); ++i)
    if (!choices_->itemAt(i)->isEmpty()) widest = std::max(widest, choices_->itemAt(i)->minimumSize().width());
  return {widest, std::max({title_->minimumSize().height(), choices_->minimumSize().height(), last_->minimumSize().height()})};
}

int HeaderLayout::heightForWidth(int width) const {
  if (width >= besideWidth()) return sizeHint().height();
  const int rows = flow({0, 0, width, 0}, false);
  return std::max(title_->sizeHint().height(), last_->sizeHint().height()) + (rows > 0 ? kGap + rows : 0);
}

void HeaderLayout::setGeometry(const QRect& box) {
  QLayout::setGeometry(box);
  const bool beside = box.width() >= besideWidth();
  const int above = beside ? box.height() : std::max(title_->sizeHint().height(), last_->sizeHint().height());
  int right = box.x() + box.width();
  const auto fromRight = [&](QHBoxLayout* part) {
    if (part->isEmpty()) return;
    const int width = part->sizeHint().width();
    part->setGeometry({right - width, box.y(), width, above});
    right -= width + kGap;
  };
  fromRight(last_);
  if (beside) fromRight(choices_);
  title_->setGeometry({box.x(), box.y(), right - box.x(), above});
  if (!beside) flow(box.adjusted(0, above + kGap, 0, 0), true);
}

void HeaderLayout::addItem(QLayoutItem* item) { delete item; }  // the layout has only its three parts

QLayoutItem* HeaderLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? parts_[static_cast<std::size_t>(index)] : nullptr;
}

// A part that is deleted removes itself from the layout first, by takeAt().
QLayoutItem* HeaderLayout::takeAt(int index) {
  QLayoutItem* part = itemAt(index);
  if (part != nullptr) parts_.erase(parts_.begin() + index);
  return part;
}

}  // namespace chasescope
