#include "app/start/door.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kPictureHeight = 88;  // px

}  // namespace

Door::Door(const QString& title, const QString& about, std::vector<Way> ways, Picture picture, const Theme& theme, QWidget* parent)
    : QFrame(parent),
      ways_(std::move(ways)),
      picture_(std::move(picture)),
      theme_(theme),
      title_(new QLabel(title, this)),
      about_(new QLabel(about, this)),
      room_(new QWidget(this)) {
  looking(this, "card");
  setAccessibleName(title);
  setToolTip(ways_.front().words);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  title_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  about_->setWordWrap(true);
  about_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  room_->setMinimumHeight(theme.scaled(56));
  room_->setMaximumHeight(kPictureHeight);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(18, 12, 18, 12);
  column->setSpacing(6);
  column->addWidget(room_, 1);
  column->addWidget(title_);
  column->addWidget(about_, 1);
  auto* links = new QHBoxLayout;
  links->setSpacing(4);
  bool first = true;
  for (const Way& way : ways_) {
    auto* button = new QPushButton(way.words, this);
    if (first) looking(button, "primary");
    first = false;
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QPushButton::clicked, this, [go = way.go] { go(); });
    links->addWidget(button);
    buttons_.push_back(button);
  }
  links->addStretch(1);
  column->addLayout(links);
  setMinimumWidth(theme.scaled(230));
  connect(&theme_, &Theme::themeChanged, this, &Door::restyle);
}

void Door::resizeEvent(QResizeEvent* event) {
  const QMargins margins = layout()->contentsMargins();
  int room = width() - margins.left() - margins.right();
  for (QWidget* button : buttons_) {
    room -= button->sizeHint().width() + 4;
    button->setVisible(room >= 0 || button == buttons_.front());
  }
  QFrame::resizeEvent(event);
}

void Door::restyle() {
  title_->setFont(theme_.text(22, Weight::bold));
  about_->setFont(theme_.text(15));
  update();
}

void Door::showEvent(QShowEvent* event) {
  restyle();
  QFrame::showEvent(event);
}

void Door::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint())) ways_.front().go();
}

void Door::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) return ways_.front().go();
  QFrame::keyPressEvent(event);
}

void Door::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (hasFocus()) {
    painter.setPen(QPen(theme_.colours().focus, 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
  }
  const QRectF room = QRectF(room_->geometry());
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme_.colours().ground);
  painter.drawRoundedRect(room, 8, 8);
  picture_(painter, room.adjusted(14, 8, -14, -8), theme_);
}

void paintChaseDoor(QPainter& painter, const QRectF& room, const Theme& theme) {
  constexpr int kWords = 13, kBusy = 6;  // the textbook cache with one word too many: words 0, 6 and 12 miss
  const Palette& colours = theme.colours();
  const double side = std::min(room.width() / (kWords + 1), room.height() * 0.55), left = room.center().x() - side * kWords / 2;
  for (int i = 0; i < kWords; ++i) {
    const bool missed = i % kBusy == 0;
    const QRectF tile(left + i * side + 1, room.bottom() - side, side - 2, side - 2);
    painter.setPen(QPen(missed ? colours.miss : colours.hit, 1.2));
    painter.setBrush(missed ? colours.miss : mixed(colours.hit, colours.card, 0.25));
    painter.drawRoundedRect(tile, 2, 2);
    if (missed) {
      painter.setPen(QPen(Qt::white, 1.8));
      const QRectF cross = tile.adjusted(side * 0.3, side * 0.3, -side * 0.3, -side * 0.3);
      painter.drawLine(cross.topLeft(), cross.bottomRight());
      painter.drawLine(cross.bottomLeft(), cross.topRight());
    }
    if (i + 1 == kWords) continue;
    painter.setPen(QPen(colours.quietInk, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawArc(QRectF(tile.center().x(), tile.top() - side * 0.55, side, side * 0.9), 0, 180 * 16);
  }
}

void paintLevelsDoor(QPainter& painter, const QRectF& room, const Theme& theme) {
  const Palette& colours = theme.colours();
  painter.setPen(QPen(colours.ink, 2.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  const auto at = [&](double x, double y) { return QPointF(room.left() + x * room.width(), room.bottom() - y * room.height()); };
  const QPolygonF line{{at(0.02, 0.05), at(0.3, 0.05), at(0.4, 0.45), at(0.62, 0.45), at(0.72, 0.85), at(0.98, 0.85)}};
  painter.drawPolyline(line);
  painter.setFont(theme.text(13, Weight::semiBold));
  const auto word = [&](double x, double y, const QString& text, std::size_t level) {
    painter.setPen(levelTextColour(level, colours));
    painter.drawText(QRectF(at(x, y + 0.42), QSizeF(room.width() * 0.3, room.height() * 0.3)), Qt::AlignLeft | Qt::AlignVCenter,
                     text);
  };
  word(0.06, 0.05, Door::tr("L1"), 0);
  word(0.42, 0.45, Door::tr("L2"), 1);
  constexpr double kRoomForThree = 60;  // px: in a lower room the word would lie on "L2"
  if (room.height() < kRoomForThree) return;
  painter.setPen(colours.quietInk);
  painter.drawText(QRectF(at(0.02, 1.0), QSizeF(room.width() * 0.68, room.height() * 0.3)), Qt::AlignRight | Qt::AlignTop,
                   Door::tr("memory"));
}

void paintFigureDoor(QPainter& painter, const QRectF& room, const Theme& theme) {
  constexpr int kColumns = 30, kRows = 6;
  const Palette& colours = theme.colours();
  const QRectF page(room.center().x() - room.width() * 0.22, room.top(), room.width() * 0.44, room.height() * 0.72);
  painter.setPen(QPen(colours.outline, 1));
  painter.setBrush(colours.card);
  painter.drawRect(page);
  const QRectF map = page.adjusted(5, 5, -5, -5);
  painter.setPen(Qt::NoPen);
  // A pattern as the GTX 560 Ti draws it: in the columns of a full set, now one line misses and now another.
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column) {
      const bool missed = column % 7 < 2 && ((row * 5 + column * 3) % 4) < 2;
      painter.setBrush(missed ? colours.miss : mixed(colours.hit, colours.card, 0.25));
      painter.drawRect(QRectF(map.left() + column * map.width() / kColumns, map.top() + row * map.height() / kRows,
                              map.width() / kColumns + 0.3, map.height() / kRows + 0.3));
    }
  const double y = page.bottom() + room.height() * 0.16;
  painter.setPen(QPen(colours.ink, 1.2));
  painter.drawLine(QPointF(page.left(), y), QPointF(page.right(), y));
  for (const double x : {page.left(), page.right()}) painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4));
  painter.setFont(theme.number(12));
  const QString words = QStringLiteral(" 88.9 mm ");
  const QRectF plate(page.center().x() - 36, y - 9, 72, 18);
  painter.fillRect(plate, colours.ground);
  painter.drawText(plate, Qt::AlignCenter, words);
}

}  // namespace chasescope

#include "moc_door.cpp"
