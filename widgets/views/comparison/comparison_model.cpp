#include "widgets/views/comparison/comparison_model.h"

#include "engine/output/outgoing_text.h"
#include "engine/session/compare/comparison_report.h"
#include "widgets/document/shown_text.h"

namespace chasescope {

QString agreementText(Agreement verdict) {
  switch (verdict) {
    case Agreement::differs: return ComparisonModel::tr("differs");
    case Agreement::only_a: return ComparisonModel::tr("only in A");
    case Agreement::only_b: return ComparisonModel::tr("only in B");
    case Agreement::agrees: return ComparisonModel::tr("agrees");
    case Agreement::incomparable: return ComparisonModel::tr("can’t be compared");
    case Agreement::neither: return ComparisonModel::tr("not known in A or B");
  }
  return {};
}

void ComparisonModel::setComparison(Comparison comparison) {
  beginResetModel();
  comparison_ = std::move(comparison);
  for (std::string* name : {&comparison_.name_a, &comparison_.name_b}) *name = one_line(*name);
  for (Compared& row : comparison_.rows) {
    row.remark = one_line(row.remark);
    for (auto* side : {&row.a, &row.b})
      if (*side) *side = shownFinding(*std::move(*side));
  }
  endResetModel();
}

int ComparisonModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(comparison_.rows.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ComparisonModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Compared& row = comparison_.rows[static_cast<std::size_t>(index.row())];
  if (role == VerdictRole) return static_cast<int>(row.verdict);
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const ComparedWords words = words_of(row);
  switch (index.column()) {
    case VerdictColumn: return agreementText(row.verdict);
    case WhatColumn: return QString::fromStdString(words.what);
    case AColumn: return QString::fromStdString(words.a);
    case BColumn: return QString::fromStdString(words.b);
    case ConditionsColumn: return QString::fromStdString(words.conditions);
    case RemarkColumn: return QString::fromStdString(words.remark);
    default: return {};
  }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case VerdictColumn: return tr("Verdict");
    case WhatColumn: return tr("Quantity");
    case AColumn: return tr("A: %1").arg(QString::fromStdString(comparison_.name_a));
    case BColumn: return tr("B: %1").arg(QString::fromStdString(comparison_.name_b));
    case ConditionsColumn: return tr("Conditions");
    case RemarkColumn: return tr("Remark");
    default: return {};
  }
}

}  // namespace chasescope

#include "moc_comparison_model.cpp"
