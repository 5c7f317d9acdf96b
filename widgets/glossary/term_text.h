// A text in which terms of the glossary can be clicked: they stand on a line of dots, are reached by Tab and opened by Enter.
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

  /// Markdown whose links "[sets](term:set)" are terms; HTML in it is shown as it is written, other links are plain words.
  void setMarkdown(const std::string& markdown);
  /// Words of the program's own: the terms in them are found, but for `except`.
  void setWords(const QString& words, const Term* except = nullptr);
  /// Terms alone, with a dot between them.
  void setTerms(const std::vector<const Term*>& terms);
  /// Of the words; by itself the widget's.
  void setInk(const QColor& ink);

  /// As plain text.
  QString text() const { return document_.toPlainText(); }
  /// The terms that can be clicked, in their order.
  QStringList terms() const;
  /// Opens the term that Tab has reached; false if it has reached none.
  bool openFocused();

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// Somebody wants to know what it means; where nobody listens it is explained beside the text.
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
