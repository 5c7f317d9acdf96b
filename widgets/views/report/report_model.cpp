#include "widgets/views/report/report_model.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/findings/finding_words.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/glossary.h"

namespace chasescope {
namespace {

bool sameThing(const Finding& a, const Finding& b) {
  return a.subject == b.subject && a.quantity == b.quantity && a.conditions == b.conditions;
}

bool isNumbers(int column) { return column == ReportModel::ValueColumn || column == ReportModel::PublishedColumn; }

/// The last finding of each subject, quantity and conditions, at the place of the first.
std::vector<Finding> newest(const std::vector<Finding>& findings) {
  std::map<std::string, std::size_t> places;
  std::vector<Finding> kept;
  for (const Finding& finding : findings) {
    const auto [at, isNew] =
        places.try_emplace(finding.subject + '\n' + finding.quantity + '\n' + finding.conditions.dump(), kept.size());
    if (isNew) {
      kept.push_back(finding);
    } else {
      kept[at->second] = finding;
    }
  }
  return kept;
}

/// Makes `rows` match `wanted` in order and number with few removals and insertions, and calls `update` for each matching pair.
/// \param same whether two rows stand for the same thing
template <typename Row, typename Wanted, typename Same, typename Remove, typename Insert, typename Update>
void merge(std::vector<Row>& rows, std::vector<Wanted>& wanted, Same same, Remove remove, Insert insert, Update update) {
  std::size_t i = 0;
  for (; i < wanted.size(); ++i) {
    if (i >= rows.size() || !same(rows[i], wanted[i])) {
      const auto from = rows.begin() + static_cast<std::ptrdiff_t>(std::min(i, rows.size()));
      const auto later = std::find_if(from, rows.end(), [&](const Row& row) { return same(row, wanted[i]); });
      if (later == rows.end()) {
        insert(i, std::move(wanted[i]));
        continue;
      }
      remove(i, static_cast<std::size_t>(later - rows.begin()) - 1);
    }
    update(i, std::move(wanted[i]));
  }
  if (i < rows.size()) remove(i, rows.size() - 1);
}

}  // namespace

void ReportModel::setFindings(const std::vector<Finding>& findings) {
  std::vector<ReportSection> wanted = report_sections(newest(findings));
  merge(
      sections_, wanted, [](const Section& a, const ReportSection& b) { return a.content.title == b.title; },
      [this](std::size_t first, std::size_t last) {
        beginRemoveRows({}, static_cast<int>(first), static_cast<int>(last));
        sections_.erase(sections_.begin() + static_cast<std::ptrdiff_t>(first),
                        sections_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        endRemoveRows();
      },
      [this](std::size_t at, ReportSection section) {
        beginInsertRows({}, static_cast<int>(at), static_cast<int>(at));
        sections_.insert(sections_.begin() + static_cast<std::ptrdiff_t>(at), {nextId_++, std::move(section)});
        endInsertRows();
      },
      [this](std::size_t at, ReportSection section) { mergeRows(static_cast<int>(at), std::move(section.findings)); });
}

void ReportModel::setPublished(std::vector<PublishedValue> values) {
  published_ = std::move(values);
  for (int row = 0; row < static_cast<int>(sections_.size()); ++row) {
    const QModelIndex section = index(row, 0);
    emit dataChanged(index(0, 0, section), index(rowCount(section) - 1, ColumnCount - 1, section));
  }
}

void ReportModel::mergeRows(int row, std::vector<Finding> wanted) {
  std::vector<Finding>& rows = sections_[static_cast<std::size_t>(row)].content.findings;
  const QModelIndex section = index(row, 0);
  bool changed = false;
  merge(
      rows, wanted, sameThing,
      [&](std::size_t first, std::size_t last) {
        beginRemoveRows(section, static_cast<int>(first), static_cast<int>(last));
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        endRemoveRows();
        changed = true;
      },
      [&](std::size_t at, Finding finding) {
        beginInsertRows(section, static_cast<int>(at), static_cast<int>(at));
        rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(at), std::move(finding));
        endInsertRows();
        changed = true;
      },
      [&](std::size_t at, Finding finding) {
        if (rows[at] == finding) return;
        rows[at] = std::move(finding);
        emit dataChanged(index(static_cast<int>(at), 0, section), index(static_cast<int>(at), ColumnCount - 1, section));
        changed = true;
      });
  if (changed) emit dataChanged(section, section);  // the section's summary has changed
}

void ReportModel::setOutlook(const std::vector<ReportPart>& parts) {
  if (parts == outlook_) return;
  const int row = static_cast<int>(sections_.size());
  if (outlook_.empty()) {
    beginInsertRows({}, row, row);
    outlook_ = parts;
    endInsertRows();
    return;
  }
  if (parts.empty()) {
    beginRemoveRows({}, row, row);
    outlook_.clear();
    endRemoveRows();
    return;
  }
  const QModelIndex section = index(row, 0);
  std::vector<ReportPart> wanted = parts;
  merge(
      outlook_, wanted, [](const ReportPart& a, const ReportPart& b) { return a.title == b.title; },
      [&](std::size_t first, std::size_t last) {
        beginRemoveRows(section, static_cast<int>(first), static_cast<int>(last));
        outlook_.erase(outlook_.begin() + static_cast<std::ptrdiff_t>(first),
                       outlook_.begin() + static_cast<std::ptrdiff_t>(last) + 1);
        endRemoveRows();
      },
      [&](std::size_t at, ReportPart part) {
        beginInsertRows(section, static_cast<int>(at), static_cast<int>(at));
        outlook_.insert(outlook_.begin() + static_cast<std::ptrdiff_t>(at), std::move(part));
        endInsertRows();
      },
      [&](std::size_t at, ReportPart part) {
        if (outlook_[at] == part) return;
        outlook_[at] = std::move(part);
        emit dataChanged(index(static_cast<int>(at), 0, section), index(static_cast<int>(at), ColumnCount - 1, section));
      });
  emit dataChanged(section, section);  // the number of rows has changed
}

int ReportModel::count(FindingStatus status) const {
  std::ptrdiff_t number = 0;
  for (const Section& section : sections_)
    number += std::count_if(section.content.findings.begin(), section.content.findings.end(),
                            [&](const Finding& finding) { return finding.status == status; });
  return static_cast<int>(number);
}

int ReportModel::findings() const {
  std::size_t number = 0;
  for (const Section& section : sections_) number += section.content.findings.size();
  return static_cast<int>(number);
}

QModelIndex ReportModel::rowOf(const std::string& subject, const std::string& quantity) const {
  for (int section = 0; section < static_cast<int>(sections_.size()); ++section) {
    const std::vector<Finding>& findings = sections_[static_cast<std::size_t>(section)].content.findings;
    const auto found = std::ranges::find_if(
        findings, [&](const Finding& finding) { return finding.subject == subject && finding.quantity == quantity; });
    if (found != findings.end()) return index(static_cast<int>(found - findings.begin()), 0, index(section, 0));
  }
  return {};
}

QModelIndex ReportModel::sectionOf(const std::string& subject) const {
  for (std::size_t row = 0; row < sections_.size(); ++row)
    if (!sections_[row].content.names_subject && sections_[row].content.findings.front().subject == subject)
      return index(static_cast<int>(row), 0);
  return {};
}

int ReportModel::sectionRow(quintptr id) const {
  if (id == kOutlookId) return outlook_.empty() ? -1 : static_cast<int>(sections_.size());
  const auto found = std::find_if(sections_.begin(), sections_.end(), [&](const Section& section) { return section.id == id; });
  return found == sections_.end() ? -1 : static_cast<int>(found - sections_.begin());
}

// Sections have the id 0; rows have the id of their section.
QModelIndex ReportModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, quintptr{0});
  const auto section = static_cast<std::size_t>(parent.row());
  return createIndex(row, column, section < sections_.size() ? sections_[section].id : kOutlookId);
}

