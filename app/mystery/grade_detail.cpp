#include "app/mystery/grade_detail.h"

#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/mystery/mark_look.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr int kMark = 14;
constexpr int kChipsInRow = 4;
constexpr std::size_t kMostChips = 20;  // as many as the answer sheet offers

QPixmap markPixmap(AnswerMark mark, const Theme& theme, double ratio) {
  const int side = theme.scaled(kMark);
  QPixmap pixmap(QSize(side, side) * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  paintMark(painter, QRectF(0.5, 0.5, side - 1, side - 1), mark, theme.colours());
  return pixmap;
}

}  // namespace

GradeDetail::GradeDetail(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(tr("One student"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 10, 14, 10);
  clear();
}

QLabel* GradeDetail::addWords(const QString& words, const char* look) {
  auto* label = looking(new QLabel(words), look);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column_->addWidget(label);
  return label;
}

void GradeDetail::begin(const QString& name) {
  delete content_;
  content_ = new QWidget;
  column_ = new QVBoxLayout(content_);
  column_->setContentsMargins(0, 0, 0, 0);
  column_->setSpacing(4);
  layout()->addWidget(content_);
  addWords(name, "title");
  said_ = addWords({}, "error");
  said_->hide();
}

void GradeDetail::clear() {
  begin({});
  column_->addStretch();
}

void GradeDetail::say(const QString& sentence) {
  said_->setText(sentence);
  said_->setVisible(!sentence.isEmpty());
}

void GradeDetail::setRefused(const mystery::Refused& refused) {
  begin(shownText(refused.file));
  say(shownText(refused.sentence));
  addWords(tr("This file was not graded; the others are."), "quiet");
  column_->addStretch();
}

void GradeDetail::setGrade(const mystery::Grade& grade, const mystery::AnswerSheet& sheet) {
  begin(shownText(grade.student));
  if (!grade.ungraded.empty()) {
    addWords(tr("0 of %1 points: %2.").arg(mystery::kAllPoints).arg(shownText(grade.ungraded)), "plain");
    addWords(tr("This student is in the list of seeds."), "quiet");
    column_->addStretch();
    return;
  }
  addWords(tr("%1 of %2 points, %3 of them for accesses: %4 of %5 were spent.")
               .arg(grade.points())
               .arg(mystery::kAllPoints)
               .arg(grade.access_points)
               .arg(counted(grade.spent), counted(grade.budget)),
           "plain");
  addWords(grade.draft ? tr("A draft that was not handed in.")
                       : tr("Handed in %1.").arg(shownText(sheet.handed_in).replace(QLatin1Char('T'), QLatin1Char(' '))),
           "quiet");
  if (!grade.measured()) addWords(tr("No access was made, so nothing of this was measured on the card."), "quiet");
  for (const mystery::QuestionGrade& one : grade.questions) addQuestion(one, sheet);
  column_->addStretch();
}

void GradeDetail::addQuestion(const mystery::QuestionGrade& grade, const mystery::AnswerSheet& sheet) {
  auto* rule = looking(new QFrame, "rule");
  rule->setFixedHeight(1);
  column_->addSpacing(4);
  column_->addWidget(rule);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  const AnswerMark mark = markOf(grade);
  auto* sign = new QLabel;
  sign->setPixmap(markPixmap(mark, theme_, devicePixelRatioF()));
  sign->setAccessibleName(markWord(mark));
  sign->setToolTip(markWord(mark));
  const QString title = QString::fromUtf8(mystery::words_of(grade.question).title);
  auto* name = new QLabel(title);
  name->setFont(theme_.text(14, Weight::semiBold));
  auto* points = new QLabel(tr("%1 of %2").arg(grade.points).arg(grade.of));
  points->setFont(theme_.number());
  head->addWidget(sign);
  head->addWidget(name);
  head->addStretch();
  head->addWidget(points);
  column_->addLayout(head);

  QString words = grade.value.empty() ? tr("no answer") : shownText(grade.value);
  if (mark != AnswerMark::right) words += tr(" – right is %1").arg(shownText(grade.right));
  if (!grade.remark.empty()) words += tr(" (%1)").arg(shownText(grade.remark));
  addWords(words, "plain");
  const auto found = sheet.answers.find(grade.question);
  if (found == sheet.answers.end()) return;
  if (!found->second.because.empty()) addWords(tr("“%1”").arg(shownText(found->second.because)), "quiet");
  if (found->second.runs.empty()) return;
  auto* chips = new QGridLayout;
  chips->setSpacing(6);
  chips->setColumnStretch(kChipsInRow, 1);
  for (std::size_t i = 0; i < std::min(found->second.runs.size(), kMostChips); ++i) {
    const std::string& id = found->second.runs[i];
    auto* chip = looking(new QToolButton, "segment first last");
    chip->setText(shownText(id).replace(QLatin1Char('-'), QLatin1Char(' ')));
    chip->setAccessibleName(tr("%1: open %2").arg(title, chip->text()));
    chip->setFocusPolicy(Qt::StrongFocus);
    const bool told = sheet.requests.contains(id);
    chip->setToolTip(told ? tr("Chase it again on the card, and look at it in the main window")
                          : tr("The answer file does not say what this run asked"));
    connect(chip, &QToolButton::clicked, this, [this, id] { emit runRequested(QString::fromStdString(id)); });
    chips->addWidget(chip, static_cast<int>(i) / kChipsInRow, static_cast<int>(i) % kChipsInRow);
  }
  column_->addLayout(chips);
}

}  // namespace chasescope

#include "moc_grade_detail.cpp"
