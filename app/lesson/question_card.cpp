#include "app/lesson/question_card.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "app/lesson/lesson_player.h"
#include "app/lesson/vote_rows.h"
#include "engine/lesson/question_words.h"
#include "widgets/glossary/term_text.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr double kBody = 16, kHeading = 17, kAnswer = 40;  // px, large enough to be read from the last row of a room

QLabel* wrapped(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setWordWrap(true);
  return label;
}

/// Breaks the text between words where a line would be wider: a button that is too wide would cut off the text above it.
QString inLines(const QString& text, const QFontMetrics& metrics, int width) {
  QString lines, line;
  for (const QString& word : text.split(QLatin1Char(' '))) {
    const QString longer = line.isEmpty() ? word : line + QLatin1Char(' ') + word;
    if (!line.isEmpty() && metrics.horizontalAdvance(longer) > width) {
      lines += line + QLatin1Char('\n');
      line = word;
    } else {
      line = longer;
    }
  }
  return lines + line;
}

}  // namespace

QuestionCard::QuestionCard(LessonPlayer& player, const Theme& theme, QWidget* parent)
    : QFrame(parent), player_(player), theme_(theme) {
  looking(this, "card");
  setAccessibleName(tr("The lesson's words"));
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(4, 4, 4, 4);
  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(16, 14, 16, 14);
  column->setSpacing(12);

  text_ = new TermText(content);
  text_->setAccessibleName(tr("What the step says"));
  trouble_ = looking(wrapped(content), "banner");
  trouble_->setTextFormat(Qt::PlainText);  // the trouble quotes files and programs
  again_ = new QPushButton(tr("Run it again"), content);
  again_->setObjectName(QStringLiteral("lessonAgain"));
  again_->setToolTip(tr("Open the device anew and run this step once more"));
  ask_ = wrapped(content);
  votesHeading_ = looking(new QLabel(tr("Votes of the room"), content), "quiet");
  column->addWidget(text_);
  column->addWidget(trouble_);
  column->addWidget(again_, 0, Qt::AlignLeft);

  guessing_ = new QWidget(content);
  auto* guessing = new QVBoxLayout(guessing_);
  guessing->setContentsMargins(0, 0, 0, 0);
  guessing->setSpacing(8);
  number_ = new QLineEdit(guessing_);
  number_->setObjectName(QStringLiteral("lessonNumber"));
  number_->setAccessibleName(tr("Your guess"));
  number_->setPlaceholderText(tr("a number"));
  options_ = new QWidget(guessing_);
  auto* options = new QGridLayout(options_);
  options->setContentsMargins(0, 0, 0, 0);
  options->setVerticalSpacing(4);
  options->setColumnStretch(0, 1);
  auto* asked = new QHBoxLayout;
  asked->addWidget(ask_, 1);
  asked->addWidget(votesHeading_, 0, Qt::AlignRight);
  guessing->addLayout(asked);
  guessing->addWidget(options_);
  guessing->addWidget(number_);
  column->addWidget(guessing_);

  answer_ = new QWidget(content);
  auto* answer = new QGridLayout(answer_);
  answer->setContentsMargins(0, 0, 0, 0);
  answer->setHorizontalSpacing(24);
  auto* saidTitle = looking(new QLabel(tr("You said"), answer_), "lessonHeading");
  auto* isTitle = looking(new QLabel(tr("It is"), answer_), "lessonHeading");
  said_ = wrapped(answer_);
  is_ = wrapped(answer_);
  said_->setObjectName(QStringLiteral("lessonSaid"));
  is_->setObjectName(QStringLiteral("lessonTruth"));
  rightness_ = wrapped(answer_);
  answer->addWidget(saidTitle, 0, 0);
  answer->addWidget(isTitle, 0, 1);
  answer->addWidget(said_, 1, 0, Qt::AlignTop);
  answer->addWidget(is_, 1, 1, Qt::AlignTop);
  answer->addWidget(rightness_, 2, 0, 1, 2);
  answer->setColumnStretch(1, 1);
  column->addWidget(answer_);

  votes_ = new VoteRows(player_, theme_, content);
  column->addWidget(votes_);
  whyTitle_ = looking(new QLabel(tr("Why"), content), "lessonHeading");
  why_ = new TermText(content);
  why_->setAccessibleName(tr("Why it is so"));
  column->addWidget(whyTitle_);
  column->addWidget(why_);
  column->addStretch(1);

  QWidget* scroll = scrolling(content);
  scroll->setAccessibleName(tr("The lesson's words"));
  outer->addWidget(scroll, 1);
  auto* foot = new QVBoxLayout;
  foot->setContentsMargins(16, 4, 16, 12);
  foot->setSpacing(6);
  reveal_ = looking(new QPushButton(tr("Reveal"), this), "primary");
  reveal_->setObjectName(QStringLiteral("lessonReveal"));
  hint_ = looking(new QLabel(this), "quiet");
  hint_->setAlignment(Qt::AlignCenter);
  hint_->setWordWrap(true);
  anyway_ = new QPushButton(tr("Show it without a guess"), this);
  anyway_->setFlat(true);
  foot->addWidget(reveal_);
  hintRow_ = new QBoxLayout(QBoxLayout::LeftToRight);
  hintRow_->addWidget(hint_, 1);
  hintRow_->addWidget(anyway_, 0, Qt::AlignHCenter);
  foot->addLayout(hintRow_);
  outer->addLayout(foot);

  connect(reveal_, &QPushButton::clicked, &player_, &LessonPlayer::reveal);
  connect(anyway_, &QPushButton::clicked, &player_, &LessonPlayer::reveal);
  connect(again_, &QPushButton::clicked, &player_, &LessonPlayer::tryAgain);
  connect(number_, &QLineEdit::textEdited, this, &QuestionCard::takeTyped);
  connect(number_, &QLineEdit::returnPressed, this, [this] {
    if (player_.active() && player_.hasGuess()) player_.reveal();
  });
  connect(&player_, &LessonPlayer::stepChanged, this, &QuestionCard::showStep);
  connect(&player_, &LessonPlayer::questionChanged, this, &QuestionCard::refresh);
  connect(&theme_, &Theme::themeChanged, this, &QuestionCard::restyle);
  restyle();
}

