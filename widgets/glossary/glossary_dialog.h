// A dialog with all terms, as a list that can be searched.
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QListWidget;

namespace chasescope {

class Glossary;
class TermCard;

class GlossaryDialog : public QDialog {
  Q_OBJECT
 public:
  GlossaryDialog(Glossary& glossary, QWidget* parent);
  void show(const QString& id = {});
  QString shown() const;
  QListWidget* list() const { return list_; }
  QLineEdit* search() const { return search_; }
  /// The message that no term has the typed words; empty if one has.
  QString nothingFound() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void find(const QString& words);
  void tellNothing(const QString& words);

  QLineEdit* search_;
  QListWidget* list_;
  QLabel* nothing_;
  TermCard* card_;
};

}  // namespace chasescope
