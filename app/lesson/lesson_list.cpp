#include "app/lesson/lesson_list.h"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "app/lesson/lesson_player.h"
#include "widgets/style/screen_room.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

enum Role { kId = Qt::UserRole, kAbout, kFoot, kDone };

/// Paints a lesson: its title, its subject and its minutes; a check if it was played to its end, otherwise the share that was
/// played.
class LessonDelegate : public QStyledItemDelegate {
 public:
  LessonDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {theme_.scaled(300), theme_.scaled(74)}; }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const Palette& colours = theme_.colours();
    const QRectF box = QRectF(option.rect).adjusted(4, 3, -4, -3);
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(QPen(chosen ? colours.accent : colours.line, chosen ? 2 : 1));
    painter->setBrush(option.state.testFlag(QStyle::State_MouseOver) ? colours.hover : chosen ? colours.accentSoft : colours.card);
    painter->drawRoundedRect(box, 8, 8);
    const QRectF inner = box.adjusted(14, 6, -14, -6);
    const double third = inner.height() / 3;
    const auto line = [&](int at, const QFont& font, const QColor& colour, const QString& text, Qt::Alignment side,
                          double less = 0) {
      painter->setFont(font);
      painter->setPen(colour);
      const QRectF row(inner.left(), inner.top() + at * third, inner.width() - less, third);
      painter->drawText(row, static_cast<int>(side | Qt::AlignVCenter),
                        painter->fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(row.width())));
    };
    const double done = index.data(kDone).toDouble();
    const QString played = done >= 1  ? LessonList::tr("✓ played")
                           : done > 0 ? LessonList::tr("%1 % played").arg(qRound(done * 100))
                                      : QString();
    line(0, theme_.text(15, Weight::semiBold), colours.ink, index.data(Qt::DisplayRole).toString(), Qt::AlignLeft,
         theme_.scaled(110));
    line(0, theme_.text(13), done >= 1 ? colours.measured : colours.quietInk, played, Qt::AlignRight);
    line(1, theme_.text(14), colours.ink, index.data(kAbout).toString(), Qt::AlignLeft);
    line(2, theme_.text(13), colours.quietInk, index.data(kFoot).toString(), Qt::AlignLeft);
    painter->restore();
  }

 private:
  const Theme& theme_;
};

}  // namespace

LessonList::LessonList(const Theme& theme, QWidget* parent) : QDialog(parent), list_(new QListWidget(this)) {
  setWindowTitle(tr("Lessons"));
  resizeOnScreen(*this, {theme.scaled(720), theme.scaled(620)});
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(16, 16, 16, 16);
  column->setSpacing(10);
  auto* words = new QLabel(tr("Each takes some ten minutes: predict first, then see. No card and no network is needed."), this);
  words->setWordWrap(true);
  column->addWidget(words);
  column->addWidget(list_, 1);
  looking(list_, "bare");
  list_->setAccessibleName(tr("Lessons"));
  list_->setItemDelegate(new LessonDelegate(theme, list_));
  list_->setMouseTracking(true);
  int number = 0;
  for (const std::string& id : lesson::lesson_ids()) {
    const auto opened = lesson::open_lesson(id);
    if (!opened) continue;
    const lesson::Lesson& lesson = opened->reading.lesson;
    auto* item = new QListWidgetItem(tr("%1  %2").arg(++number).arg(QString::fromStdString(lesson.title)), list_);
    const QString paper = QString::fromStdString(lesson.paper);
    item->setData(kId, QString::fromStdString(id));
    item->setData(kAbout, QString::fromStdString(lesson.about));
    item->setData(kFoot,
                  paper.isEmpty() ? tr("%1 minutes").arg(lesson.minutes) : tr("%1 minutes  ·  %2").arg(lesson.minutes).arg(paper));
    item->setData(kDone, LessonPlayer::shareDone(QString::fromStdString(id), static_cast<int>(lesson.steps.size())));
    item->setData(Qt::AccessibleTextRole, QString(item->text() + QStringLiteral(". ") + item->data(kAbout).toString()));
  }
  // The first lesson that was not played to its end.
  int first = 0;
  while (first + 1 < list_->count() && list_->item(first)->data(kDone).toDouble() >= 1) ++first;
  list_->setCurrentRow(first);
  auto* buttons = new QDialogButtonBox(this);
  auto* own = buttons->addButton(tr("Open a file …"), QDialogButtonBox::ActionRole);
  own->setToolTip(tr("A lesson of your own: docs/lessons.md tells how to write one"));
  auto* play = looking(buttons->addButton(tr("Play"), QDialogButtonBox::AcceptRole), "primary");
  buttons->addButton(QDialogButtonBox::Cancel);
  play->setEnabled(list_->count() > 0);
  column->addWidget(buttons);
  connect(own, &QPushButton::clicked, this, &LessonList::openFile);
  connect(buttons, &QDialogButtonBox::accepted, this, &LessonList::choose);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(list_, &QListWidget::itemActivated, this, &LessonList::choose);
}

void LessonList::choose() {
  if (list_->currentItem() == nullptr) return;
  chosen_ = list_->currentItem()->data(kId).toString();
  accept();
}

void LessonList::openFile() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open a lesson"), {}, tr("Lessons (*.md);;All files (*)"));
  if (path.isEmpty()) return;
  chosen_ = path;
  accept();
}

}  // namespace chasescope

#include "moc_lesson_list.cpp"
