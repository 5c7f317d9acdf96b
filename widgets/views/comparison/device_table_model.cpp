#include "widgets/views/comparison/device_table_model.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "widgets/document/shown_text.h"
#include "widgets/style/theme.h"

namespace chasescope {

std::vector<std::optional<double>> sizeBars(const DeviceTable::Row& row) {
  std::vector<std::optional<double>> bars(row.values.size());
  if (row.unit != "bytes") return bars;
  double least = INFINITY, most = 0;
  for (const auto& value : row.values)
    if (value && *value > 0) {
      least = std::min(least, *value);
      most = std::max(most, *value);
    }
  if (most <= least) return bars;
  // the smallest value has a bar of one doubling's length, so that it can be seen
  const double doublings = std::log2(most / least) + 1;
  for (std::size_t i = 0; i < bars.size(); ++i)
    if (row.values[i] && *row.values[i] > 0) bars[i] = (std::log2(*row.values[i] / least) + 1) / doublings;
  return bars;
}

void DeviceTableModel::setTable(DeviceTable table) {
  beginResetModel();
  table_ = std::move(table);
  endResetModel();
}

int DeviceTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}

int DeviceTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.devices.size()) + 1;
}

QVariant DeviceTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
  const DeviceTable::Row& row = table_.rows[static_cast<std::size_t>(index.row())];
  if (role == AlikeRole) return row.alike;
  const bool words = role == Qt::DisplayRole || role == Qt::ToolTipRole;
  if (index.column() == 0) return words ? QVariant(shownText(row.what)) : QVariant();
  const auto device = static_cast<std::size_t>(index.column() - 1);
  if (role == BarRole) {
    const auto bar = sizeBars(row)[device];
    return bar ? QVariant(*bar) : QVariant();
  }
  return words ? QVariant(shownText(cell_text(row, device))) : QVariant();
}

QVariant DeviceTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  return section == 0 ? tr("Quantity") : shownText(table_.devices[static_cast<std::size_t>(section - 1)]);
}

void SizeBarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const QVariant bar = index.data(DeviceTableModel::BarRole);
  if (!bar.isValid()) return;
  const QRectF room = QRectF(option.rect).adjusted(6, 0, -6, 0);
  const double high = theme_.scaled(4);
  painter->fillRect(QRectF(room.left(), room.bottom() - high - 1, room.width() * bar.toDouble(), high), theme_.colours().accent);
}

}  // namespace chasescope

#include "moc_device_table_model.cpp"
