#include "app/lesson/lesson_focus.h"

#include <QApplication>
#include <QPushButton>

#include "app/lesson/lesson_footer.h"
#include "app/lesson/lesson_player.h"
#include "app/lesson/question_card.h"

namespace chasescope {

LessonFocus::LessonFocus(LessonPlayer& player, QuestionCard& card, LessonFooter& footer, QObject* parent)
    : QObject(parent), player_(player), card_(card), footer_(footer) {
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget* from) { moved(from); });
}

void LessonFocus::moved(QWidget* from) {
  if (!player_.active() || from == nullptr || !(card_.isAncestorOf(from) || footer_.isAncestorOf(from))) return;
  from_ = from;
  settleSoon();
}

void LessonFocus::take() {
  from_.clear();
  settleSoon();
}

/// Later, because the step is not shown in full yet: "Next" may be enabled by what comes after.
void LessonFocus::settleSoon() { QMetaObject::invokeMethod(this, &LessonFocus::settle, Qt::QueuedConnection); }

void LessonFocus::settle() {
  if (!player_.active() || (from_ && from_->isEnabled() && from_->isVisible())) return;  // the person moved the focus
  // The card itself takes no key, so that Enter goes on as soon as there is a guess.
  QPushButton* next = footer_.next();
  (next->isEnabled() ? static_cast<QWidget*>(next) : &card_)->setFocus(Qt::OtherFocusReason);
}

}  // namespace chasescope

#include "moc_lesson_focus.cpp"
