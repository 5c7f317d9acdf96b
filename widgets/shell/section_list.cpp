#include "widgets/shell/section_list.h"

#include <QApplication>
#include <QDrag>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include "widgets/style/theme.h"
#include "widgets/style/theme_icon.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kMostOfRow = 4;  // rows narrower than this many icon widths have no icon

enum Role { IdRole = Qt::UserRole + 1, IconRole, BadgeRole, BadgeIconRole, ToneRole };

QColor toneColour(SectionRow::Tone tone, const Palette& palette) {
  switch (tone) {
    case SectionRow::Tone::quiet: return palette.quietInk;
    case SectionRow::Tone::good: return palette.measured;
    case SectionRow::Tone::live: return palette.accent;
    case SectionRow::Tone::bad: return palette.danger;
    case SectionRow::Tone::busy: return palette.cantTell;
  }
  return palette.quietInk;
}

class SectionDelegate : public QStyledItemDelegate {
 public:
  SectionDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

  QSize sizeHint(const QStyleOptionViewItem& /*option*/, const QModelIndex& index) const override {
    const bool heading = index.data(IdRole).toString().isEmpty();
    return {theme_.scaled(120), theme_.scaled(heading ? (index.row() == 0 ? 26 : 34) : 32)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, true);
    if (index.data(IdRole).toString().isEmpty()) {
      painter->setFont(theme_.small(Weight::semiBold));
      painter->setPen(theme_.colours().quietInk);
      painter->drawText(option.rect.adjusted(theme_.scaled(12), 0, -8, -theme_.scaled(5)), Qt::AlignLeft | Qt::AlignBottom,
                        index.data().toString());
    } else {
      paintRow(*painter, option, index);
    }
    painter->restore();
  }

 private:
  void paintRow(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Palette& palette = theme_.colours();
    const QRect rect = option.rect.adjusted(4, 1, -4, -1);
    const bool enabled = (index.flags() & Qt::ItemIsEnabled) != 0;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    if (selected || (enabled && (option.state & QStyle::State_MouseOver) != 0)) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(selected ? palette.accentSoft : palette.hover);
      painter.drawRoundedRect(rect, 6, 6);
    }
    if (selected && (option.state & QStyle::State_HasFocus) != 0) {
      painter.setPen(QPen(palette.focus, 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), 6, 6);
    }
    const QColor faded = disabledInk(palette, 0.6);
    int left = rect.left() + theme_.scaled(10);
    int right = rect.right() - theme_.scaled(8);
    const int side = theme_.scaled(18);
    // The name has priority: an icon or a badge without room beside it is left out, and only the tooltip tells the rest.
    const int iconWidth = side + theme_.scaled(8);
    if (const QString icon = index.data(IconRole).toString(); !icon.isEmpty() && iconWidth * kMostOfRow < right - left) {
      paintIcon(painter, icon, QRectF(left, rect.center().y() - side / 2.0 + 0.5, side, side),
                !enabled   ? faded
                : selected ? palette.accent
                           : palette.quietInk);
      left += iconWidth;
    }
    const QColor tone = enabled ? toneColour(static_cast<SectionRow::Tone>(index.data(ToneRole).toInt()), palette) : faded;
    if (const QString icon = index.data(BadgeIconRole).toString(); !icon.isEmpty()) {
      paintIcon(painter, icon, QRectF(right - side, rect.center().y() - side / 2.0 + 0.5, side, side), tone);
      right -= side + theme_.scaled(6);
    } else if (const QString badge = index.data(BadgeRole).toString(); !badge.isEmpty()) {
      const QFont font = theme_.small();
      const int width = QFontMetrics(font).horizontalAdvance(badge), gap = theme_.scaled(8);
      if (hasRoom(index, right - left - width - gap)) {
        painter.setFont(font);
        painter.setPen(tone);
        painter.drawText(QRect(right - width, rect.top(), width + 1, rect.height()), Qt::AlignRight | Qt::AlignVCenter, badge);
        right -= width + gap;
      }
    }
    const QFont font = theme_.text(13, selected ? Weight::semiBold : Weight::regular);
    painter.setFont(font);
    painter.setPen(enabled ? palette.ink : faded);
    painter.drawText(QRect(left, rect.top(), right - left, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, right - left));
  }

  /// Whether the name fits into `room` px in the widest weight, so that nothing moves when the row is chosen.
  bool hasRoom(const QModelIndex& index, int room) const {
    return QFontMetrics(theme_.text(13, Weight::semiBold)).horizontalAdvance(index.data().toString()) <= room;
  }

  const Theme& theme_;
};

}  // namespace

