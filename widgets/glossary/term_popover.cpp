#include "widgets/glossary/term_popover.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/glossary/explain.h"
#include "widgets/glossary/term_card.h"
#include "widgets/style/panel_parts.h"
#include "widgets/style/theme_sheet.h"

namespace chasescope {
namespace {

constexpr int kGap = 4;  // px between the word and the card, and to the window's edges

}  // namespace

TermPopover::TermPopover(Glossary& glossary, QWidget& beside, QPoint at)
    : QFrame(beside.window()),
      before_(QApplication::focusWidget()),
      at_(beside.mapTo(beside.window(), at)),
      card_(new TermCard(glossary, this)) {
  looking(this, "card");
  setObjectName(QStringLiteral("termPopover"));
  setAttribute(Qt::WA_StyledBackground);
  setAutoFillBackground(true);
  setAccessibleName(tr("What the term means"));
  setFocusPolicy(Qt::StrongFocus);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(2, 2, 2, 2);
  column->addWidget(card_);
  auto* close = iconButton(glossary.theme(), QStringLiteral("close"), tr("Close"), tr("Esc"), this);
  connect(close, &QToolButton::clicked, this, &TermPopover::leave);
  close->adjustSize();
  close->setObjectName(QStringLiteral("termClose"));
  connect(card_, &TermCard::termRequested, this, &TermPopover::show);
  connect(card_, &TermCard::viewRequested, this, [this, &glossary](const QString& view) {
    leave();
    emit glossary.viewRequested(view);
  });
  qApp->installEventFilter(this);
  window()->installEventFilter(this);
}

void TermPopover::show(const QString& id) {
  card_->show(id);
  place();
  QFrame::show();
  raise();
  setFocus(Qt::PopupFocusReason);
}

QString TermPopover::shown() const { return card_->shown(); }

// Places the card below the word if there is room, else above it, and never beyond the window.
void TermPopover::place() {
  const QSize room = window()->size() - QSize(2 * kGap, 2 * kGap);
  const int wide = std::min(room.width(), card_->findChild<TermPicture*>()->sizeHint().width() + 40);
  const int high = std::min(room.height(), layout()->totalHeightForWidth(wide));
  QPoint corner = at_ + QPoint(0, kGap);
  if (corner.y() + high > room.height()) corner.setY(std::max(kGap, at_.y() - high - fontMetrics().height() - 2 * kGap));
  corner.setX(std::clamp(corner.x(), kGap, std::max(kGap, window()->width() - wide - kGap)));
  corner.setY(std::clamp(corner.y(), kGap, std::max(kGap, window()->height() - high - kGap)));
  setGeometry(QRect(corner, QSize(wide, high)));
  if (auto* close = findChild<QToolButton*>(QStringLiteral("termClose"))) {
    close->move(wide - close->width() - 6, 6);
    close->raise();
  }
}

void TermPopover::leave() {
  hide();
  if (before_) before_->setFocus(Qt::PopupFocusReason);
  deleteLater();
}

bool TermPopover::eventFilter(QObject* watched, QEvent* event) {
  if (isVisible() && event->type() == QEvent::MouseButtonPress) {
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget != nullptr && widget != this && !isAncestorOf(widget)) leave();
  }
  if (watched == window() && event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

bool TermPopover::event(QEvent* event) {
  // Esc closes the card, and must not reach the lesson below it.
  if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    return true;
  }
  return QFrame::event(event);
}

void TermPopover::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return leave();
  QFrame::keyPressEvent(event);
}

}  // namespace chasescope

#include "moc_term_popover.cpp"
