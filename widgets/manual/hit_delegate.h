// A hit of the search as it is listed: the page and its heading in bold, and what stands around the words below.
#pragma once

#include <QStyledItemDelegate>

namespace chasescope {

class Theme;

class HitDelegate : public QStyledItemDelegate {
 public:
  static constexpr int kExcerptRole = Qt::UserRole + 1;  ///< Qt::DisplayRole is the page and its heading

  HitDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const Theme& theme_;
};

}  // namespace chasescope