SectionList::SectionList(const Theme& theme, QWidget* parent) : QListView(parent), model_(new QStandardItemModel(this)) {
  looking(this, "bare");
  setModel(model_);
  setItemDelegate(new SectionDelegate(theme, this));
  setMouseTracking(true);
  setFrameShape(QFrame::NoFrame);
  setEditTriggers(NoEditTriggers);
  setSelectionMode(SingleSelection);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setResizeMode(Adjust);
  connect(&theme, &Theme::themeChanged, this, [this] { doItemsLayout(); });
  connect(selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& current) {
    const QString id = current.data(IdRole).toString();
    if (!quiet_ && !id.isEmpty()) emit chosen(id);
  });
  connect(this, &QListView::doubleClicked, this, [this](const QModelIndex& index) {
    if (const QString id = index.data(IdRole).toString(); !id.isEmpty()) emit entered(id);
  });
}

void SectionList::keyPressEvent(QKeyEvent* event) {
  if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !currentId().isEmpty()) {
    emit entered(currentId());
    return event->accept();
  }
  QListView::keyPressEvent(event);
}

void SectionList::mousePressEvent(QMouseEvent* event) {
  const QModelIndex row = indexAt(event->position().toPoint());
  const bool enabled = row.isValid() && (row.flags() & Qt::ItemIsEnabled) != 0;
  if (dragType_.isEmpty() || event->button() != Qt::LeftButton || !enabled) return QListView::mousePressEvent(event);
  pressed_ = row;  // a press begins a drag, and does not choose the row
  pressedAt_ = event->position().toPoint();
  event->accept();
}

void SectionList::mouseMoveEvent(QMouseEvent* event) {
  if (!pressed_.isValid()) return QListView::mouseMoveEvent(event);
  if ((event->position().toPoint() - pressedAt_).manhattanLength() < QApplication::startDragDistance()) return;
  const QModelIndex row = pressed_;
  pressed_ = QPersistentModelIndex();
  dragRow(row);
}

void SectionList::mouseReleaseEvent(QMouseEvent* event) {
  if (!pressed_.isValid()) return QListView::mouseReleaseEvent(event);
  const QModelIndex row = pressed_;
  pressed_ = QPersistentModelIndex();
  setCurrentIndex(row);
}

void SectionList::dragRow(const QModelIndex& row) {
  auto* dragged = new QMimeData;
  dragged->setData(dragType_, row.data(IdRole).toString().toUtf8());
  auto* drag = new QDrag(this);
  drag->setMimeData(dragged);
  drag->setPixmap(viewport()->grab(visualRect(row)));
  drag->setHotSpot(pressedAt_ - visualRect(row).topLeft());
  drag->exec(Qt::CopyAction);
}

void SectionList::setRows(const std::vector<SectionRow>& rows) {
  const QString current = currentId();
  const bool wasQuiet = quiet_;
  quiet_ = true;
  // If only the states have changed, the rows are kept: the list does not scroll, and an open tooltip stays open.
  bool same = model_->rowCount() == static_cast<int>(rows.size());
  for (int i = 0; same && i < model_->rowCount(); ++i) {
    const SectionRow& row = rows[static_cast<std::size_t>(i)];
    same = model_->item(i)->data(IdRole).toString() == row.id && (!row.id.isEmpty() || model_->item(i)->text() == row.text);
  }
  if (!same) model_->clear();
  int at = 0;
  for (const SectionRow& row : rows) {
    auto* item = same ? model_->item(at++) : new QStandardItem;
    item->setText(row.text);
    item->setData(row.id, IdRole);
    item->setData(row.icon, IconRole);
    item->setData(row.badge, BadgeRole);
    item->setData(row.badgeIcon, BadgeIconRole);
    item->setData(static_cast<int>(row.tone), ToneRole);
    item->setToolTip(row.detail);
    item->setEditable(false);
    // Headings are disabled, so that the arrow keys step over them.
    item->setEnabled(row.enabled && !row.id.isEmpty());
    item->setSelectable(!row.id.isEmpty() && row.enabled);
    item->setData(row.badge.isEmpty() ? row.text : row.text + QStringLiteral(", ") + row.badge, Qt::AccessibleTextRole);
    if (!same) model_->appendRow(item);
  }
  if (!same) setCurrentId(current);
  quiet_ = wasQuiet;
}

QModelIndex SectionList::indexOf(const QString& id) const {
  for (int row = 0; row < model_->rowCount(); ++row)
    if (!id.isEmpty() && model_->index(row, 0).data(IdRole).toString() == id) return model_->index(row, 0);
  return {};
}

QString SectionList::currentId() const { return currentIndex().data(IdRole).toString(); }

void SectionList::setCurrentId(const QString& id) {
  const bool wasQuiet = quiet_;
  quiet_ = true;
  const QModelIndex index = indexOf(id);
  setCurrentIndex(index);
  if (!index.isValid()) clearSelection();
  quiet_ = wasQuiet;
}

}  // namespace chasescope

#include "moc_section_list.cpp"
