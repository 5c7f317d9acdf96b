#include "widgets/glossary/term_text.h"

#include <QAbstractTextDocumentLayout>
#include <QKeyEvent>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextList>
#include <cmath>

#include "widgets/glossary/explain.h"

namespace chasescope {
namespace {

constexpr double kAir = 8;  // px between paragraphs
const QLatin1String kScheme("term:");

}  // namespace

TermText::TermText(QWidget* parent) : QWidget(parent) {
  document_.setDocumentMargin(0);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setMouseTracking(true);
}

void TermText::setMarkdown(const std::string& markdown) {
  document_.setMarkdown(QString::fromStdString(markdown), QTextDocument::MarkdownNoHTML);
  dress();
}

void TermText::setWords(const QString& words, const Term* except) {
  document_.clear();
  QTextCursor cursor(&document_);
  const std::string text = words.toStdString();
  std::size_t done = 0;
  const auto upTo = [&](std::size_t end) { return QString::fromStdString(text.substr(done, end - done)); };
  for (const TermPlace& place : terms_in(text)) {
    if (place.term == except) continue;
    cursor.insertText(upTo(place.begin), {});
    done = place.begin;
    QTextCharFormat link;
    link.setAnchor(true);
    link.setAnchorHref(kScheme + QLatin1String(place.term->id));
    cursor.insertText(upTo(place.begin + place.length), link);
    done = place.begin + place.length;
  }
  cursor.insertText(upTo(text.size()), {});
  dress();
}

void TermText::setTerms(const std::vector<const Term*>& terms) {
  document_.clear();
  QTextCursor cursor(&document_);
  for (const Term* term : terms) {
    if (!document_.isEmpty()) cursor.insertText(QStringLiteral("  ·  "), {});
    QTextCharFormat link;
    link.setAnchor(true);
    link.setAnchorHref(kScheme + QLatin1String(term->id));
    cursor.insertText(QString::fromUtf8(term->name), link);
  }
  dress();
}

void TermText::setInk(const QColor& ink) {
  ink_ = ink;
  update();
}

QStringList TermText::terms() const {
  QStringList ids;
  for (const Link& link : links_) ids << link.id;
  return ids;
}

// Sets the space between paragraphs and finds the terms' links, for every kind of contents.
void TermText::dress() {
  links_.clear();
  focused_ = -1;
  for (QTextBlock block = document_.begin(); block.isValid(); block = block.next()) {
    QTextBlockFormat format = block.blockFormat();
    format.setTopMargin(0);
    format.setBottomMargin(!block.next().isValid() ? 0 : block.textList() != nullptr ? kAir / 2 : kAir);
    QTextCursor(block).setBlockFormat(format);
    for (auto it = block.begin(); !it.atEnd(); ++it) {
      const QTextFragment fragment = it.fragment();
      const QString href = fragment.charFormat().anchorHref();
      if (!href.startsWith(kScheme) || find_term(href.mid(kScheme.size()).toStdString()) == nullptr) continue;
      const Link link{fragment.position(), fragment.position() + fragment.length(), href.mid(kScheme.size())};
      if (!links_.empty() && links_.back().end == link.begin && links_.back().id == link.id)
        links_.back().end = link.end;  // one word in two fonts has two fragments
      else
        links_.push_back(link);
    }
  }
  restyle();
  setFocusPolicy(links_.empty() ? Qt::NoFocus : Qt::TabFocus);
  setAccessibleDescription(text());
  updateGeometry();
  update();
}

void TermText::restyle() {
  document_.setDefaultFont(font());
  for (QTextBlock block = document_.begin(); block.isValid(); block = block.next()) {
    std::vector<std::pair<int, int>> anchors;
    for (auto it = block.begin(); !it.atEnd(); ++it)
      if (it.fragment().charFormat().isAnchor()) anchors.emplace_back(it.fragment().position(), it.fragment().length());
    for (const auto& [at, length] : anchors) {
      QTextCursor cursor(&document_);
      cursor.setPosition(at);
      cursor.setPosition(at + length, QTextCursor::KeepAnchor);
      QTextCharFormat format;  // the terms have the ink of the text around them; paintEvent() draws the dots
      format.setUnderlineStyle(QTextCharFormat::NoUnderline);
      format.setFontUnderline(false);
      format.setForeground(palette().color(QPalette::WindowText));
      cursor.mergeCharFormat(format);
      QTextCharFormat plain = cursor.charFormat();
      plain.clearForeground();
      cursor.setCharFormat(plain);
    }
  }
  document_.setTextWidth(std::max(1, width()));
}

int TermText::heightForWidth(int width) const {
  QTextDocument* copy = document_.clone();
  copy->setDocumentMargin(0);
  copy->setTextWidth(std::max(1, width));
  const int height = static_cast<int>(std::ceil(copy->size().height()));
  delete copy;
  return height;
}

QSize TermText::sizeHint() const {
  QTextDocument* copy = document_.clone();
  copy->setDocumentMargin(0);
  copy->setTextWidth(-1);
  const int most = fontMetrics().averageCharWidth() * 60;
  const int wide = std::min(most, static_cast<int>(std::ceil(copy->idealWidth())) + 1);
  delete copy;
  return {wide, heightForWidth(wide)};
}

QSize TermText::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 8, text().isEmpty() ? 0 : fontMetrics().height()};
}

