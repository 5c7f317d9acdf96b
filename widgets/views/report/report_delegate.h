// Draws a row of the report: its status as mark and word, its evidence as a link, a section's title in bold.
#pragma once

#include <QStyledItemDelegate>

namespace chasescope {

class Theme;

class ReportDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  ReportDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  const Theme& theme_;
};

}  // namespace chasescope
