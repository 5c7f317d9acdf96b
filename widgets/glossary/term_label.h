// A label that is a term of the glossary: it stands on a line of dots, and a click, or Enter, explains it. Any other words are a
// plain label.
#pragma once

#include <QLabel>

#include "engine/findings/terms.h"

namespace chasescope {

class TermLabel : public QLabel {
  Q_OBJECT
 public:
  /// The term is the one that is named like the words; `term` says another.
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
