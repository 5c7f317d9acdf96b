#include "widgets/views/model_numbers/model_numbers_model.h"

#include <algorithm>

namespace chasescope {

QString originText(ModelNumber::Origin origin) {
  switch (origin) {
    case ModelNumber::Origin::published: return ModelNumbersModel::tr("published");
    case ModelNumber::Origin::assumed: return ModelNumbersModel::tr("assumed");
    case ModelNumber::Origin::unstated: return ModelNumbersModel::tr("not stated");
  }
  return {};
}

void ModelNumbersModel::setNumbers(std::vector<ModelNumber> numbers) {
  beginResetModel();
  numbers_ = std::move(numbers);
  endResetModel();
}

int assumedAmong(const std::vector<ModelNumber>& numbers) {
  return static_cast<int>(std::count_if(numbers.begin(), numbers.end(),
                                        [](const ModelNumber& number) { return number.origin == ModelNumber::Origin::assumed; }));
}

int ModelNumbersModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(numbers_.size());
}

int ModelNumbersModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ModelNumbersModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const ModelNumber& number = numbers_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case OriginRole: return static_cast<int>(number.origin);
    case Qt::ToolTipRole:
      return tr("%1, %2: %3 (%4)\n%5\n%6")
          .arg(number.part, number.quantity, number.value, originText(number.origin), number.source, number.reference)
          .trimmed();
    case Qt::DisplayRole: break;
    default: return {};
  }
  switch (index.column()) {
    case PartColumn: return number.part;
    case QuantityColumn: return number.quantity;
    case ValueColumn: return number.value;
    case OriginColumn: return originText(number.origin);
    case SourceColumn: return number.source;
    default: return {};
  }
}

QVariant ModelNumbersModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case PartColumn: return tr("Part");
    case QuantityColumn: return tr("Quantity");
    case ValueColumn: return tr("Value");
    case OriginColumn: return tr("Origin");
    case SourceColumn: return tr("Source");
    default: return {};
  }
}

}  // namespace chasescope

#include "moc_model_numbers_model.cpp"
