// Draws a hit of the search in the list: the page and its heading in bold, and below them the text around the found words.
#pragma once

#include <QStyledItemDelegate>

namespace chasescope {

class Theme;

class HitDelegate : public QStyledItemDelegate {
 public:
  /// the text around the found words; Qt::DisplayRole is the page and its heading
  static constexpr int kExcerptRole = Qt::UserRole + 1;

  HitDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const Theme& theme_;
};

}  // namespace chasescope