QModelIndex ReportModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == 0) return {};
  const int row = sectionRow(child.internalId());
  return row < 0 ? QModelIndex() : createIndex(row, 0, quintptr{0});
}

int ReportModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(sections_.size()) + (outlook_.empty() ? 0 : 1);
  if (parent.internalId() != 0 || parent.column() != 0) return 0;
  if (isOutlook(parent)) return outlook();
  return static_cast<int>(sections_[static_cast<std::size_t>(parent.row())].content.findings.size());
}

int ReportModel::columnCount(const QModelIndex&) const { return ColumnCount; }

const Finding* ReportModel::finding(const QModelIndex& index) const {
  const int section = index.internalId() == 0 ? -1 : sectionRow(index.internalId());
  if (section < 0 || static_cast<std::size_t>(section) >= sections_.size()) return nullptr;
  const auto& rows = sections_[static_cast<std::size_t>(section)].content.findings;
  return static_cast<std::size_t>(index.row()) < rows.size() ? &rows[static_cast<std::size_t>(index.row())] : nullptr;
}

QVariant ReportModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (isOutlook(index)) return outlookData(index, role);
  if (index.internalId() == 0) return sectionData(sections_[static_cast<std::size_t>(index.row())], index.column(), role);
  const Finding* found = finding(index);
  if (found == nullptr) return {};
  const Section& section = sections_[static_cast<std::size_t>(sectionRow(index.internalId()))];
  switch (role) {
    case Qt::DisplayRole: return text(section, *found, index.column());
    case Qt::AccessibleTextRole: {
      // A screen reader reads a row's first cell as a whole sentence; other cells only have their own text.
      if (index.column() != QuantityColumn) return text(section, *found, index.column());
      QStringList words{QString::fromStdString(section.content.title), nameOf(section, *found), valueText(*found).joined(),
                        statusText(found->status), text(section, *found, IntervalColumn)};
      if (const QString published = publishedText(published_, *found); !published.isEmpty())
        words << tr("published: %1").arg(published);
      return words.join(QStringLiteral(", "));
    }
    case Qt::ToolTipRole:
      return teachingTip(quantityText(found->quantity), quantityMeaning(found->quantity),
                         findingDetails(*found) + publishedDetails(published_, *found));
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (isNumbers(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case StatusRole: return static_cast<int>(found->status);
    case SubjectRole: return QString::fromStdString(found->subject);
    case QuantityRole: return QString::fromStdString(found->quantity);
    case DetailsRole: return findingDetails(*found) + publishedDetails(published_, *found);
    case EvidenceRole: {
      QStringList ids;
      for (const std::string& id : found->evidence) ids << QString::fromStdString(id);
      return ids;
    }
    default: return {};
  }
}

QVariant ReportModel::sectionData(const Section& section, int column, int role) const {
  const auto& rows = section.content.findings;
  if (role == SubjectRole) return section.content.names_subject ? QString() : QString::fromStdString(rows.front().subject);
  if (role == Qt::ToolTipRole && !section.content.names_subject)
    return teachingTip(QString::fromStdString(section.content.title), subjectMeaning(rows.front().subject));
  if (column != 0 || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)) return {};
  QStringList counts;
  for (const auto status :
       {FindingStatus::measured, FindingStatus::reported, FindingStatus::not_measurable, FindingStatus::absent}) {
    const auto number = std::count_if(rows.begin(), rows.end(), [&](const Finding& row) { return row.status == status; });
    if (number > 0) counts << tr("%1 %2").arg(number).arg(statusText(status));
  }
  return QString::fromStdString(section.content.title) + QStringLiteral("   ") + counts.join(QStringLiteral(" · "));
}

