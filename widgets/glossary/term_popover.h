// A card of a term over the window, beside the word that was clicked. A click elsewhere, or Esc, closes it.
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

  QPointer<QWidget> before_;  // had the focus
  QPoint at_;                 // of the window: below the word
  TermCard* card_;
};

}  // namespace chasescope
