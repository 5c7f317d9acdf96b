#include "app/lesson/vote_rows.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/lesson/lesson_player.h"
#include "engine/lesson/question_words.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr double kVoteText = 16;

/// A bar as long as its share of the largest vote. Where no field shows the number of hands, it stands behind the bar.
class VoteBar : public QWidget {
 public:
  VoteBar(const Theme& theme, bool numbered, QWidget* parent) : QWidget(parent), theme_(theme), numbered_(numbered) {
    setMinimumHeight(theme.scaled(30));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  }
  void setVote(int hands, int most, bool truth) {
    hands_ = hands;
    most_ = most;
    truth_ = truth;
    update();
  }
  QSize sizeHint() const override { return {theme_.scaled(110), theme_.scaled(30)}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& colours = theme_.colours();
    painter.setFont(theme_.number(kVoteText));
    const int room = numbered_ ? painter.fontMetrics().horizontalAdvance(QString::number(std::max(hands_, most_))) + 10 : 0;
    const double length = most_ > 0 ? (width() - room) * static_cast<double>(hands_) / most_ : 0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(truth_ ? colours.measured : colours.quietInk);
    if (hands_ > 0) painter.drawRoundedRect(QRectF(0, height() * 0.14, std::max(length, 3.0), height() * 0.72), 3, 3);
    if (!numbered_) return;
    painter.setPen(colours.ink);
    painter.drawText(QRectF(length + 8, 0, width() - length, height()), Qt::AlignLeft | Qt::AlignVCenter, QString::number(hands_));
  }

 private:
  const Theme& theme_;
  bool numbered_;
  int hands_ = 0, most_ = 0;
  bool truth_ = false;
};

/// The text in the field of a count. It is empty where there is no hand yet, so that one may type at once.
QString countText(int hands) { return hands == 0 ? QString() : QString::number(hands); }

}  // namespace