bool ReportModel::isOutlook(const QModelIndex& index) const {
  return index.internalId() == kOutlookId || (index.internalId() == 0 && static_cast<std::size_t>(index.row()) >= sections_.size());
}

QVariant ReportModel::outlookData(const QModelIndex& index, int role) const {
  const bool stopped = outlook_.front().state == ReportPart::State::stopped;
  if (index.internalId() == 0) {
    if (index.column() != 0 || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)) return {};
    return (stopped ? tr("Not reached") : tr("Still to come")) + QStringLiteral("   ") +
           (outlook_.size() == 1 ? tr("1 part") : tr("%1 parts").arg(outlook_.size()));
  }
  const ReportPart& part = outlook_[static_cast<std::size_t>(index.row())];
  const QString about = part.note.isEmpty() ? part.summary : part.note;
  switch (role) {
    case Qt::DisplayRole:
      return index.column() == QuantityColumn   ? part.title
             : index.column() == IntervalColumn ? about
             : index.column() == StatusColumn   ? partStateText(part.state)
                                                : QString();
    case Qt::AccessibleTextRole: return QStringList{part.title, partStateText(part.state), about}.join(QStringLiteral(", "));
    case Qt::ToolTipRole: return QStringLiteral("<p>%1</p>").arg(part.summary.toHtmlEscaped());
    case Qt::TextAlignmentRole: return static_cast<int>(Qt::AlignVCenter | Qt::AlignLeft);
    case DetailsRole: return part.note.isEmpty() ? QStringList{part.summary} : QStringList{part.summary, part.note};
    case PartRole: return static_cast<int>(part.state);
    default: return {};
  }
}

/// The quantity, with the conditions that distinguish it from others of the same name.
QString ReportModel::nameOf(const Section& section, const Finding& finding) const {
  QString name = quantityText(finding.quantity);
  if (section.content.names_subject) name = subjectText(finding.subject) + QStringLiteral(": ") + name.toLower();
  const QString conditions = conditionsText(with_telling_conditions(finding, section.content.findings));
  return conditions.isEmpty() ? name : name + QStringLiteral(" · ") + conditions;
}

QString ReportModel::text(const Section& section, const Finding& finding, int column) const {
  switch (column) {
    case QuantityColumn: return nameOf(section, finding);
    case ValueColumn: return valueText(finding).joined();
    case PublishedColumn: return publishedText(published_, finding);
    case IntervalColumn: {
      const QString interval = QString::fromStdString(interval_words(finding, section.content.findings));
      const bool known = finding.status == FindingStatus::measured || finding.status == FindingStatus::reported;
      return known || finding.reason.empty() ? interval : QString::fromStdString(finding.reason);
    }
    case StatusColumn: return statusText(finding.status);
    case EvidenceColumn: {
      if (finding.evidence.empty()) return {};
      const QString first = QString::fromStdString(finding.evidence.front());
      return finding.evidence.size() == 1 ? first : tr("%1 +%2").arg(first).arg(finding.evidence.size() - 1);
    }
    default: return {};
  }
}

QVariant ReportModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return static_cast<int>(Qt::AlignVCenter | (isNumbers(section) ? Qt::AlignRight : Qt::AlignLeft));
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case QuantityColumn: return tr("Quantity");
    case ValueColumn: return tr("Value");
    case PublishedColumn: return tr("Published");
    case IntervalColumn: return tr("Interval or reason");
    case StatusColumn: return tr("Status");
    case EvidenceColumn: return tr("Evidence");
    default: return {};
  }
}

}  // namespace chasescope

#include "moc_report_model.cpp"
