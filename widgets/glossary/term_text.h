// A text in which terms of the glossary can be clicked. Terms are underlined with dots; Tab reaches them and Enter opens them.
#pragma once

#include <QTextDocument>
#include <QWidget>
#include <string>
#include <vector>

#include "engine/findings/terms.h"

namespace chasescope {

class TermText : public QWidget {
  Q_OBJECT
 public:
  explicit TermText(QWidget* parent = nullptr);

  /// Markdown in which links like "[sets](term:set)" are terms. HTML in it is shown as plain characters, and other links as plain
  /// words.
  void setMarkdown(const std::string& markdown);
  /// A plain text of the program; all terms in it can be clicked, except for `except`.
  void setWords(const QString& words, const Term* except = nullptr);
  /// Only terms, with a dot between them.
  void setTerms(const std::vector<const Term*>& terms);
  /// Colour of the words; without this call, the widget's colour.
  void setInk(const QColor& ink);

  /// The contents as plain text.
  QString text() const { return document_.toPlainText(); }
  /// The ids of the terms that can be clicked, in the order of the text.
  QStringList terms() const;
  /// Opens the term that Tab has reached; false if it has reached none.
  bool openFocused();

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// A term was clicked. If nothing is connected to this signal, the term is explained beside the text.
  void termRequested(const QString& id);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  bool focusNextPrevChild(bool next) override;

 private:
  struct Link {
    int begin = 0, end = 0;  // characters of the document
    QString id;
  };
  void dress();
  void restyle();
  QString linkAt(QPointF at) const;
  void open(const QString& id, QPoint at);
  QRectF boxOf(const Link& link) const;

  QTextDocument document_;
  std::vector<Link> links_;
  int focused_ = -1;
  QColor ink_;
};

}  // namespace chasescope
