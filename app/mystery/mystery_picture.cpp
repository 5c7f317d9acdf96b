#include "app/mystery/mystery_picture.h"

#include <QPainter>

#include "widgets/style/theme.h"

namespace chasescope {
namespace {

// The colours of the card, the same in every theme: the board is dark, and its contacts are golden.
const QColor kBoard(0x1B, 0x1F, 0x24), kInk(0xFF, 0xFF, 0xFF), kSocket(0x7D, 0x87, 0x92), kContact(0xB8, 0x8A, 0x1E);
constexpr int kContacts = 12;
const QString kName = QStringLiteral("Mystery GPU");

}  // namespace

MysteryPicture::MysteryPicture(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
  setAccessibleName(tr("A sealed card"));
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void MysteryPicture::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const qreal edge = theme_.scaled(7);
  const QRectF board(0, 0, width(), height() - edge);
  painter.setPen(theme_.colours().dark ? QPen(theme_.colours().outline, 1) : QPen(Qt::NoPen));
  painter.setBrush(kBoard);
  painter.drawRoundedRect(board.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
  painter.setPen(Qt::NoPen);
  painter.setBrush(kContact);
  const qreal step = (board.width() - 4 * edge) / kContacts;
  for (int i = 0; i < kContacts; ++i) painter.drawRect(QRectF(2 * edge + i * step, board.bottom(), step * 0.55, edge));

  const QFont font = theme_.text(15, Weight::semiBold);
  const qreal words = QFontMetricsF(font).height();
  // The name stands below the socket, or beside it where the socket would be too small.
  const bool beside = board.height() < 3 * words;
  const qreal side = beside ? board.height() - 2 * edge : qMin(board.height() - words - 3 * edge, qreal(theme_.scaled(56)));
  const qreal all = side + (beside ? edge + QFontMetricsF(font).horizontalAdvance(kName) : 0);
  const QRectF socket(board.center().x() - all / 2, board.top() + edge, side, side);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(kSocket, 1.4, Qt::DashLine));
  painter.drawRoundedRect(socket, 4, 4);
  const int pixels = qRound(side * 0.68);
  const QPixmap lock = theme_.iconPixmap(QStringLiteral("lock"), kInk, pixels, devicePixelRatioF());
  painter.drawPixmap(QRectF(socket.center().x() - pixels / 2.0, socket.center().y() - pixels / 2.0, pixels, pixels), lock,
                     QRectF(lock.rect()));
  painter.setPen(kInk);
  painter.setFont(font);
  if (beside)
    painter.drawText(QRectF(socket.right() + edge, board.top(), board.width(), board.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     kName);
  else
    painter.drawText(QRectF(board.left(), socket.bottom(), board.width(), board.bottom() - socket.bottom()), Qt::AlignCenter,
                     kName);
}

}  // namespace chasescope

#include "moc_mystery_picture.cpp"
