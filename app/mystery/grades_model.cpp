#include "app/mystery/grades_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/mystery/mark_look.h"
#include "engine/mystery/grade_columns.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

enum AfterQuestions { kSpent, kSaved, kPoints, kColumnsAfter };

}  // namespace

void GradesModel::setGrades(mystery::ClassGrades grades) {
  beginResetModel();
  grades_ = std::move(grades);
  questions_ = mystery::columns_of(grades_.grades);
  order_.resize(grades_.grades.size());
  std::iota(order_.begin(), order_.end(), 0);
  endResetModel();
}

int GradesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : students() + static_cast<int>(grades_.refused.size());
}

int GradesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : firstAfterQuestions() + kColumnsAfter;
}

QVariant GradesModel::ofRefused(const QModelIndex& index, int role) const {
  const mystery::Refused& refused = grades_.refused[static_cast<std::size_t>(refusedIn(index.row()))];
  if (role == Qt::ToolTipRole) return shownText(refused.sentence);
  if (role != Qt::DisplayRole) return {};
  if (index.column() > 1) return QString();
  const QString file = shownText(refused.file);
  if (index.column() == 0) return file;
  // The row has no room for the file's folder; the tooltip and the pane beside the table tell it.
  QString sentence = shownText(refused.sentence);
  const QString before = QStringLiteral("The answer file ");
  if (const auto at = sentence.indexOf(file + QStringLiteral(".answers")); at > before.size() && sentence.startsWith(before))
    sentence = before + sentence.mid(at);
  return sentence;
}

QVariant GradesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (refusedIn(index.row()) >= 0) return ofRefused(index, role);
  const mystery::Grade& grade = grades_.grades[static_cast<std::size_t>(gradeIn(index.row()))];
  if (role == Qt::TextAlignmentRole && index.column() > 0) return int(Qt::AlignRight | Qt::AlignVCenter);
  if (index.column() == 0) {
    if (!grade.ungraded.empty())
      return role == Qt::DisplayRole   ? shownText(grade.student) + tr(" (%1)").arg(shownText(grade.ungraded))
             : role == Qt::ToolTipRole ? tr("A student of the list of seeds; 0 points")
                                       : QVariant();
    if (role == Qt::DisplayRole)
      return shownText(grade.student) + (grade.draft ? tr(" (draft)") : QString()) +
             (grade.measured() ? QString() : tr(" (no access)"));
    if (role == Qt::ToolTipRole && !grade.measured()) return tr("No access was made, so nothing of this was measured on the card.");
    if (role == Qt::ToolTipRole) return grade.draft ? tr("A draft that was not handed in; it is graded as it is.") : QVariant();
    return {};
  }
  if (index.column() < firstAfterQuestions()) {
    const auto* one = grade_on(grade, questions_[static_cast<std::size_t>(index.column() - 1)]);
    if (one == nullptr)
      return role != Qt::ToolTipRole ? QVariant() : grade.ungraded.empty() ? tr("not asked") : shownText(grade.ungraded);
    if (role == Qt::DisplayRole) return QString::number(one->points);
    if (role == MarkRole) return static_cast<int>(markOf(*one));
    if (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole)
      return tr("%1, %2 of %3 points; right is %4")
          .arg(one->value.empty() ? markWord(AnswerMark::none) : tr("%1: %2").arg(shownText(one->value), markWord(markOf(*one))))
          .arg(one->points)
          .arg(one->of)
          .arg(shownText(one->right));
    return {};
  }
  if (role != Qt::DisplayRole) return {};
  if (!grade.ungraded.empty() && index.column() != firstAfterQuestions() + kPoints) return {};
  switch (index.column() - firstAfterQuestions()) {
    case kSpent: return counted(grade.spent);
    case kSaved: return QString::number(grade.access_points);
    default: return QString::number(grade.points());
  }
}

QVariant GradesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) return int((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  const bool words = role == Qt::DisplayRole, tip = role == Qt::ToolTipRole;
  if (!words && !tip) return {};
  if (section == 0) return words ? tr("Student") : QVariant();
  if (section < firstAfterQuestions()) {
    const mystery::QuestionWords& question = mystery::words_of(questions_[static_cast<std::size_t>(section - 1)]);
    return QString::fromUtf8(words ? question.title : question.asks);
  }
  switch (section - firstAfterQuestions()) {
    case kSpent: return words ? tr("Accesses") : tr("What was spent, warm-up too");
    case kSaved:
      return words ? tr("Saved")
                   : tr("Points for accesses that were not spent, of %1; none where no access was made, or nothing was right")
                         .arg(mystery::kAccessPoints);
    default: return words ? tr("Points") : tr("Of %1").arg(mystery::kAllPoints);
  }
}

double GradesModel::keyOf(int at, int column) const {
  const mystery::Grade& grade = grades_.grades[static_cast<std::size_t>(at)];
  if (column == 0) return at;  // the grades are in the order of the names already
  if (column < firstAfterQuestions()) {
    const auto* one = grade_on(grade, questions_[static_cast<std::size_t>(column - 1)]);
    return one == nullptr ? -1 : one->points;
  }
  switch (column - firstAfterQuestions()) {
    case kSpent: return static_cast<double>(grade.spent);
    case kSaved: return grade.access_points;
    default: return grade.points();
  }
}

void GradesModel::sort(int column, Qt::SortOrder order) {
  if (column < 0 || column >= columnCount()) return;
  emit layoutAboutToBeChanged();
  const QModelIndexList before = persistentIndexList();
  const std::vector<int> rows = order_;
  std::sort(order_.begin(), order_.end(), [&](int a, int b) {
    const double first = keyOf(a, column), second = keyOf(b, column);
    if (first != second) return order == Qt::AscendingOrder ? first < second : first > second;
    return a < b;
  });
  QModelIndexList after;
  for (const QModelIndex& index : before) {
    const int was = index.row() < students() ? rows[static_cast<std::size_t>(index.row())] : -1;
    const int row = was < 0 ? index.row() : static_cast<int>(std::find(order_.begin(), order_.end(), was) - order_.begin());
    after << this->index(row, index.column());
  }
  changePersistentIndexList(before, after);
  emit layoutChanged();
}

}  // namespace chasescope

#include "moc_grades_model.cpp"