VoteRows::VoteRows(LessonPlayer& player, const Theme& theme, QWidget* parent) : QWidget(parent), player_(player), theme_(theme) {
  setAccessibleName(tr("Votes of the room"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* head = new QHBoxLayout;  // until the answer is shown: a field for another number, and the number of hands so far
  title_ = looking(new QLabel(tr("Votes of the room"), this), "lessonHeading");
  hands_ = looking(new QLabel(this), "quiet");
  another_ = new QLineEdit(this);
  another_->setPlaceholderText(tr("a vote for another number"));
  another_->setAccessibleName(tr("Vote for another number"));
  head->addWidget(title_);
  head->addWidget(another_, 1);
  head->addWidget(hands_, 0, Qt::AlignRight | Qt::AlignVCenter);
  column->addLayout(head);
  fault_ = looking(new QLabel(this), "error");
  fault_->setWordWrap(true);
  fault_->setTextFormat(Qt::PlainText);
  fault_->hide();
  column->addWidget(fault_);
  connect(another_, &QLineEdit::textEdited, fault_, &QWidget::hide);
  connect(another_, &QLineEdit::returnPressed, this, [this] {
    const std::string typed = another_->text().trimmed().toStdString();
    if (typed.empty() || !player_.active() || !player_.step().question) return;
    const QString fault = player_.faultOf(QString::fromStdString(typed));
    fault_->setText(fault);
    fault_->setVisible(!fault.isEmpty());
    if (!fault.isEmpty()) return;
    player_.vote(QString::fromStdString(typed), 1);
    another_->clear();
  });
}

void VoteRows::showStep() {
  built_.clear();
  another_->clear();
  fault_->hide();
  build();
}

std::vector<VoteRows::Count> VoteRows::counts() const {
  std::vector<Count> all = optionCounts_;
  all.insert(all.end(), counts_.begin(), counts_.end());
  return all;
}

/// A field for the hands of one option: a room of sixty is not counted by clicks. Enter goes to the next field.
QLineEdit* VoteRows::countField(const QString& words, QWidget* parent, bool narrow) {
  auto* field = new QLineEdit(parent);
  field->setValidator(new QIntValidator(0, kMostHands, field));
  field->setPlaceholderText(QStringLiteral("0"));
  field->setFont(theme_.number(kVoteText));
  field->setAlignment(Qt::AlignHCenter);
  field->setFixedWidth(theme_.scaled(narrow ? 36 : 52));
  field->setAccessibleName(tr("Hands for %1").arg(words));
  field->setToolTip(field->accessibleName());
  connect(field, &QLineEdit::textEdited, this, [this, words](const QString& typed) {
    for (const Vote& vote : player_.votes())
      if (vote.words == words) return player_.vote(words, typed.toInt() - vote.hands);
  });
  connect(field, &QLineEdit::returnPressed, this, [this, field] {
    const std::vector<Count> all = counts();
    const auto at = std::find_if(all.begin(), all.end(), [&](const Count& count) { return count.field == field; });
    QLineEdit* next = at == all.end() || at + 1 == all.end() ? another_ : (at + 1)->field;
    if (next->isVisible()) next->setFocus(Qt::TabFocusReason);
  });
  return field;
}

QWidget* VoteRows::countersOf(const QString& words, QWidget* parent, bool narrow) {
  return counters(words, parent, optionCounts_, narrow);
}

QWidget* VoteRows::counters(const QString& words, QWidget* parent, std::vector<Count>& kept, bool narrow) {
  auto* counters = new QWidget(parent);
  auto* row = new QHBoxLayout(counters);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(narrow ? 2 : 4);
  QLineEdit* field = countField(words, counters, narrow);
  for (const int change : {-1, 1}) {
    auto* button = looking(new QToolButton(counters), "segment first last");
    button->setText(change < 0 ? QStringLiteral("−") : QStringLiteral("+"));
    button->setAccessibleName(change < 0 ? tr("One hand less for %1").arg(words) : tr("One hand more for %1").arg(words));
    button->setToolTip(button->accessibleName());
    button->setFixedSize(theme_.scaled(narrow ? 26 : 30), theme_.scaled(28));
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, [this, words, change] { player_.vote(words, change); });
    row->addWidget(button);
    if (change < 0) row->addWidget(field);
  }
  kept.push_back({words, field});
  return counters;
}

std::vector<Vote> VoteRows::rowsWanted() const {
  std::vector<Vote> wanted;
  for (const Vote& vote : player_.votes())
    if (player_.revealed() ||
        std::none_of(optionCounts_.begin(), optionCounts_.end(), [&](const Count& count) { return count.words == vote.words; }))
      wanted.push_back(vote);
  return wanted;
}

void VoteRows::build() {
  delete rows_;
  counts_.clear();
  rows_ = new QWidget(this);
  auto* grid = new QGridLayout(rows_);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  built_.clear();
  builtRevealed_ = player_.revealed();
  const bool words = player_.step().question && player_.step().question->ask == lesson::Ask::choice;
  int row = 0;
  for (const Vote& vote : rowsWanted()) {
    built_ << vote.words;
    auto* label = new QLabel(vote.words, rows_);
    label->setFont(words ? theme_.text(14) : theme_.number(kVoteText, Weight::semiBold));
    label->setWordWrap(words);
    grid->addWidget(label, row, 0);
    grid->addWidget(new VoteBar(theme_, builtRevealed_, rows_), row, 1);
    if (!builtRevealed_) grid->addWidget(counters(vote.words, rows_, counts_, false), row, 2);
    ++row;
  }
  grid->setColumnStretch(1, 1);
  static_cast<QVBoxLayout*>(layout())->insertWidget(1, rows_);
  rows_->setVisible(row > 0);
}

void VoteRows::refresh() {
  if (!player_.active()) return;
  const auto& question = player_.step().question;
  const std::vector<Vote> rows = rowsWanted();
  QStringList wanted;
  for (const Vote& vote : rows) wanted << vote.words;
  int most = 0;
  for (const Vote& vote : player_.votes()) most = std::max(most, vote.hands);
  if (wanted != built_ || builtRevealed_ != player_.revealed()) build();
  another_->setVisible(question && question->ask == lesson::Ask::number && !player_.revealed());
  title_->setVisible(player_.revealed());
  if (!player_.revealed())
    for (const Count& count : counts())
      for (const Vote& vote : player_.votes())
        if (vote.words == count.words && count.field->text().toInt() != vote.hands) count.field->setText(countText(vote.hands));
  auto* grid = static_cast<QGridLayout*>(rows_->layout());
  int row = 0, right = 0;
  for (const Vote& vote : rows) {
    bool truth = false;
    if (player_.truth()) {
      const auto number = lesson::number_from(*question, vote.words.toStdString());
      truth = question->ask == lesson::Ask::choice ? *player_.truth() == lesson::Answer(vote.words.toStdString())
                                                   : number && lesson::is_right(*question, *number, *player_.truth());
    }
    if (truth) right += vote.hands;
    static_cast<VoteBar*>(grid->itemAtPosition(row, 1)->widget())->setVote(vote.hands, most, truth);
    auto* label = static_cast<QLabel*>(grid->itemAtPosition(row, 0)->widget());
    label->setText(truth ? vote.words + QStringLiteral(" ✓") : vote.words);
    ++row;
  }
  const int hands = player_.hands();
  hands_->setText(hands == 0        ? QString()
                  : player_.truth() ? tr("%1 of %2 were right").arg(right).arg(hands)
                  : hands == 1      ? tr("1 hand")
                                    : tr("%1 hands").arg(hands));
  hands_->setVisible(hands > 0);
  hands_->setFont(theme_.text(14));
  title_->setFont(theme_.text(17, Weight::semiBold));
}

}  // namespace chasescope

#include "moc_vote_rows.cpp"
