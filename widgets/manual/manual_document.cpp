#include "widgets/manual/manual_document.h"

#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextTable>
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/findings/terms.h"
#include "widgets/manual/manual_page.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

constexpr double kBody = 15, kCode = 13;  // px of type
constexpr double kHeading[] = {26, 20, 17, 15, 15, 15};
constexpr double kAir = 9;              // px below a paragraph
constexpr double kLineHeight = 125;     // % of the font's own line height
constexpr double kSmallestShown = 320;  // px: in a narrower window a picture keeps this width

/// Whether most of a picture is light, such as a window in the light theme or a figure on white.
bool isLight(const QImage& picture) {
  constexpr int kFew = 16;  // dots on each side of a reduced copy
  const QImage small =
      picture.scaled(kFew, kFew, Qt::IgnoreAspectRatio, Qt::SmoothTransformation).convertToFormat(QImage::Format_RGB32);
  int light = 0;
  for (int y = 0; y < kFew; ++y)
    for (int x = 0; x < kFew; ++x) light += qGray(small.pixel(x, y)) > 128 ? 1 : 0;
  return 2 * light > kFew * kFew;
}

/// A light picture made quieter for a dark page: white becomes a quiet grey, dark lines stay as they are, and the corners are
/// round.
QImage calmed(const QImage& picture, double dot) {
  constexpr double kRound = 6;  // px
  const QColor paper(0xc4, 0xc8, 0xce);
  QImage calm(picture.size(), QImage::Format_ARGB32_Premultiplied);
  calm.fill(Qt::transparent);
  QPainter painter(&calm);
  painter.setRenderHint(QPainter::Antialiasing);
  QPainterPath frame;
  frame.addRoundedRect(QRectF(calm.rect()), kRound * dot, kRound * dot);
  painter.setClipPath(frame);
  painter.drawImage(0, 0, picture);
  painter.setCompositionMode(QPainter::CompositionMode_Multiply);
  painter.fillRect(calm.rect(), paper);
  return calm;
}

/// Formats the document from its first block to its last.
class Dresser {
 public:
  Dresser(QTextDocument& document, const QString& page, const Theme& theme, int width, double pixelRatio)
      : document_(document), page_(page), theme_(theme), width_(width), pixelRatio_(pixelRatio), hasTerms_(explainsTerms(page)) {}

  QHash<QString, int> run() {
    QTextCursor all(&document_);
    all.beginEditBlock();
    dressTables(*document_.rootFrame());
    for (QTextBlock block = document_.begin(); block.isValid(); block = block.next()) dressBlock(block);
    all.endEditBlock();
    return anchors();
  }

 private:
  struct Piece {
    int at = 0, length = 0;
    QTextCharFormat format;
  };

  static bool isCode(const QTextBlock& block) {
    const QTextBlockFormat format = block.blockFormat();
    return format.hasProperty(QTextFormat::BlockCodeFence) || format.hasProperty(QTextFormat::BlockCodeLanguage);
  }

