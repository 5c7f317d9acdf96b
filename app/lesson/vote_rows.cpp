#include "app/lesson/vote_rows.h"

#include <QGridLayout>
#include <QHBoxLayout>
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

/// A bar as long as its share of the largest vote, with the number of hands behind it.
class VoteBar : public QWidget {
 public:
  VoteBar(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
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
    const int room = painter.fontMetrics().horizontalAdvance(QString::number(std::max(hands_, most_))) + 10;
    const double length = most_ > 0 ? (width() - room) * static_cast<double>(hands_) / most_ : 0;
    painter.setPen(Qt::NoPen);
    painter.setBrush(truth_ ? colours.measured : colours.quietInk);
    if (hands_ > 0) painter.drawRoundedRect(QRectF(0, height() * 0.14, std::max(length, 3.0), height() * 0.72), 3, 3);
    painter.setPen(colours.ink);
    painter.drawText(QRectF(length + 8, 0, width() - length, height()), Qt::AlignLeft | Qt::AlignVCenter, QString::number(hands_));
  }

 private:
  const Theme& theme_;
  int hands_ = 0, most_ = 0;
  bool truth_ = false;
};

}  // namespace

VoteRows::VoteRows(LessonPlayer& player, const Theme& theme, QWidget* parent) : QWidget(parent), player_(player), theme_(theme) {
  setAccessibleName(tr("Votes of the room"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(6);
  auto* head = new QHBoxLayout;
  title_ = looking(new QLabel(tr("Votes of the room"), this), "lessonHeading");
  hands_ = looking(new QLabel(this), "quiet");
  head->addWidget(title_);
  head->addStretch(1);
  head->addWidget(hands_);
  column->addLayout(head);
  another_ = new QLineEdit(this);
  another_->setPlaceholderText(tr("another number"));
  another_->setAccessibleName(tr("Vote for another number"));
  column->addWidget(another_);
  fault_ = looking(new QLabel(this), "error");
  fault_->setWordWrap(true);
  fault_->setTextFormat(Qt::PlainText);
  fault_->hide();
  column->addWidget(fault_);
  connect(another_, &QLineEdit::textEdited, fault_, &QWidget::hide);
  connect(another_, &QLineEdit::returnPressed, this, [this] {
    const std::string typed = another_->text().trimmed().toStdString();
    if (typed.empty() || !player_.active() || !player_.step().question) return;
    const std::string fault = lesson::fault_of_number(*player_.step().question, typed);
    fault_->setText(tr("%1.").arg(QString::fromStdString(fault)));
    fault_->setVisible(!fault.empty());
    if (!fault.empty()) return;
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

void VoteRows::build() {
  delete rows_;
  rows_ = new QWidget(this);
  auto* grid = new QGridLayout(rows_);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  built_.clear();
  builtRevealed_ = player_.revealed();
  const bool words = player_.step().question && player_.step().question->ask == lesson::Ask::choice;
  int row = 0;
  for (const Vote& vote : player_.votes()) {
    built_ << vote.words;
    auto* label = new QLabel(vote.words, rows_);
    label->setFont(words ? theme_.text(14) : theme_.number(kVoteText, Weight::semiBold));
    label->setWordWrap(words);
    grid->addWidget(label, row, 0);
    grid->addWidget(new VoteBar(theme_, rows_), row, 1);
    if (!builtRevealed_) {
      int column = 2;
      for (const int change : {-1, 1}) {
        auto* button = looking(new QToolButton(rows_), "segment first last");
        button->setText(change < 0 ? QStringLiteral("−") : QStringLiteral("+"));
        button->setAccessibleName(change < 0 ? tr("One hand less for %1").arg(vote.words)
                                             : tr("One hand more for %1").arg(vote.words));
        button->setToolTip(button->accessibleName());
        button->setFixedSize(theme_.scaled(30), theme_.scaled(28));
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, [this, words = vote.words, change] { player_.vote(words, change); });
        grid->addWidget(button, row, column++);
      }
    }
    ++row;
  }
  grid->setColumnStretch(1, 1);
  static_cast<QVBoxLayout*>(layout())->insertWidget(1, rows_);
  rows_->show();
}

void VoteRows::refresh() {
  if (!player_.active()) return;
  const auto& question = player_.step().question;
  QStringList wanted;
  int most = 0;
  for (const Vote& vote : player_.votes()) {
    wanted << vote.words;
    most = std::max(most, vote.hands);
  }
  if (wanted != built_ || builtRevealed_ != player_.revealed()) build();
  another_->setVisible(question && question->ask == lesson::Ask::number && !player_.revealed());
  auto* grid = static_cast<QGridLayout*>(rows_->layout());
  int row = 0, right = 0;
  for (const Vote& vote : player_.votes()) {
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
  hands_->setFont(theme_.text(14));
  title_->setFont(theme_.text(17, Weight::semiBold));
}

}  // namespace chasescope

#include "moc_vote_rows.cpp"
