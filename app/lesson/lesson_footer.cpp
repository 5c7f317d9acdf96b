#include "app/lesson/lesson_footer.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/lesson/lesson_player.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kMark = 30, kMarkGap = 6, kMarkHeight = 8;  // px

/// A mark for each step. The marks up to the present step have the accent's colour; a click on a mark goes to its step.
class StepMarks : public QWidget {
 public:
  StepMarks(LessonPlayer& player, const Theme& theme, QWidget* parent) : QWidget(parent), player_(player), theme_(theme) {
    setAccessibleName(LessonFooter::tr("Steps of the lesson"));
    setToolTip(LessonFooter::tr("A click goes to that step"));
    setCursor(Qt::PointingHandCursor);
    setFixedHeight(kMarkHeight + 10);
  }
  QSize sizeHint() const override { return {player_.active() ? player_.steps() * (kMark + kMarkGap) : kMark, kMarkHeight + 10}; }
  QSize minimumSizeHint() const override { return {60, kMarkHeight + 10}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    if (!player_.active()) return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Palette& colours = theme_.colours();
    const double each = static_cast<double>(width()) / player_.steps();
    for (int i = 0; i < player_.steps(); ++i) {
      const QRectF mark(i * each + 2, (height() - kMarkHeight) / 2.0, each - 4, kMarkHeight);
      painter.setPen(i == player_.index() ? QPen(colours.accent, 2) : QPen(Qt::NoPen));
      painter.setBrush(i <= player_.index() ? colours.accent : colours.line);
      painter.drawRoundedRect(i == player_.index() ? mark.adjusted(-1, -2, 1, 2) : mark, 4, 4);
    }
  }
  void mousePressEvent(QMouseEvent* event) override {
    if (player_.active()) player_.goTo(static_cast<int>(event->position().x() * player_.steps() / std::max(1, width())));
  }

 private:
  LessonPlayer& player_;
  const Theme& theme_;
};

}  // namespace

LessonFooter::LessonFooter(LessonPlayer& player, const Theme& theme, QWidget* parent)
    : QWidget(parent), player_(player), theme_(theme) {
  setObjectName(QStringLiteral("lessonFooter"));
  setAccessibleName(tr("Steps of the lesson"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 12, 8);
  row->setSpacing(10);
  leave_ = new QPushButton(tr("Leave the lesson"), this);
  leave_->setFlat(true);
  leave_->setToolTip(tr("Esc. Next time the lesson goes on from here"));
  back_ = new QPushButton(tr("Back"), this);
  back_->setToolTip(tr("Page Up"));
  next_ = looking(new QPushButton(tr("Next"), this), "primary");
  next_->setToolTip(tr("Page Down"));
  next_->setObjectName(QStringLiteral("lessonNext"));
  marks_ = new StepMarks(player_, theme_, this);
  place_ = looking(new QLabel(this), "quiet");
  place_->setAlignment(Qt::AlignHCenter);
  auto* middle = new QVBoxLayout;
  middle->setSpacing(0);
  middle->addWidget(marks_, 0, Qt::AlignHCenter);
  middle->addWidget(place_);
  row->addWidget(back_);
  row->addWidget(leave_);
  row->addStretch(1);
  row->addLayout(middle);
  row->addStretch(1);
  row->addSpacing(theme_.scaled(60));
  row->addWidget(next_);
  connect(leave_, &QPushButton::clicked, &player_, &LessonPlayer::leave);
  connect(back_, &QPushButton::clicked, &player_, &LessonPlayer::goBack);
  connect(next_, &QPushButton::clicked, &player_, &LessonPlayer::goOn);
  for (const auto signal : {&LessonPlayer::stepChanged, &LessonPlayer::questionChanged})
    connect(&player_, signal, this, &LessonFooter::refresh);
  // When the widget with the focus is hidden (the field of a question that was answered), Qt moves the focus to the next button,
  // which leaves the lesson. Enter is to go on, so the focus moves to `next_`.
  for (const auto signal : {&LessonPlayer::stepChanged, &LessonPlayer::questionChanged})
    connect(
        &player_, signal, this,
        [this] {
          if (leave_->hasFocus() || back_->hasFocus()) next_->setFocus(Qt::OtherFocusReason);
        },
        Qt::QueuedConnection);
  connect(&theme_, &Theme::themeChanged, this, &LessonFooter::refresh);
}

void LessonFooter::refresh() {
  if (!player_.active()) return;
  for (QPushButton* button : {back_, next_}) {
    button->setFont(theme_.text(16, Weight::medium));
    button->setMinimumWidth(theme_.scaled(110));
  }
  place_->setFont(theme_.text(14));
  place_->setText(tr("step %1 of %2").arg(player_.index() + 1).arg(player_.steps()));
  back_->setEnabled(player_.index() > 0);
  next_->setEnabled(player_.mayGoOn());
  next_->setText(player_.index() + 1 == player_.steps() ? tr("Done") : tr("Next"));
  marks_->updateGeometry();
  marks_->update();
}

}  // namespace chasescope

#include "moc_lesson_footer.cpp"
