#include "app/mystery/answer_row.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "engine/mystery/answer_value.h"
#include "widgets/document/shown_text.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kLongestAnswer = 200;
constexpr qsizetype kLongestWords = 4000;  // characters of a reasoning that are kept
constexpr int kLines = 2;                  // lines of a reasoning that are seen at once

QString chip_text(const std::string& id) {
  QString text = shownText(id);
  return text.replace(QLatin1Char('-'), QLatin1Char(' '));
}

}  // namespace

AnswerRow::AnswerRow(const mystery::AskedQuestion& asked, const Theme& theme, std::function<std::vector<OfferedRun>()> runs,
                     QWidget* parent)
    : QWidget(parent),
      asked_(asked),
      theme_(theme),
      runs_(std::move(runs)),
      title_(new QLabel),
      points_(looking(new QLabel, "quiet")),
      fault_(looking(new QLabel, "error")),
      because_(new QPlainTextEdit),
      chips_(new QWidget),
      chipRow_(new QHBoxLayout(chips_)),
      attach_(new QToolButton),
      grid_(new QGridLayout(this)) {
  const mystery::QuestionWords& words = mystery::words_of(asked.question);
  const QString title = QString::fromUtf8(words.title);
  title_->setText(title);
  title_->setFont(theme.text(14, Weight::semiBold));
  title_->setToolTip(QString::fromUtf8(words.asks));
  points_->setText(tr("%1 points").arg(asked.points));
  fault_->setWordWrap(true);
  fault_->hide();
  if (asked.question == mystery::Question::policy) {
    choice_ = new QComboBox;
    choice_->addItem(tr("not answered"), QString());
    for (const std::string& word : mystery::policy_answers())
      choice_->addItem(QString::fromStdString(mystery::policy_title(word)), QString::fromStdString(word));
    connect(choice_, &QComboBox::currentIndexChanged, this, &AnswerRow::tell);
  } else {
    line_ = new QLineEdit;
    // A bare sample looks like the solution.
    line_->setPlaceholderText(tr("such as %1").arg(QString::fromUtf8(words.sample).section(QLatin1Char(','), 0, 0)));
    line_->setMaxLength(kLongestAnswer);
    connect(line_, &QLineEdit::textEdited, this, &AnswerRow::tell);
    connect(line_, &QLineEdit::editingFinished, this, [this] { fault_->setVisible(!fault().isEmpty()); });
  }
  field()->setAccessibleName(tr("%1: answer").arg(title));
  field()->setToolTip(tr("%1 Write %2.").arg(QString::fromUtf8(words.asks), QString::fromStdString(how_to_write(words))));
  because_->setAccessibleName(tr("%1: because").arg(title));
  because_->setPlaceholderText(tr("What have you seen that shows it?"));
  because_->setTabChangesFocus(true);
  because_->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  connect(because_, &QPlainTextEdit::textChanged, this, &AnswerRow::tell);
  attach_->setAccessibleName(tr("%1: attach a run").arg(title));
  attach_->setToolTip(tr("Name a run that shows it"));
  connect(attach_, &QToolButton::clicked, this, &AnswerRow::offerRuns);
  chipRow_->setContentsMargins(0, 0, 0, 0);
  chipRow_->setSpacing(6);
  grid_->setContentsMargins(0, 6, 0, 6);
  grid_->setHorizontalSpacing(12);
  grid_->setVerticalSpacing(4);
  showRuns();
  setWide(false);
}

QWidget* AnswerRow::field() const { return choice_ != nullptr ? static_cast<QWidget*>(choice_) : line_; }

QString AnswerRow::typed() const { return choice_ != nullptr ? choice_->currentData().toString() : line_->text(); }

QString AnswerRow::fault() const {
  if (typed().trimmed().isEmpty()) return {};
  const auto tidied = mystery::tidy_answer(asked_.question, typed().toStdString());
  return tidied ? QString() : shownText(tidied.error().message);
}

mystery::Answer AnswerRow::answer() const {
  const auto tidied = mystery::tidy_answer(asked_.question, typed().toStdString());
  return {tidied ? *tidied : std::string(), because_->toPlainText().left(kLongestWords).toStdString(), attached_};
}

void AnswerRow::setAnswer(const mystery::Answer& answer) {
  if (choice_ != nullptr) {
    const QSignalBlocker quiet(choice_);
    choice_->setCurrentIndex(std::max(0, choice_->findData(QString::fromStdString(answer.value))));
  } else {
    line_->setText(shownText(answer.value));
  }
  {
    const QSignalBlocker quiet(because_);
    because_->setPlainText(shownText(answer.because));
  }
  attached_ = answer.runs;
  fault_->hide();
  showRuns();
}

