// The findings as a list model: one row per finding under a heading per subject, in order of first arrival.
#pragma once

#include <QAbstractListModel>
#include <vector>

#include "engine/findings/finding.h"

namespace chasescope {

class FindingsModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role {
    HeadingRole = Qt::UserRole + 1,  ///< true for a subject's heading
    ApartRole,                       ///< a few words under the name; empty where the name alone tells the finding apart
    ValueRole,
    UnitRole,
    IntervalRole,
    StatusRole,  ///< int of FindingStatus
    StatusTextRole,
    ConditionsRole,
    DetailsRole,   ///< lines of an open row: reason, method, reference, other methods
    EvidenceRole,  ///< ids of runs
    SubjectRole,   ///< "l1_data", of headings and findings
    IndexRole,     ///< index in RunStore::findings()
  };

  explicit FindingsModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

  /// Adds the finding with this index in RunStore::findings(). It replaces a finding of the same subject, quantity and conditions.
  void add(const Finding& finding, int number);
  void clear();
  /// Number of findings, without the headings.
  int findings() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Row {
    bool heading = false;
    Finding finding;  // a heading has only the subject
    int number = -1;
  };
  QString nameOf(const Finding& finding) const;
  QString apart(const Finding& finding) const;
  template <typename Holds>
  std::ptrdiff_t same(const Finding& finding, const Holds& holds) const;
  QString bankName(const Finding& finding) const;
  QString sentence(const Finding& finding) const;

  std::vector<Row> rows_;
};

}  // namespace chasescope
