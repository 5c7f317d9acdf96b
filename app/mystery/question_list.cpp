#include "app/mystery/question_list.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/mystery/share_bar.h"
#include "engine/device/mystery/hidden_card.h"
#include "engine/mystery/answer_value.h"
#include "engine/mystery/experiment.h"
#include "engine/mystery/question_share.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

enum QuestionColumn { kAskedColumn, kBarColumn, kMeanColumn, kRightColumn, kToleranceColumn };

}  // namespace

QuestionList::QuestionList(const Theme& theme, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      grid_(nullptr),
      rows_(nullptr),
      title_(looking(new QLabel(tr("By question")), "title")),
      experiment_(looking(new QLabel, "note")) {
  setAccessibleName(tr("How the class did on each question"));
  experiment_->setWordWrap(true);
  experiment_->setTextFormat(Qt::PlainText);
  experiment_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  experiment_->setAccessibleName(tr("A good experiment"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(14, 10, 14, 10);
  column->setSpacing(6);
  column->addWidget(title_);
  column->addWidget(experiment_);
  column->addStretch();
}

bool QuestionList::asks(mystery::Question question) const {
  const auto& asked = mystery::asked_at(card_->level);
  return std::any_of(asked.begin(), asked.end(), [&](const mystery::AskedQuestion& one) { return one.question == question; });
}

std::optional<mystery::Question> QuestionList::chosen() const {
  const int at = buttons_ == nullptr ? -1 : buttons_->checkedId();
  return at < 0 ? std::nullopt : std::optional(questions_[static_cast<std::size_t>(at)]);
}

void QuestionList::setGrades(const std::vector<mystery::Grade>& grades) {
  delete rows_;
  right_.clear();
  tolerance_.clear();
  questions_.clear();
  card_.reset();
  rows_ = new QWidget;
  grid_ = new QGridLayout(rows_);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setHorizontalSpacing(14);
  grid_->setVerticalSpacing(3);
  grid_->setColumnStretch(kBarColumn, 2);
  grid_->setColumnStretch(kToleranceColumn, 3);
  buttons_ = new QButtonGroup(rows_);
  const QStringList heads{QString(), tr("the class"), tr("mean"), tr("right is"), tr("tolerance")};
  for (int column = 0; column < heads.size(); ++column) grid_->addWidget(looking(new QLabel(heads[column]), "quiet"), 0, column);
  for (const mystery::QuestionShare& share : shares_of(grades)) {
    const int row = static_cast<int>(questions_.size());
    const QString name = QString::fromUtf8(mystery::words_of(share.question).title);
    auto* button = looking(new QPushButton(name), "choice");
    button->setCheckable(true);
    button->setToolTip(
        tr("What a good experiment would have been: %1").arg(QString::fromUtf8(mystery::words_of(share.question).asks)));
    buttons_->addButton(button, row);
    auto* mean =
        new QLabel(share.of ? tr("%1 of %2").arg(share.mean(), 0, 'f', 1).arg(*share.of) : QString::number(share.mean(), 'f', 1));
    mean->setFont(theme_.number());
    right_.push_back(new QLabel);
    right_.back()->setFont(theme_.number(13, Weight::semiBold));
    tolerance_.push_back(elidedLabel(rows_, "quiet"));
    grid_->addWidget(button, row + 1, kAskedColumn);
    grid_->addWidget(new ShareBar(share, theme_), row + 1, kBarColumn);
    grid_->addWidget(mean, row + 1, kMeanColumn, Qt::AlignRight | Qt::AlignVCenter);
    grid_->addWidget(right_.back(), row + 1, kRightColumn);
    grid_->addWidget(tolerance_.back(), row + 1, kToleranceColumn);
    questions_.push_back(share.question);
  }
  static_cast<QVBoxLayout*>(layout())->insertWidget(1, rows_);
  rows_->setVisible(!questions_.empty());
  if (buttons_->button(0) != nullptr) buttons_->button(0)->setChecked(true);
  connect(buttons_, &QButtonGroup::idClicked, this, &QuestionList::showExperiment);
  showTruth();
}

void QuestionList::setCard(const std::optional<mystery::CardName>& card) {
  card_ = card;
  showTruth();
}

void QuestionList::showTruth() {
  const auto hidden = card_ ? std::optional(hidden_card(*card_)) : std::nullopt;
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    const bool asked = hidden && asks(questions_[i]);
    right_[i]->setText(asked ? shownText(right_answer(*hidden, questions_[i])) : QString());
    tolerance_[i]->setText(asked ? shownText(tolerance_of(*hidden, questions_[i])) : hidden ? tr("not asked") : QString());
  }
  showExperiment();
}

void QuestionList::showExperiment() {
  const auto question = chosen();
  experiment_->setVisible(card_ && question && asks(*question));
  if (experiment_->isHidden()) return;
  QString& words = known_[{fingerprint(*card_), *question}];
  if (words.isEmpty())
    words = tr("A good experiment for %1: %2")
                .arg(QString::fromUtf8(mystery::words_of(*question).title).toLower(),
                     shownText(good_experiment(hidden_card(*card_), *question)));
  experiment_->setText(words);
}

QString QuestionList::experiment() const { return experiment_->isHidden() ? QString() : experiment_->text(); }

}  // namespace chasescope

#include "moc_question_list.cpp"
