// The check of a card as a table: each value, the values of other cards of its kind, and a strip that shows where the value lies
// among them.
#pragma once

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include "engine/library/check_report.h"

namespace chasescope {

class Theme;

class CheckTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { what, card, others, strip, columns };
  enum Role { StandingRole = Qt::UserRole + 1, RowRole };  ///< Standing as int; the index of the row in the check

  explicit CheckTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
  /// The values that deviate most stand first. `all`: shows also values within the other cards' range, and values that no other
  /// card has.
  void setCheck(const CardCheck& check, bool all);
  const CheckedRow& row(int place) const { return rows_[static_cast<std::size_t>(place)]; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<CheckedRow> rows_;
};

/// A cell with air above and below its text, so that texts of two lines don't run into those of the next row.
class CheckCellDelegate : public QStyledItemDelegate {
 public:
  CheckCellDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const Theme& theme_;
};

/// Draws the other cards as grey bars on a line from the least to the greatest value, and this card as a bar with a mark over them.
class CheckStripDelegate : public QStyledItemDelegate {
 public:
  CheckStripDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const Theme& theme_;
};

}  // namespace chasescope