void AnswerRow::tell() {
  fault_->setText(fault());
  if (fault_->text().isEmpty()) fault_->hide();  // a fault is shown once the person has finished typing
  emit changed();
}

void AnswerRow::setHandedIn(bool handedIn) {
  handedIn_ = handedIn;
  field()->setEnabled(!handedIn);
  because_->setReadOnly(handedIn);
  attach_->setVisible(!handedIn);
  showRuns();
}

void AnswerRow::showRuns() {
  while (QLayoutItem* item = chipRow_->takeAt(0)) {
    if (item->widget() != nullptr && item->widget() != attach_) item->widget()->deleteLater();
    delete item;
  }
  for (const std::string& id : attached_) {
    auto* chip = looking(new QToolButton, "segment first last");
    chip->setText(chip_text(id));
    chip->setAccessibleName(tr("%1: %2").arg(title_->text(), chip_text(id)));
    chip->setToolTip(tr("Show this run, or take it away"));
    auto* menu = new QMenu(chip);
    const QString name = QString::fromStdString(id);
    menu->addAction(tr("Show it"), this, [this, name] { emit runRequested(name); });
    if (!handedIn_)
      menu->addAction(tr("Take it away"), this, [this, id] {
        attached_.erase(std::remove(attached_.begin(), attached_.end(), id), attached_.end());
        showRuns();
        emit changed();
      });
    connect(chip, &QToolButton::clicked, menu, [chip, menu] { menu->popup(chip->mapToGlobal(QPoint(0, chip->height()))); });
    chipRow_->addWidget(chip);
  }
  attach_->setText(attached_.empty() ? tr("+ attach a run") : tr("+ run"));
  chipRow_->addWidget(attach_);
  chipRow_->addStretch();
}

void AnswerRow::offerRuns() {
  QMenu menu(this);
  for (const OfferedRun& run : runs_()) {
    const std::string id = run.id.toStdString();
    if (std::find(attached_.begin(), attached_.end(), id) != attached_.end()) continue;
    menu.addAction(run.words, this, [this, id] {
      attached_.push_back(id);
      showRuns();
      emit changed();
    });
  }
  if (menu.isEmpty()) menu.addAction(tr("There is no run to attach yet"))->setEnabled(false);
  menu.exec(attach_->mapToGlobal(QPoint(0, attach_->height())));
}

void AnswerRow::setWide(bool wide) {
  for (QWidget* widget : {static_cast<QWidget*>(title_), field(), static_cast<QWidget*>(because_), chips_,
                          static_cast<QWidget*>(points_), static_cast<QWidget*>(fault_)})
    grid_->removeWidget(widget);
  because_->setFixedHeight(QFontMetrics(theme_.text()).lineSpacing() * kLines + theme_.scaled(22));  // with padding and margins
  for (int column = 0; column < 5; ++column) {
    grid_->setColumnStretch(column, 0);
    grid_->setColumnMinimumWidth(column, 0);
  }
  if (wide) {
    const int widths[] = {110, 140, 0, 210, 70};
    for (int column = 0; column < 5; ++column) grid_->setColumnMinimumWidth(column, theme_.scaled(widths[column]));
    grid_->setColumnStretch(2, 1);
    field()->setFixedWidth(theme_.scaled(140));
    chips_->setFixedWidth(theme_.scaled(210));
    grid_->addWidget(title_, 0, 0);
    grid_->addWidget(field(), 0, 1);
    grid_->addWidget(because_, 0, 2);
    grid_->addWidget(chips_, 0, 3);
    grid_->addWidget(points_, 0, 4, Qt::AlignRight | Qt::AlignVCenter);
    grid_->addWidget(fault_, 1, 1, 1, 4);
    return;
  }
  for (QWidget* widget : {field(), chips_}) {
    widget->setMinimumWidth(0);
    widget->setMaximumWidth(QWIDGETSIZE_MAX);
  }
  grid_->setColumnStretch(0, 1);
  grid_->addWidget(title_, 0, 0);
  grid_->addWidget(points_, 0, 1, Qt::AlignRight | Qt::AlignVCenter);
  grid_->addWidget(field(), 1, 0, 1, 2);
  grid_->addWidget(because_, 2, 0, 1, 2);
  grid_->addWidget(fault_, 3, 0, 1, 2);
  grid_->addWidget(chips_, 4, 0, 1, 2);
}

}  // namespace chasescope

#include "moc_answer_row.cpp"
