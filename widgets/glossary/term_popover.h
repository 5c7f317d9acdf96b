// A card for a term, above the window's contents and beside the clicked word. A click elsewhere, or Esc, closes it.
#pragma once

#include <QFrame>
#include <QPointer>

namespace chasescope {

class Glossary;
class TermCard;

class TermPopover : public QFrame {
  Q_OBJECT
 public:
  TermPopover(Glossary& glossary, QWidget& beside, QPoint at);
  void show(const QString& id);
  QString shown() const;
  bool eventFilter(QObject* watched, QEvent* event) override;

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void place();
  void leave();

  QPointer<QWidget> before_;  // the widget that had the focus before
  QPoint at_;                 // a place below the word, in the window's coordinates
  TermCard* card_;
};

}  // namespace chasescope
