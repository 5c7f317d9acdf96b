// The report as a tree: a section for each level of the hierarchy, from the SM outwards, and a row for each finding. New findings
// are merged in: what is there stays where it is, with its selection, and only rows that differ are told anew. While a probe runs,
// a last section holds what is still to come.
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
    StatusRole = Qt::UserRole + 1,  ///< int of FindingStatus; none for a section and for what is to come
    EvidenceRole,                   ///< ids of runs
    SubjectRole,                    ///< "l1_data"; of a section that of its first finding
    QuantityRole,                   ///< "capacity_bytes"; of a finding
    DetailsRole,                    ///< sentences: reason, conditions, method, reference, other methods
    PartRole,                       ///< int of ReportPart::State, of what is to come
  };

  explicit ReportModel(QObject* parent = nullptr) : QAbstractItemModel(parent) {}

  /// Shows these. Of findings with the same subject, quantity and conditions the last counts.
  void setFindings(const std::vector<Finding>& findings);
  /// Shows these beside what was found of the same.
  void setPublished(std::vector<PublishedValue> values);
  /// Whether anything was published of the device that is shown.
  bool hasPublished() const { return !published_.empty(); }
  /// Shows these below all sections; none take the section away.
  void setOutlook(const std::vector<ReportPart>& parts);
  int outlook() const { return static_cast<int>(outlook_.size()); }
  /// Rows of that status, all sections together.
  int count(FindingStatus status) const;
  int findings() const;
  /// The section that holds a subject; invalid if none does.
  QModelIndex sectionOf(const std::string& subject) const;
  /// The first row that tells that of it; invalid if none does.
  QModelIndex rowOf(const std::string& subject, const std::string& quantity) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  struct Section {
    quintptr id = 0;  // never reused, so that an index of a row finds its section whatever moved
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
  std::vector<ReportPart> outlook_;  // its section is the last one, and is there if this is not empty
  quintptr nextId_ = 1;
};

}  // namespace chasescope
