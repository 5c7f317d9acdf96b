// The report as a tree: a section for each level of the hierarchy, from the SM outwards, and a row for each finding. New findings
// are merged in: existing rows keep their places and the selection, and only changed rows are updated. While a probe runs, a last
// section lists the parts that are still to come.
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/session/report/sections.h"
#include "widgets/document/published_values.h"
#include "widgets/views/report/report_outlook.h"

namespace chasescope {

class ReportModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { QuantityColumn, ValueColumn, PublishedColumn, IntervalColumn, StatusColumn, EvidenceColumn, ColumnCount };
  enum Role {
    StatusRole = Qt::UserRole + 1,  ///< FindingStatus as int; none for sections and for parts to come
    EvidenceRole,                   ///< ids of runs
    SubjectRole,                    ///< "l1_data"; for a section the subject of its first finding
    QuantityRole,                   ///< "capacity_bytes"; of a finding
    DetailsRole,                    ///< sentences: reason, conditions, method, reference, other methods
    PartRole,                       ///< ReportPart::State as int, for parts to come
  };

  explicit ReportModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

  /// Shows these findings. Of findings with the same subject, quantity and conditions the last counts.
  void setFindings(const std::vector<Finding>& findings);
  /// Shows these published values beside the findings of the same quantity.
  void setPublished(std::vector<PublishedValue> values);
  /// Whether there are published values of the shown device.
  bool hasPublished() const { return !published_.empty(); }
  /// Shows these parts below all sections; without parts the section is removed.
  void setOutlook(const std::vector<ReportPart>& parts);
  int outlook() const { return static_cast<int>(outlook_.size()); }
  /// The number of rows with that status, in all sections.
  int count(FindingStatus status) const;
  int findings() const;
  /// The section that holds a subject; invalid if none does.
  QModelIndex sectionOf(const std::string& subject) const;
  /// The first row for the quantity of the subject; invalid if there is none.
  QModelIndex rowOf(const std::string& subject, const std::string& quantity) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Section {
    quintptr id = 0;  // never reused, so that a row's index finds its section wherever the section has moved
    ReportSection content;
  };
  int sectionRow(quintptr id) const;
  const Finding* finding(const QModelIndex& index) const;
  void mergeRows(int row, std::vector<Finding> wanted);
  bool isOutlook(const QModelIndex& index) const;
  QVariant outlookData(const QModelIndex& index, int role) const;
  QString nameOf(const Section& section, const Finding& finding) const;
  QVariant sectionData(const Section& section, int column, int role) const;
  QString text(const Section& section, const Finding& finding, int column) const;

  static constexpr quintptr kOutlookId = ~quintptr{0};
  std::vector<Section> sections_;
  std::vector<PublishedValue> published_;
  std::vector<ReportPart> outlook_;  // the last section, which exists only if this is not empty
  quintptr nextId_ = 1;
};

}  // namespace chasescope