  void dressTables(QTextFrame& frame) {
    for (QTextFrame* child : frame.childFrames()) {
      if (auto* table = qobject_cast<QTextTable*>(child)) {
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(theme_.colours().line);
        format.setBorderCollapse(true);
        format.setCellPadding(theme_.scaled(5));
        format.setCellSpacing(0);
        format.setTopMargin(theme_.scaled(4));
        format.setBottomMargin(theme_.scaled(kAir + 3));
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
          QTextTableCellFormat head = table->cellAt(0, column).format().toTableCellFormat();
          head.setBackground(theme_.colours().sunken);
          table->cellAt(0, column).setFormat(head);
        }
      }
      dressTables(*child);
    }
  }

  void dressBlock(const QTextBlock& block) {
    const bool inTable = QTextCursor(block).currentTable() != nullptr, code = isCode(block);
    const int level = block.blockFormat().headingLevel();
    QTextBlockFormat format = block.blockFormat();
    if (!block.begin().atEnd() && block.begin().fragment().charFormat().isImageFormat())
      format.setLineHeight(0, QTextBlockFormat::SingleHeight);
    else
      format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
    format.setTopMargin(level > 0 && block.blockNumber() > 0 ? theme_.scaled(level == 2 ? 20 : 12) : 0);
    format.setBottomMargin(inTable ? 0 : theme_.scaled(level > 0 ? 6 : block.textList() != nullptr ? kAir / 2 : kAir));
    if (code) {
      const bool goesOn = isCode(block.next());
      format.setBackground(theme_.colours().sunken);
      format.setLeftMargin(theme_.scaled(6));
      format.setBottomMargin(goesOn ? 0 : theme_.scaled(kAir));
      format.setNonBreakableLines(false);
    }
    QTextCursor(block).setBlockFormat(format);
    if (level > 0) explained_.clear();
    dressPieces(block, level, code);
    if (hasTerms_ && level == 0 && !code) markTerms(block);
  }

  void dressPieces(const QTextBlock& block, int level, bool code) {
    std::vector<Piece> pieces;
    for (auto it = block.begin(); !it.atEnd(); ++it)
      pieces.push_back({it.fragment().position(), it.fragment().length(), it.fragment().charFormat()});
    for (Piece& piece : pieces) {
      if (piece.format.isImageFormat()) {
        place(piece);
        continue;
      }
      piece.format.clearProperty(QTextFormat::FontSizeAdjustment);
      const bool isCodeWord = code || piece.format.fontFixedPitch();
      const bool bold = piece.format.fontWeight() > QFont::Normal;
      const Weight weight = level > 0 ? Weight::semiBold : bold ? Weight::bold : Weight::regular;
      QFont font = isCodeWord ? theme_.number(level > 0 ? kHeading[level - 1] : kCode, weight)
                              : theme_.text(level > 0 ? kHeading[level - 1] : kBody, weight);
      font.setItalic(piece.format.fontItalic());
      piece.format.setFont(font);
      piece.format.setFontFixedPitch(isCodeWord);
      piece.format.setForeground(piece.format.isAnchor() ? theme_.colours().accent : theme_.colours().ink);
      if (isCodeWord && !code && !piece.format.isAnchor()) piece.format.setBackground(theme_.colours().sunken);
      set(piece);
    }
  }

  /// Fits a picture into the width of the page, at the screen's resolution and never enlarged.
  void place(const Piece& piece) {
    QTextImageFormat format = piece.format.toImageFormat();
    QImage picture(manualFile(format.name(), page_));
    if (picture.isNull()) return;
    const double wide = std::min<double>(picture.width(), std::max<double>(width_, kSmallestShown));
    const double high = wide * picture.height() / picture.width();
    picture = picture.scaledToWidth(qRound(wide * pixelRatio_), Qt::SmoothTransformation);
    if (theme_.isDark() && isLight(picture)) picture = calmed(picture, pixelRatio_);
    document_.addResource(QTextDocument::ImageResource, QUrl(format.name()), picture);
    format.setWidth(wide);
    format.setHeight(high);
    Piece placed = piece;
    placed.format = format;
    set(placed);
  }

  void set(const Piece& piece) {
    QTextCursor cursor(&document_);
    cursor.setPosition(piece.at);
    cursor.setPosition(piece.at + piece.length, QTextCursor::KeepAnchor);
    cursor.setCharFormat(piece.format);
  }

  /// Whether a term's word has its everyday meaning at this place of a text.
  static bool isEveryday(const std::string& text, const TermPlace& place) {
    static constexpr std::string_view kPhrases[] = {
        "this page", "page of its own", "pages of their own", "page of the view", "the page of probes", "these pages",
        "all pages", "command line",    "last lines",         "line of dots",     "each line",          "in the index with",
        "sets it",   "sets the"};
    const std::string lower = QString::fromStdString(text).toLower().toStdString();
    return std::any_of(std::begin(kPhrases), std::end(kPhrases), [&](std::string_view phrase) {
      const std::size_t from = place.begin + place.length > phrase.size() ? place.begin + place.length - phrase.size() : 0;
      const std::size_t at = lower.find(phrase, from);
      return at != std::string::npos && at <= place.begin && place.begin + place.length <= at + phrase.size();
    });
  }

  /// Marks each term once between two headings: in the ink of the text, underlined with dots, as everywhere in the window.
  void markTerms(const QTextBlock& block) {
    const std::string text = block.text().toStdString();
    std::vector<std::pair<Piece, const Term*>> found;
    for (const TermPlace& place : terms_in(text)) {
      if (explained_.contains(place.term) || isEveryday(text, place)) continue;
      const int at = static_cast<int>(QString::fromStdString(text.substr(0, place.begin)).size());
      const int length = static_cast<int>(QString::fromStdString(text.substr(place.begin, place.length)).size());
      if (isPlain(block, at, length)) found.push_back({{block.position() + at, length, {}}, place.term});
    }
    for (const auto& [piece, term] : found) {
      QTextCursor cursor(&document_);
      cursor.setPosition(piece.at);
      cursor.setPosition(piece.at + piece.length, QTextCursor::KeepAnchor);
      QTextCharFormat format;
      format.setAnchor(true);
      format.setAnchorHref(QStringLiteral("term:") + QLatin1String(term->id));
      format.setUnderlineStyle(QTextCharFormat::DotLine);
      format.setUnderlineColor(theme_.colours().quietInk);
      cursor.mergeCharFormat(format);
      explained_.insert(term);
    }
  }

  /// Whether these characters of a block are ordinary words, not part of a link or of code.
  static bool isPlain(const QTextBlock& block, int at, int length) {
    for (auto it = block.begin(); !it.atEnd(); ++it) {
      const int begin = it.fragment().position() - block.position(), end = begin + it.fragment().length();
      if (end <= at || begin >= at + length) continue;
      if (it.fragment().charFormat().isAnchor() || it.fragment().charFormat().fontFixedPitch()) return false;
    }
    return true;
  }

  /// The block number of each heading, by its anchor. The document has its headings in the same order as the Markdown text.
  QHash<QString, int> anchors() const {
    QHash<QString, int> places;
    const std::vector<ManualSection> sections = sectionsOf(manualText(page_), page_);
    std::size_t next = 0;
    for (QTextBlock block = document_.begin(); block.isValid(); block = block.next()) {
      if (block.blockFormat().headingLevel() == 0) continue;
      if (next < sections.size()) places[sections[next++].anchor] = block.blockNumber();
    }
    return places;
  }

  QTextDocument& document_;
  const QString page_;
  const Theme& theme_;
  const int width_;
  const double pixelRatio_;
  const bool hasTerms_;
  std::set<const Term*> explained_;  // terms that are marked since the last heading
};

}  // namespace

QHash<QString, int> fillManual(QTextDocument& document, const QString& page, const Theme& theme, int width, double pixelRatio) {
  document.clear();
  document.setUndoRedoEnabled(false);
  document.setDefaultFont(theme.text(kBody));
  document.setIndentWidth(theme.scaled(24));
  document.setMarkdown(manualText(page),
                       QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML);
  return Dresser(document, page, theme, width, pixelRatio).run();
}

}  // namespace chasescope
