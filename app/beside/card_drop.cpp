#include "app/beside/card_drop.h"

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QTimer>

#include "widgets/shell/device_list.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {

CardDrop::CardDrop(QWidget& place, QWidget& window)
    : QObject(&place), place_(place), window_(window), sign_(looking(new QLabel(&window), "drop")) {
  sign_->setAlignment(Qt::AlignCenter);
  sign_->setWordWrap(true);
  sign_->setText(tr("Drop to put this card beside the open one; curves are drawn over each other"));
  sign_->setAttribute(Qt::WA_TransparentForMouseEvents);
  sign_->hide();
  place_.setAcceptDrops(true);
  place_.installEventFilter(this);
}

void CardDrop::show() {
  const int width = qMin(place_.width() - 32, 460);
  constexpr int kHeight = 110;
  const QPoint corner((place_.width() - width) / 2, (place_.height() - kHeight) / 2);
  sign_->setGeometry(QRect(place_.mapTo(&window_, corner), QSize(width, kHeight)));
  sign_->raise();
  sign_->show();
}

bool CardDrop::eventFilter(QObject* watched, QEvent* event) {
  const QString type = QString::fromLatin1(DeviceList::kDragType);
  switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
      auto* drag = static_cast<QDropEvent*>(event);
      if (!drag->mimeData()->hasFormat(type)) return false;
      drag->setDropAction(Qt::CopyAction);
      drag->accept();
      if (event->type() == QEvent::DragEnter) show();
      return true;
    }
    case QEvent::DragLeave: sign_->hide(); return QObject::eventFilter(watched, event);
    case QEvent::Drop: {
      sign_->hide();
      auto* drop = static_cast<QDropEvent*>(event);
      if (!drop->mimeData()->hasFormat(type)) return false;
      drop->setDropAction(Qt::CopyAction);
      drop->accept();
      const QString id = QString::fromUtf8(drop->mimeData()->data(type));
      QTimer::singleShot(0, this, [this, id] { emit dropped(id); });
      return true;
    }
    default: return QObject::eventFilter(watched, event);
  }
}

}  // namespace chasescope

#include "moc_card_drop.cpp"
