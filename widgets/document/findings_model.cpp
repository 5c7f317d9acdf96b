#include "widgets/document/findings_model.h"

#include <algorithm>
#include <array>

#include "engine/findings/finding_words.h"
#include "widgets/document/finding_text.h"
#include "widgets/document/glossary.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// The settings of shared memory's banks, which stand in the name of a finding.
constexpr std::array kOfBanks{"bank_bytes", "word_bytes", "stride", "conflict_degree"};
/// Conditions without which the value says nothing, even if no other finding has others.
constexpr std::array kAlways{"class", "kept", "swept"};

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
  // The rows above may now need their conditions, to be told from the new finding of the same quantity.
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
    case ApartRole: return apart(finding);
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

/// The name of the quantity; for one of several findings of shared-memory banks, the name of the bank setting.
QString FindingsModel::nameOf(const Finding& finding) const {
  if (same(finding, [](const Finding&) { return true; }) > 1)
    if (const QString bank = bankName(finding); !bank.isEmpty()) return bank;
  return quantityText(finding.quantity);
}

/// How many findings of the same subject and quantity satisfy the predicate, this one included.
template <typename Holds>
std::ptrdiff_t FindingsModel::same(const Finding& finding, const Holds& holds) const {
  return std::count_if(rows_.begin(), rows_.end(), [&](const Row& row) {
    return !row.heading && row.finding.quantity == finding.quantity && row.finding.subject == finding.subject && holds(row.finding);
  });
}

/// The finding's conditions, as far as they tell it from others of its subject and quantity.
QString FindingsModel::apart(const Finding& finding) const {
  if (!finding.conditions.is_object()) return {};
  std::vector<const Finding*> others;
  for (const Row& row : rows_)
    if (!row.heading) others.push_back(&row.finding);
  Finding telling = with_telling_conditions(finding, std::move(others));
  for (const char* one : kAlways)
    if (const auto own = finding.conditions.find(one); own != finding.conditions.end()) telling.conditions[one] = *own;
  if (!bankName(finding).isEmpty())
    for (const char* one : kOfBanks) telling.conditions.erase(one);
  return conditionsText(telling);
}

/// The words that tell findings of banks apart: the rows in conflict, the width of the words, and the bank mode where there are
/// two.
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
  if (const QString conditions = apart(finding); !conditions.isEmpty()) text += tr(", %1").arg(conditions);
  if (const QString interval = intervalText(finding); !interval.isEmpty()) text += tr(", interval %1").arg(interval);
  return text;
}

}  // namespace chasescope

#include "moc_findings_model.cpp"
