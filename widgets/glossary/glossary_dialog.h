// All terms, to be looked through or searched.
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
  /// What is said where no term has the words that are searched for; empty otherwise.
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
