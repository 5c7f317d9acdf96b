#include "widgets/glossary/term_label.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/glossary/explain.h"

namespace chasescope {

TermLabel::TermLabel(const QString& words, QWidget* parent, const Term* term)
    : QLabel(words, parent), term_(term != nullptr ? term : term_named(words.toStdString())) {
  if (term_ == nullptr) return;
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::TabFocus);
  setAccessibleName(words);
  setAccessibleDescription(tr("Explains the term “%1”").arg(QString::fromUtf8(term_->name)));
}

/// The box of the words within the label.
QRect TermLabel::wordsBox() const {
  const QRect words =
      fontMetrics().boundingRect(contentsRect(), static_cast<int>(alignment()) | (wordWrap() ? Qt::TextWordWrap : 0), text());
  return words.intersected(rect());
}

void TermLabel::paintEvent(QPaintEvent* event) {
  QLabel::paintEvent(event);
  if (term_ == nullptr) return;
  QPainter painter(this);
  const QRect words = wordsBox();
  QColor ink = palette().color(foregroundRole());
  ink.setAlpha(170);
  painter.setPen(QPen(ink, 1.3, Qt::DotLine));
  painter.drawLine(words.bottomLeft(), words.bottomRight());
  if (!hasFocus()) return;
  painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
  painter.drawRoundedRect(words.adjusted(0, 1, 0, -1), 3, 3);
}

void TermLabel::open() { explainTerm(*this, QString::fromUtf8(term_->id), wordsBox().bottomLeft()); }

void TermLabel::mouseReleaseEvent(QMouseEvent* event) {
  if (term_ == nullptr || event->button() != Qt::LeftButton || !wordsBox().contains(event->position().toPoint()))
    return QLabel::mouseReleaseEvent(event);
  open();
}

void TermLabel::keyPressEvent(QKeyEvent* event) {
  const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (term_ == nullptr || !opens) return QLabel::keyPressEvent(event);
  open();
}

}  // namespace chasescope

#include "moc_term_label.cpp"
