// A label for a term of the glossary: it is underlined with dots, and a click or Enter explains the term. A label with any other
// words is a plain label.
#pragma once

#include <QLabel>

#include "engine/findings/terms.h"

namespace chasescope {

class TermLabel : public QLabel {
  Q_OBJECT
 public:
  /// The term is the one with these words as its name, or `term` if given.
  explicit TermLabel(const QString& words, QWidget* parent = nullptr, const Term* term = nullptr);

  const Term* term() const { return term_; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void open();
  QRect wordsBox() const;

  const Term* term_;
};

}  // namespace chasescope
