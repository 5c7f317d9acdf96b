#include "app/mystery/answer_panel.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <utility>

#include "app/mystery/budget_box.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kWide = 900;  // px at normal type; from this width on a question's fields stand beside each other
constexpr int kBudgetWidth = 220;
constexpr int kStudentWidth = 260;
constexpr int kLeastWidth = 150;
constexpr int kButtonsWidth = 250;  // px; from this width on the two buttons stand beside each other

}  // namespace

AnswerPanel::AnswerPanel(const Theme& theme, std::function<std::vector<OfferedRun>()> runs, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      runs_(std::move(runs)),
      budget_(new BudgetBox(theme)),
      halves_(new QBoxLayout(QBoxLayout::TopToBottom, this)),
      answered_(elidedLabel(this, "quiet")),
      note_(looking(new QLabel, "quiet")),
      student_(new QLineEdit),
      questions_(new QVBoxLayout),
      buttons_(new QHBoxLayout),
      save_(new QPushButton(tr("Save draft"))),
      handIn_(looking(new QPushButton(tr("Hand in …")), "primary")) {
  setAccessibleName(tr("Answer sheet"));
  student_->setPlaceholderText(tr("your name or number"));
  student_->setAccessibleName(tr("Student"));
  student_->setToolTip(tr("Who answers, as the lecturer knows you"));
  student_->setMaxLength(200);
  connect(student_, &QLineEdit::textEdited, this, &AnswerPanel::changed);
  save_->setToolTip(tr("Keep the answers beside the card; they can be changed as long as they are not handed in"));
  handIn_->setToolTip(tr("Write the file that the lecturer gets; it can't be changed afterwards"));
  connect(save_, &QPushButton::clicked, this, &AnswerPanel::saveRequested);
  connect(handIn_, &QPushButton::clicked, this, &AnswerPanel::handInRequested);
  note_->setWordWrap(true);
  note_->setTextFormat(Qt::PlainText);

  auto* head = new QHBoxLayout;
  head->addWidget(looking(new QLabel(tr("Answer sheet")), "title"));
  head->addWidget(answered_, 1);
  auto* name = new QHBoxLayout;
  name->addWidget(new QLabel(tr("Student")));
  name->addWidget(student_, 1);
  name->addStretch(0);
  questions_->setSpacing(0);
  buttons_->addStretch();
  buttons_->addWidget(save_);
  buttons_->addWidget(handIn_);
  auto* answers = new QVBoxLayout;
  answers->setSpacing(6);
  answers->addLayout(head);
  answers->addLayout(name);
  answers->addLayout(questions_);
  answers->addWidget(note_);
  answers->addLayout(buttons_);
  answers->addStretch();
  halves_->setContentsMargins(12, 8, 12, 12);
  halves_->setSpacing(16);
  halves_->addWidget(budget_);
  halves_->addLayout(answers, 1);
}

void AnswerPanel::setSheet(const mystery::MysteryFile& file, const mystery::AnswerSheet& sheet) {
  sheet_ = sheet;
  budget_->setMystery(file);
  budget_->setSpent(sheet.spent);
  student_->setText(shownText(sheet.student));
  for (AnswerRow* row : std::exchange(rows_, {})) {
    questions_->removeWidget(row);
    row->deleteLater();
  }
  for (const mystery::AskedQuestion& asked : mystery::asked_at(sheet.level)) {
    auto* row = new AnswerRow(asked, theme_, runs_);
    if (const auto answer = sheet.answers.find(asked.question); answer != sheet.answers.end()) row->setAnswer(answer->second);
    row->setHandedIn(!sheet.is_draft());
    connect(row, &AnswerRow::changed, this, [this] {
      refresh();
      emit changed();
    });
    connect(row, &AnswerRow::runRequested, this, &AnswerPanel::runRequested);
    questions_->addWidget(row);
    rows_.push_back(row);
  }
  student_->setReadOnly(!sheet.is_draft());
  save_->setEnabled(sheet.is_draft());
  handIn_->setEnabled(sheet.is_draft());
  layOut();
  refresh();
}

mystery::AnswerSheet AnswerPanel::sheet() const {
  mystery::AnswerSheet sheet = sheet_;
  sheet.student = student_->text().trimmed().toStdString();
  for (const AnswerRow* row : rows_) sheet.answers[row->question()] = row->answer();
  return sheet;
}

QString AnswerPanel::fault() const {
  for (const AnswerRow* row : rows_)
    if (const QString fault = row->fault(); !fault.isEmpty()) return fault;
  return {};
}

void AnswerPanel::setSpent(std::uint64_t spent) {
  sheet_.spent = spent;
  budget_->setSpent(spent);
}

void AnswerPanel::setNote(const QString& note) {
  note_->setText(note);
  note_->setVisible(!note.isEmpty());
}

void AnswerPanel::refresh() {
  const QString count = tr("%1 of %2 answered").arg(sheet().answered()).arg(rows_.size());
  answered_->setText(sheet_.is_draft() ? count : tr("%1, handed in").arg(count));
}

void AnswerPanel::layOut() {
  halves_->setDirection(wide_ ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  budget_->setCompact(!wide_);
  student_->setMaximumWidth(wide_ ? theme_.scaled(kStudentWidth) : QWIDGETSIZE_MAX);
  budget_->setMinimumWidth(wide_ ? theme_.scaled(kBudgetWidth) : 0);
  budget_->setMaximumWidth(wide_ ? theme_.scaled(kBudgetWidth) : QWIDGETSIZE_MAX);
  for (AnswerRow* row : rows_) row->setWide(wide_);
}

QSize AnswerPanel::minimumSizeHint() const { return {theme_.scaled(kLeastWidth), QWidget::minimumSizeHint().height()}; }

void AnswerPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  buttons_->setDirection(width() < theme_.scaled(kButtonsWidth) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  const bool wide = width() >= theme_.scaled(kWide);
  if (wide == wide_) return;
  wide_ = wide;
  layOut();
}

}  // namespace chasescope

#include "moc_answer_panel.cpp"
