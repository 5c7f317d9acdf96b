#include "app/window/file_drop.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QTimer>
#include <QUrl>

#include "app/mystery/grading_window.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

/// The paths, if all dragged files are answer files or folders; else none.
QStringList answersAmong(const QMimeData& dragged) {
  QStringList paths;
  for (const QUrl& url : dragged.urls()) {
    if (!url.isLocalFile() || !isAnswers(url.toLocalFile())) return {};
    paths << url.toLocalFile();
  }
  return paths;
}

}  // namespace

FileDrop::FileDrop(QWidget& window) : QObject(&window), window_(window), sign_(looking(new QLabel(&window), "drop")) {
  sign_->setAlignment(Qt::AlignCenter);
  sign_->setWordWrap(true);
  sign_->setTextFormat(Qt::PlainText);
  sign_->setAttribute(Qt::WA_TransparentForMouseEvents);
  sign_->hide();
  window_.setAcceptDrops(true);
  window_.installEventFilter(this);
}

QString FileDrop::fault(const QMimeData& dragged) {
  const QList<QUrl> urls = dragged.urls();
  if (!answersAmong(dragged).isEmpty()) return {};
  if (urls.size() != 1) return tr("One file at a time can be opened.");
  if (!urls.front().isLocalFile()) return tr("Only files of this machine can be opened; save this one here first.");
  if (QFileInfo(urls.front().toLocalFile()).isDir()) return tr("This is a folder. A session is one file.");
  return {};
}

void FileDrop::show(const QMimeData& dragged) {
  const QString wrong = fault(dragged);
  sign_->setText(!answersAmong(dragged).isEmpty() ? tr("Drop to grade these answers")
                 : wrong.isEmpty() ? tr("Drop to open %1").arg(QFileInfo(dragged.urls().front().toLocalFile()).fileName())
                                   : wrong);
  const int width = qMin(window_.width() - 64, 520);
  sign_->setGeometry((window_.width() - width) / 2, window_.height() / 2 - 60, width, 120);
  sign_->raise();
  sign_->show();
}

bool FileDrop::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
      auto* drag = static_cast<QDropEvent*>(event);
      if (!drag->mimeData()->hasUrls()) return false;
      // Drags that can't be dropped are accepted on entering, so that the sign can say why; the cursor shows that a drop would do
      // nothing.
      const bool let_in = event->type() == QEvent::DragEnter || fault(*drag->mimeData()).isEmpty();
      drag->setDropAction(Qt::CopyAction);
      drag->setAccepted(let_in);
      if (event->type() == QEvent::DragEnter) show(*drag->mimeData());
      return true;
    }
    case QEvent::DragLeave: sign_->hide(); return true;
    case QEvent::Drop: {
      sign_->hide();
      auto* drop = static_cast<QDropEvent*>(event);
      if (!fault(*drop->mimeData()).isEmpty()) return true;
      drop->setDropAction(Qt::CopyAction);
      drop->accept();
      if (const QStringList answers = answersAmong(*drop->mimeData()); !answers.isEmpty()) {
        QTimer::singleShot(0, this, [this, answers] { emit answersDropped(answers); });
        return true;
      }
      QTimer::singleShot(0, this, [this, path = drop->mimeData()->urls().front().toLocalFile()] { emit dropped(path); });
      return true;
    }
    default: return QObject::eventFilter(watched, event);
  }
}

}  // namespace chasescope

#include "moc_file_drop.cpp"
