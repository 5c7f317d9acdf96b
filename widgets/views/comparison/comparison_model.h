// A comparison of two sessions as a table model: verdict, quantity, the values of both sides, conditions, remark.
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include "engine/session/compare/comparison.h"

namespace chasescope {

/// "differs", "only in A", …
QString agreementText(Agreement verdict);

class ComparisonModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { VerdictColumn, WhatColumn, AColumn, BColumn, ConditionsColumn, RemarkColumn, ColumnCount };
  enum Role { VerdictRole = Qt::UserRole + 1 };  ///< int of Agreement

  explicit ComparisonModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void setComparison(Comparison comparison);
  const Comparison& comparison() const { return comparison_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  Comparison comparison_;
};

}  // namespace chasescope
