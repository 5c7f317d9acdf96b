// Any number of cards as a table model: a row for each fact, a column for each card. Cells with sizes have a bar on a logarithmic
// scale from the row's smallest size to its largest; each doubling has the same length.
#pragma once

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include "engine/session/compare/device_table.h"

namespace chasescope {

class Theme;

/// The length of each bar of a row, as a share of the cell's width; nothing for a cell without a size, and none if all sizes are
/// equal.
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
