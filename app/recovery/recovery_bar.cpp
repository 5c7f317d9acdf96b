#include "app/recovery/recovery_bar.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>

#include "app/documents/recent_files.h"
#include "app/documents/report_files.h"
#include "app/recovery/left_words.h"
#include "engine/session/session_file.h"
#include "widgets/document/shown_text.h"
#include "widgets/shell/log_panel.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

RecoveryBar::RecoveryBar(std::function<Restored(const Session&)> restore, LogPanel& log, const Theme& /*theme*/, QWidget* parent)
    : QFrame(parent),
      restore_(std::move(restore)),
      log_(log),
      title_(elidedLabel(this, "quiet")),
      what_(elidedLabel(this, "plain")),
      restoreButton_(looking(new QPushButton(tr("&Restore")), "primary")),
      saveButton_(new QPushButton(tr("Save &as …"))),
      discardButton_(new QPushButton(tr("&Discard"))) {
  setObjectName(QStringLiteral("recoveryBar"));
  setAccessibleName(tr("Measurements that were not saved"));
  auto* around = new QVBoxLayout(this);
  around->setContentsMargins(8, 0, 8, 4);
  auto* card = looking(new QFrame, "card");
  around->addWidget(card);
  row_ = new QBoxLayout(QBoxLayout::LeftToRight, card);
  row_->setContentsMargins(14, 8, 8, 8);
  row_->setSpacing(8);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  words->addWidget(title_);
  words->addWidget(what_);
  row_->addLayout(words, 1);
  restoreButton_->setAccessibleName(tr("Restore the measurements"));
  restoreButton_->setToolTip(tr("Show them in the window, unsaved as they were"));
  saveButton_->setAccessibleName(tr("Save the measurements to a file"));
  saveButton_->setToolTip(tr("Write them to a file without showing them"));
  discardButton_->setAccessibleName(tr("Discard the measurements"));
  discardButton_->setToolTip(tr("Remove them for good"));
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  for (QPushButton* button : {restoreButton_, saveButton_, discardButton_}) buttons->addWidget(button);
  row_->addLayout(buttons);
  connect(restoreButton_, &QPushButton::clicked, this, &RecoveryBar::restoreIt);
  connect(saveButton_, &QPushButton::clicked, this, &RecoveryBar::saveIt);
  connect(discardButton_, &QPushButton::clicked, this, &RecoveryBar::discardIt);
  hide();
}

void RecoveryBar::offer(const std::filesystem::path& folder) {
  left_ = std::make_unique<LeftMeasurements>(folder);
  if (left_->newer() > 0)
    log_.add(LogPanel::Level::info,
             tr("A newer ChaseScope left measurements in %1, which it can restore.").arg(QString::fromStdString(folder.string())));
  for (const std::filesystem::path& path : left_->unreadable())
    log_.add(LogPanel::Level::warning,
             tr("%1 is no journal that can be read. It is left as it is.").arg(QString::fromStdString(path.string())));
  show(0);
}

std::size_t RecoveryBar::count() const { return left_ ? left_->documents().size() - index_ : 0; }

void RecoveryBar::show(std::size_t index) {
  index_ = index;
  showOrHide();
  if (count() == 0) {
    left_.reset();  // releases the journals, so that other windows may offer them
    return;
  }
  const LeftDocument& left = left_->documents()[index];
  const QString when = leftWhen(left);
  title_->setText((count() > 1 ? tr("Left unsaved, 1 of %1").arg(count()) : tr("Left unsaved")) +
                  (when.isEmpty() ? QString() : QStringLiteral("  ·  ") + when));
  what_->setText(leftWords(left));
  fit();
}

void RecoveryBar::showOrHide() { setVisible(count() > 0 && !waiting_); }

void RecoveryBar::setWaiting(bool waiting) {
  waiting_ = waiting;
  showOrHide();
}

void RecoveryBar::fit() {
  int words = 0;
  for (const QLabel* label : {title_, what_}) words = std::max(words, label->fontMetrics().horizontalAdvance(label->text()));
  int buttons = 0;
  for (const QPushButton* button : {restoreButton_, saveButton_, discardButton_})
    buttons += button->sizeHint().width() + row_->spacing();
  const QMargins around = layout()->contentsMargins() + row_->contentsMargins();
  const bool narrow = words + buttons + around.left() + around.right() > width();
  row_->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  qobject_cast<QBoxLayout*>(row_->itemAt(1)->layout())->setAlignment(narrow ? Qt::AlignLeft : Qt::Alignment());
}

void RecoveryBar::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fit();
}

Outcome<Recovered> RecoveryBar::opened() {
  auto recovered = left_->session(index_);
  if (!recovered) log_.add(LogPanel::Level::error, QString::fromStdString(recovered.error().message));
  if (const QString words = recovered ? leftOutWords(recovered->left_out, recovered->unread_bytes) : QString(); !words.isEmpty())
    log_.add(LogPanel::Level::warning, words);
  return recovered;
}

void RecoveryBar::restoreIt() {
  const auto recovered = opened();
  const Restored restored = recovered ? restore_(recovered->session) : Restored::no;
  if (restored == Restored::no) return;
  log_.add(LogPanel::Level::good, tr("Restored %1.").arg(what_->text()));
  // What the window's own journal does not have stays in the journal that was left, and the next start offers it again.
  restored == Restored::kept ? done() : show(index_ + 1);
}

void RecoveryBar::saveIt() {
  const auto recovered = opened();
  if (!recovered) return;
  QString path = QFileDialog::getSaveFileName(this, tr("Save the measurements"), QStringLiteral("recovered.json"),
                                              tr("JSON (*.json);;CBOR, for large traces (*.cbor)"));
  if (path.isEmpty()) return;
  if (!session_format_of(path.toStdString())) path += QStringLiteral(".json");
  const Place place = place_for(recovered->session, path.toStdString());
  if (const auto error = write_session(recovered->session, place.path, *session_format_of(place.path))) {
    log_.add(LogPanel::Level::error, QString::fromStdString(error->message));
    QMessageBox box(QMessageBox::Warning, tr("The measurements were not saved"), shownText(error->message), QMessageBox::Ok, this);
    box.setTextFormat(Qt::PlainText);
    box.exec();
    return;
  }
  if (!place.why.empty()) log_.add(LogPanel::Level::warning, QString::fromStdString(place.why));
  RecentFiles::remember(QString::fromStdString(place.path.string()));
  log_.add(LogPanel::Level::good, tr("Saved %1.").arg(QString::fromStdString(place.path.string())));
  done();
}

void RecoveryBar::discardIt() {
  QMessageBox box(QMessageBox::Question, tr("Discard the measurements?"), tr("%1 would be removed for good.").arg(what_->text()),
                  QMessageBox::Discard | QMessageBox::Cancel, this);
  box.setTextFormat(Qt::PlainText);
  box.setDefaultButton(QMessageBox::Cancel);
  if (box.exec() == QMessageBox::Discard) done();
}

void RecoveryBar::done() {
  left_->forget(index_);
  show(index_ + 1);
}

}  // namespace chasescope

#include "moc_recovery_bar.cpp"
