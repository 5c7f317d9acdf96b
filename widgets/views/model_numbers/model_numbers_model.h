// The numbers of a software GPU as a table model: part, quantity, value, and the source of each number.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

namespace chasescope {

/// One number, as a row of the table.
struct ModelNumber {
  enum class Origin { published, assumed, unstated };
  QString part;      ///< "cache l1"
  QString quantity;  ///< "line"
  QString value;     ///< "128 B"
  QString source;    ///< "MEI14 table 4"; empty if the file gives none
  Origin origin = Origin::unstated;
  QString reference{};  ///< the full reference behind the source's short name
};

/// "published", "assumed", "not stated".
QString originText(ModelNumber::Origin origin);

int assumedAmong(const std::vector<ModelNumber>& numbers);

class ModelNumbersModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { PartColumn, QuantityColumn, ValueColumn, OriginColumn, SourceColumn, ColumnCount };
  enum Role { OriginRole = Qt::UserRole + 1 };  ///< int of ModelNumber::Origin

  explicit ModelNumbersModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void setNumbers(std::vector<ModelNumber> numbers);
  int assumed() const { return assumedAmong(numbers_); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<ModelNumber> numbers_;
};

}  // namespace chasescope