void TermText::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  document_.setTextWidth(std::max(1, width()));
}

void TermText::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange && event->type() != QEvent::PaletteChange) return;
  restyle();
  updateGeometry();
  update();
}

QRectF TermText::boxOf(const Link& link) const {
  const QTextBlock block = document_.findBlock(link.begin);
  const QTextLayout* layout = block.layout();
  const int at = link.begin - block.position();
  const QTextLine line = layout->lineForTextPosition(at);
  if (!line.isValid()) return {};
  const int end = std::min(link.end - block.position(), line.textStart() + line.textLength());
  const double left = line.cursorToX(at), right = line.cursorToX(end);
  const QPointF origin = document_.documentLayout()->blockBoundingRect(block).topLeft();
  return QRectF(QPointF(left, line.y()), QPointF(right, line.y() + line.height())).translated(origin);
}

void TermText::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  QAbstractTextDocumentLayout::PaintContext context;
  const QColor ink = ink_.isValid() ? ink_ : palette().color(foregroundRole());
  context.palette = palette();
  context.palette.setColor(QPalette::Text, ink);
  document_.documentLayout()->draw(&painter, context);
  QPen dots(ink, 1.3, Qt::DotLine);
  dots.setColor(QColor(ink.red(), ink.green(), ink.blue(), 170));
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const QTextBlock block = document_.findBlock(link.begin);
    const QPointF origin = document_.documentLayout()->blockBoundingRect(block).topLeft();
    for (int l = 0; l < block.layout()->lineCount(); ++l) {  // a term may be broken over two lines
      const QTextLine line = block.layout()->lineAt(l);
      const int begin = std::max(link.begin - block.position(), line.textStart());
      const int end = std::min(link.end - block.position(), line.textStart() + line.textLength());
      if (begin >= end) continue;
      const double y = origin.y() + line.y() + line.ascent() + 2.5;
      painter.setPen(dots);
      painter.drawLine(QPointF(origin.x() + line.cursorToX(begin), y), QPointF(origin.x() + line.cursorToX(end), y));
    }
    if (hasFocus() && static_cast<int>(i) == focused_) {
      painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(boxOf(link).adjusted(-1, 1, 1, -1), 3, 3);
    }
  }
}

QString TermText::linkAt(QPointF at) const {
  const int position = document_.documentLayout()->hitTest(at, Qt::ExactHit);
  for (const Link& link : links_)
    if (position >= link.begin && position < link.end) return link.id;
  return {};
}

void TermText::open(const QString& id, QPoint at) {
  if (isSignalConnected(QMetaMethod::fromSignal(&TermText::termRequested))) return emit termRequested(id);
  explainTerm(*this, id, at);
}

void TermText::mouseMoveEvent(QMouseEvent* event) {
  setCursor(linkAt(event->position()).isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

void TermText::mouseReleaseEvent(QMouseEvent* event) {
  const QString id = event->button() == Qt::LeftButton ? linkAt(event->position()) : QString();
  if (id.isEmpty()) return event->ignore();
  open(id, event->position().toPoint());
}

bool TermText::openFocused() {
  if (!hasFocus() || focused_ < 0 || focused_ >= static_cast<int>(links_.size())) return false;
  const Link link = links_[static_cast<std::size_t>(focused_)];
  open(link.id, boxOf(link).bottomLeft().toPoint());
  return true;
}

void TermText::keyPressEvent(QKeyEvent* event) {
  const bool opens = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (!opens || !openFocused()) QWidget::keyPressEvent(event);
}

void TermText::focusInEvent(QFocusEvent* event) {
  const bool back = event->reason() == Qt::BacktabFocusReason;
  if (event->reason() == Qt::TabFocusReason || back || focused_ < 0) focused_ = back ? static_cast<int>(links_.size()) - 1 : 0;
  QWidget::focusInEvent(event);
  update();
}

void TermText::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

bool TermText::focusNextPrevChild(bool next) {
  const int to = focused_ + (next ? 1 : -1);
  if (!hasFocus() || to < 0 || to >= static_cast<int>(links_.size())) return QWidget::focusNextPrevChild(next);
  focused_ = to;
  update();
  return true;
}

}  // namespace chasescope

#include "moc_term_text.cpp"
