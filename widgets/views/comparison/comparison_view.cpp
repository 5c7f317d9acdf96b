#include "widgets/views/comparison/comparison_view.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "engine/session/compare/comparison_report.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

class ComparisonView::Filter : public QSortFilterProxyModel {
 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;

  void setDifferencesOnly(bool only) {
    only_ = only;
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
    const auto verdict = static_cast<Agreement>(sourceModel()->index(row, 0, parent).data(ComparisonModel::VerdictRole).toInt());
    return !only_ || (verdict != Agreement::agrees && verdict != Agreement::neither);
  }
  /// Sorts the column of verdicts as a report does, with what differs first; and other columns by their text.
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
    if (left.column() != ComparisonModel::VerdictColumn) return QSortFilterProxyModel::lessThan(left, right);
    return left.data(ComparisonModel::VerdictRole).toInt() < right.data(ComparisonModel::VerdictRole).toInt();
  }

 private:
  bool only_ = false;
};

ComparisonView::ComparisonView(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      model_(new ComparisonModel(this)),
      filter_(new Filter(this)),
      summary_(looking(new QLabel(this), "quiet")),
      differencesOnly_(new QCheckBox(tr("Only differences"), this)),
      table_(new QTableView(this)) {
  filter_->setSourceModel(model_);
  table_->setModel(filter_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(ComparisonModel::VerdictColumn, Qt::AscendingOrder);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setTabKeyNavigation(false);
  table_->setAlternatingRowColors(true);
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(theme.scaled(28));
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->setAccessibleName(tr("Values of both sessions"));
  auto* head = new QHBoxLayout;
  head->addWidget(summary_, 1);
  head->addWidget(differencesOnly_);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(head);
  layout->addWidget(table_);
  connect(differencesOnly_, &QCheckBox::toggled, this, [this](bool only) { filter_->setDifferencesOnly(only); });
}

QString ComparisonView::summary() const { return QString::fromStdString(comparison_summary(model_->comparison())); }

void ComparisonView::setComparison(Comparison comparison) {
  model_->setComparison(std::move(comparison));
  summary_->setText(summary());
  constexpr int kWidest = 320;
  table_->resizeColumnsToContents();
  for (int column = 0; column < ComparisonModel::ColumnCount; ++column)
    table_->setColumnWidth(column, std::min(table_->columnWidth(column) + 12, kWidest));
}

}  // namespace chasescope

#include "moc_comparison_view.cpp"
