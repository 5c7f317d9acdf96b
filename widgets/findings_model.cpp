#include "widgets/findings_model.h"

#include <algorithm>

#include "engine/trace/quantity_text.h"
#include "widgets/finding_text.h"
#include "widgets/plot/glossary.h"

namespace chasescope {
namespace {

/// Through which a finding was made; empty if it doesn't say.
std::string spaceOf(const Finding& finding) {
  if (!finding.conditions.is_object()) return {};
  const auto space = finding.conditions.find("space");
  return space != finding.conditions.end() && space->is_string() ? space->get<std::string>() : std::string();
}

}  // namespace

void FindingsModel::add(const Finding& finding, int number) {
  const auto heading =
      std::find_if(rows_.begin(), rows_.end(), [&](const Row& r) { return r.heading && r.finding.subject == finding.subject; });
  if (heading == rows_.end()) {
    const int at = static_cast<int>(rows_.size());
    beginInsertRows({}, at, at + 1);
    Finding subject;
    subject.subject = finding.subject;
    rows_.push_back({true, std::move(subject), -1});
    rows_.push_back({false, finding, number});
    endInsertRows();
    return;
  }
  auto row = heading + 1;
  for (; row != rows_.end() && !row->heading; ++row) {
    if (row->finding.quantity != finding.quantity || row->finding.conditions != finding.conditions) continue;
    row->finding = finding;
    row->number = number;
    const QModelIndex changed = index(static_cast<int>(row - rows_.begin()));
    emit dataChanged(changed, changed);
    return;
  }
  const int at = static_cast<int>(row - rows_.begin());
  beginInsertRows({}, at, at);
  rows_.insert(row, {false, finding, number});
  endInsertRows();
  // One more of a quantity: the others say more of themselves.
  if (at > 0) emit dataChanged(index(0), index(at - 1), {Qt::DisplayRole, Qt::SizeHintRole, ApartRole});
}

void FindingsModel::clear() {
  beginResetModel();
  rows_.clear();
  endResetModel();
}

int FindingsModel::findings() const {
  return static_cast<int>(std::count_if(rows_.begin(), rows_.end(), [](const Row& row) { return !row.heading; }));
}

int FindingsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(rows_.size()); }

Qt::ItemFlags FindingsModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const bool heading = rows_[static_cast<std::size_t>(index.row())].heading;
  // Headings are disabled, so that the arrow keys step over them.
  return heading ? Qt::ItemFlags(Qt::NoItemFlags) : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const Finding& finding = row.finding;
  if (row.heading) {
    switch (role) {
      case Qt::DisplayRole:
      case Qt::AccessibleTextRole: return subjectText(finding.subject);
      case HeadingRole: return true;
      case Qt::ToolTipRole: return teachingTip(subjectText(finding.subject), subjectMeaning(finding.subject));
      case SubjectRole: return QString::fromStdString(finding.subject);
      default: return {};
    }
  }
  switch (role) {
    case Qt::DisplayRole: return nameOf(finding);
    case Qt::AccessibleTextRole: return sentence(finding);
    case Qt::ToolTipRole:
      return teachingTip(quantityText(finding.quantity), quantityMeaning(finding.quantity), findingDetails(finding));
    case ApartRole: return spaceApart(finding);
    case HeadingRole: return false;
    case ValueRole: return valueText(finding).value;
    case UnitRole: return valueText(finding).unit;
    case IntervalRole: return intervalText(finding);
    case StatusRole: return static_cast<int>(finding.status);
    case StatusTextRole: return statusText(finding.status);
    case ConditionsRole: return conditionsText(finding);
    case DetailsRole: return findingDetails(finding);
    case EvidenceRole: {
      QStringList ids;
      for (const std::string& id : finding.evidence) ids << QString::fromStdString(id);
      return ids;
    }
    case SubjectRole: return QString::fromStdString(finding.subject);
    case IndexRole: return row.number;
    default: return {};
  }
}

/// The quantity; where a sweep found it at several footprints, the footprint tells them apart.
QString FindingsModel::nameOf(const Finding& finding) const {
  const QString name = quantityText(finding.quantity);
  const auto same = std::count_if(rows_.begin(), rows_.end(), [&](const Row& row) {
    return !row.heading && row.finding.quantity == finding.quantity && row.finding.subject == finding.subject;
  });
  if (same < 2 || !finding.conditions.is_object()) return name;
  if (const QString bank = bankName(finding); !bank.isEmpty()) return bank;
  if (const auto bytes = finding.conditions.find("bytes"); bytes != finding.conditions.end() && bytes->is_number_unsigned())
    return tr("N = %2: %1").arg(name.toLower(), QString::fromStdString(format_bytes(bytes->get<std::uint64_t>())));
  return name;
}

/// The memory space, where it tells findings of one quantity and subject apart.
QString FindingsModel::spaceApart(const Finding& finding) const {
  const std::string space = spaceOf(finding);
  const bool other = std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
    return !row.heading && row.finding.quantity == finding.quantity && row.finding.subject == finding.subject &&
           spaceOf(row.finding) != space;
  });
  return other ? QString::fromStdString(space) : QString();
}

/// What tells the findings of banks apart: rows in conflict, the width of words, and the mode where there are two.
QString FindingsModel::bankName(const Finding& finding) const {
  const auto mode = finding.conditions.find("bank_bytes");
  if (mode == finding.conditions.end()) return {};
  QString name = quantityText(finding.quantity);
  if (const auto degree = finding.conditions.find("conflict_degree"); degree != finding.conditions.end() && degree->is_number())
    name = tr("%1 rows").arg(degree->get<double>());
  if (const auto word = finding.conditions.find("word_bytes");
      word != finding.conditions.end() && word->is_number_unsigned() && *word > 4)
    name += tr(", %1 B words").arg(word->get<unsigned>());
  const bool other = std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
    return !row.heading && row.finding.conditions.is_object() && row.finding.conditions.value("bank_bytes", *mode) != *mode;
  });
  if (other && mode->is_number_unsigned()) name += tr(" (%1 B)").arg(mode->get<unsigned>());
  return name;
}

QString FindingsModel::sentence(const Finding& finding) const {
  QString text = tr("%1 of %2: %3, %4")
                     .arg(quantityText(finding.quantity), subjectText(finding.subject), valueText(finding).joined(),
                          statusText(finding.status));
  if (const QString space = spaceApart(finding); !space.isEmpty()) text += tr(", through %1").arg(space);
  if (const QString interval = intervalText(finding); !interval.isEmpty()) text += tr(", interval %1").arg(interval);
  return text;
}

}  // namespace chasescope
