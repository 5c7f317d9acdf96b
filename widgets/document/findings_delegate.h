// Draws a finding: name, value, interval and status on one line; the open row shows its method and reference too.
#pragma once

#include <QPersistentModelIndex>
#include <QStyledItemDelegate>

namespace chasescope {

class Theme;

class FindingsDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  FindingsDelegate(const Theme& theme, QObject* parent);

  /// Opens a row; an invalid index closes the open one.
  void setOpen(const QModelIndex& index);
  QModelIndex open() const { return open_; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintHeading(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
  void paintLine(QPainter& painter, const QRect& line, const QModelIndex& index) const;
  int lineHeight(const QModelIndex& index) const;
  int detailsHeight(int width, const QModelIndex& index) const;
  QRect detailsRect(const QRect& rect, const QModelIndex& index) const;

  const Theme& theme_;
  QPersistentModelIndex open_;
};

}  // namespace chasescope
