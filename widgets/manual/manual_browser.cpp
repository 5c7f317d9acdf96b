#include "widgets/manual/manual_browser.h"

#include <QAbstractTextDocumentLayout>
#include <QScrollBar>
#include <QTextBlock>
#include <algorithm>

#include "widgets/manual/manual_document.h"
#include "widgets/manual/manual_page.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

constexpr double kMargin = 20;       // px around the text
constexpr double kWidestText = 860;  // px: longer lines are hard to read
constexpr int kSettled = 60;         // ms without a change of size, after which the page is laid out anew

}  // namespace

ManualBrowser::ManualBrowser(const Theme& theme, QWidget* parent) : QTextBrowser(parent), theme_(theme) {
  setOpenLinks(false);
  setFrameShape(QFrame::NoFrame);
  setLineWrapMode(QTextEdit::FixedPixelWidth);
  setWordWrapMode(QTextOption::WordWrap);  // in a narrow window a wide table is scrolled, and its words are not broken
  soon_.setSingleShot(true);
  connect(&soon_, &QTimer::timeout, this, &ManualBrowser::buildAgain);
  connect(&theme_, &Theme::themeChanged, this, [this] {
    builtFor_ = 0;
    buildAgain();
  });
}

void ManualBrowser::build() {
  const int margin = theme_.scaled(kMargin);
  const int width = std::min(viewport()->width() - 2 * margin, theme_.scaled(kWidestText));
  document()->setDocumentMargin(margin);
  setLineWrapColumnOrWidth(width + 2 * margin);
  anchors_ = fillManual(*document(), page_, theme_, width, devicePixelRatioF());
  builtFor_ = viewport()->width();
  showMarks();
}

void ManualBrowser::showPage(const QString& page, const QString& anchor) {
  if (page != page_ || builtFor_ != viewport()->width()) {
    page_ = page;
    build();
  }
  const std::vector<ManualSection> sections = sectionsOf(manualText(page), page);
  setAccessibleName(sections.empty() ? page : sections.front().heading);
  int top = 0;
  if (!anchor.isEmpty() && anchors_.contains(anchor))
    top = static_cast<int>(document()->documentLayout()->blockBoundingRect(document()->findBlockByNumber(anchors_[anchor])).top()) -
          theme_.scaled(8);
  setPlace(std::max(0, top));
}

// Lays the page out for another width or in other colours, and keeps the same words at the top.
void ManualBrowser::buildAgain() {
  if (page_.isEmpty() || builtFor_ == viewport()->width()) return;
  const int block = cursorForPosition(QPoint(theme_.scaled(kMargin), 4)).blockNumber();
  build();
  if (block > 0)
    setPlace(static_cast<int>(document()->documentLayout()->blockBoundingRect(document()->findBlockByNumber(block)).top()));
}

void ManualBrowser::mark(const QStringList& words) {
  marked_ = words;
  showMarks();
}

void ManualBrowser::showMarks() {
  QList<QTextEdit::ExtraSelection> marks;
  QTextCharFormat format;
  format.setBackground(theme_.colours().accentSoft);
  for (const QString& word : std::as_const(marked_))
    for (QTextCursor found = document()->find(word); !found.isNull(); found = document()->find(word, found))
      marks << ExtraSelection{found, format};
  setExtraSelections(marks);
}

int ManualBrowser::place() const { return verticalScrollBar()->value(); }
void ManualBrowser::setPlace(int pixels) { verticalScrollBar()->setValue(pixels); }

QVariant ManualBrowser::loadResource(int /*type*/, const QUrl& /*name*/) { return {}; }

void ManualBrowser::resizeEvent(QResizeEvent* event) {
  QTextBrowser::resizeEvent(event);
  if (!page_.isEmpty()) soon_.start(kSettled);
}

}  // namespace chasescope

#include "moc_manual_browser.cpp"