void QuestionCard::restyle() {
  for (QWidget* body : {static_cast<QWidget*>(text_), static_cast<QWidget*>(why_), static_cast<QWidget*>(rightness_)})
    body->setFont(theme_.text(kBody));
  ask_->setFont(theme_.text(kHeading, Weight::semiBold));
  for (QLabel* number : {said_, is_}) number->setFont(theme_.number(kAnswer, Weight::bold));
  for (QLabel* heading : findChildren<QLabel*>())
    if (heading->property("class").toString() == QLatin1String("lessonHeading"))
      heading->setFont(theme_.text(kHeading, Weight::semiBold));
  number_->setFont(theme_.number(kHeading, Weight::semiBold));
  reveal_->setFont(theme_.text(kHeading, Weight::semiBold));
  for (QLabel* quiet : {hint_, votesHeading_}) quiet->setFont(theme_.text(14));
  trouble_->setFont(theme_.text(kBody));
  again_->setFont(theme_.text(kBody));
  setMinimumWidth(theme_.scaled(narrow_ ? 250 : 340));
  setMaximumWidth(theme_.scaled(narrow_ ? 270 : 420));
  hintRow_->setDirection(narrow_ ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void QuestionCard::setNarrow(bool narrow) {
  if (narrow_ == narrow) return;
  narrow_ = narrow;
  restyle();
  if (!player_.active()) return;
  makeChoices();  // the lines of the buttons get the new width
  refresh();
}

void QuestionCard::showStep() {
  if (!player_.active()) return;
  text_->setMarkdown(player_.step().text);
  text_->setVisible(!player_.step().text.empty());
  why_->setMarkdown(player_.step().why);
  number_->clear();
  restyle();  // a style sheet that was set since the last step removes the fonts
  makeChoices();
  votes_->showStep();
  if (player_.step().question) {
    if (const auto& guess = player_.guess(); guess && std::holds_alternative<double>(*guess))
      number_->setText(QString::fromStdString(lesson::number_text(*player_.step().question, std::get<double>(*guess))));
  }
  refresh();
}

// Makes a button for each option, below each other. Each row also has the counters of the option's votes.
void QuestionCard::makeChoices() {
  delete choices_;
  choices_ = nullptr;
  votes_->forgetCounters();
  auto* grid = static_cast<QGridLayout*>(options_->layout());
  while (QLayoutItem* item = grid->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const auto& question = player_.step().question;
  if (!question || question->options.empty()) return options_->hide();
  choices_ = new QButtonGroup(this);
  const bool words = question->ask == lesson::Ask::choice;
  int at = 0;
  for (const std::string& option : question->options) {
    const QString text = QString::fromStdString(option);
    const QFont font = words ? theme_.text(kBody, Weight::medium) : theme_.number(kHeading, Weight::semiBold);
    auto* button = new QPushButton(words ? inLines(text, QFontMetrics(font), theme_.scaled(narrow_ ? 92 : 216)) : text, options_);
    button->setAccessibleName(text);
    button->setCheckable(true);
    button->setFont(font);
    choices_->addButton(button, at);
    grid->addWidget(button, at, 0);
    grid->addWidget(votes_->countersOf(text, options_, narrow_), at, 1);
    ++at;
  }
  options_->show();
  connect(choices_, &QButtonGroup::idClicked, this, [this](int id) {
    const auto& asked = player_.step().question;
    const std::string& option = asked->options[static_cast<std::size_t>(id)];
    if (asked->ask == lesson::Ask::choice) return player_.setGuess(lesson::Answer(option));
    number_->setText(QString::fromStdString(option));
    takeTyped();
  });
}

void QuestionCard::takeTyped() {
  const auto& question = player_.step().question;
  if (!question) return;
  const auto number = lesson::number_from(*question, number_->text().toStdString());
  const bool can = number && player_.faultOf(number_->text()).isEmpty();
  player_.setGuess(can ? std::optional(lesson::Answer(*number)) : std::nullopt);
  refresh();  // says why the text is no guess; setGuess() emits nothing if there was no guess before either
}

QString QuestionCard::invitation() const {
  const auto& question = *player_.step().question;
  const QString unit = QString::fromStdString(question.unit);
  switch (question.ask) {
    case lesson::Ask::number:
      return unit.isEmpty()        ? tr("Your guess")
             : question.of_bytes() ? tr("Your guess, as a size")
                                   : tr("Your guess (%1)").arg(unit);
    case lesson::Ask::choice: return tr("Your guess");
    case lesson::Ask::word:
      return player_.guess() ? tr("Your guess: %1").arg(QString::fromStdString(lesson::words_of(question, *player_.guess())))
                             : tr("Click the word in the array");
    case lesson::Ask::curve:
      return player_.guess() ? tr("Your curve is drawn. Draw again, or reveal.") : tr("Draw your curve with the mouse");
  }
  return {};
}

QString QuestionCard::verdict() const {
  const auto& question = *player_.step().question;
  if (!player_.truth()) return {};
  if (question.ask == lesson::Ask::curve) {
    if (!player_.guess()) return tr("No curve was drawn.");
    const double off = lesson::curve_distance(std::get<std::vector<lesson::CurvePoint>>(*player_.guess()),
                                              std::get<std::vector<lesson::CurvePoint>>(*player_.truth()));
    return tr("On average your curve is off by %1 % of the measured one's height: %2.")
        .arg(qRound(off * 100))
        .arg(off <= lesson::kCurveTolerance ? tr("you knew it") : tr("look where the two part"));
  }
  if (!player_.guess()) return {};
  return lesson::is_right(question, *player_.guess(), *player_.truth()) ? tr("✓ That is right.") : tr("✗ Not this time.");
}

void QuestionCard::refresh() {
  if (!player_.active()) return;
  const lesson::Step& step = player_.step();
  trouble_->setText(player_.trouble());
  trouble_->setVisible(!player_.trouble().isEmpty());
  again_->setVisible(player_.mayTryAgain());
  const bool asks = step.question.has_value(), shown = asks && player_.revealed();
  const bool curve = asks && step.question->ask == lesson::Ask::curve;
  guessing_->setVisible(asks && !shown);
  number_->setVisible(asks && step.question->ask == lesson::Ask::number);
  answer_->setVisible(shown && player_.truth().has_value());
  votes_->setVisible(asks && (!shown || player_.hands() > 0) && !player_.votes().empty());
  votesHeading_->setVisible(choices_ != nullptr);
  whyTitle_->setVisible(shown && !step.why.empty());
  why_->setVisible(shown && !step.why.empty());
  reveal_->setVisible(asks && !shown);
  reveal_->setEnabled(asks && player_.hasGuess() && !player_.isMeasuring());
  anyway_->setVisible(asks && !shown && !player_.hasGuess());
  anyway_->setEnabled(!player_.isMeasuring());
  hint_->setVisible(asks && !shown);
  // A typed text that is no guess is answered by why it is none, before any hint but "Measuring …".
  const QString fault =
      asks && number_->isVisibleTo(this) && !number_->text().trimmed().isEmpty() ? player_.faultOf(number_->text()) : QString();
  hint_->setText(player_.isMeasuring()     ? tr("Measuring …")
                 : !fault.isEmpty()        ? fault
                 : player_.hasGuess()      ? tr("Enter, or Page Down")
                 : player_.votes().empty() ? tr("A guess first")
                                           : tr("A guess or votes first"));
  if (asks) ask_->setText(invitation());
  if (choices_ != nullptr) {
    for (QAbstractButton* button : choices_->buttons()) {
      const auto& guess = player_.guess();
      const std::string& option = step.question->options[static_cast<std::size_t>(choices_->id(button))];
      const auto number = lesson::number_from(*step.question, option);
      const bool chosen = guess && (step.question->ask == lesson::Ask::choice ? *guess == lesson::Answer(option)
                                                                              : number && *guess == lesson::Answer(*number));
      choices_->setExclusive(false);
      button->setChecked(chosen);
      choices_->setExclusive(true);
    }
  }
  if (shown && player_.truth()) {
    const bool right = player_.guess() && lesson::is_right(*step.question, *player_.guess(), *player_.truth());
    const auto big = [&](const lesson::Answer& answer) { return QString::fromStdString(lesson::words_of(*step.question, answer)); };
    const bool words = step.question->ask == lesson::Ask::choice;
    for (QLabel* label : {said_, is_})
      label->setFont(words ? theme_.text(22, Weight::bold) : theme_.number(kAnswer * 0.8, Weight::bold));
    said_->setText(curve ? QString() : player_.guess() ? big(*player_.guess()) : QStringLiteral("–"));
    is_->setText(curve ? tr("the curve in the view")
                       : QString::fromStdString(lesson::truth_words(*step.question, *player_.truth())));
    const Palette& colours = theme_.colours();
    // Colour by rich text: a style sheet of its own would take the font away.
    is_->setText(QStringLiteral("<span style='color:%1'>%2</span>")
                     .arg((right ? colours.measured : colours.missText).name(), is_->text().toHtmlEscaped()));
    rightness_->setText(verdict());
    rightness_->setVisible(!rightness_->text().isEmpty());
  }
  votes_->refresh();
}

}  // namespace chasescope

#include "moc_question_card.cpp"
