// Any number of cards as a table model: a row for each thing, a column for each card. Cells of sizes have a bar on a log scale:
// each doubling is as long as the next, from the smallest of the row to the largest.
#pragma once

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include "engine/session/compare/device_table.h"

namespace chasescope {

class Theme;

/// Shares of the width of a cell for the sizes of one row; none where a cell has no size, or all of the row are equal.
std::vector<std::optional<double>> sizeBars(const DeviceTable::Row& row);

class DeviceTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role { BarRole = Qt::UserRole + 1, AlikeRole };  ///< double from 0 to 1, or nothing; bool

  explicit DeviceTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}
  void setTable(DeviceTable table);
  const DeviceTable& table() const { return table_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  DeviceTable table_;
};

/// Paints the bars below the words.
class SizeBarDelegate : public QStyledItemDelegate {
 public:
  SizeBarDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  const Theme& theme_;
};

}  // namespace chasescope
