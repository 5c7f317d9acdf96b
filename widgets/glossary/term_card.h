// A card for a term: its name, its picture, its meaning, its place in the papers, related terms, and the view that shows it.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace chasescope {

class Glossary;
class TermText;
class Theme;
struct Term;

/// The picture of a term; it grows with the size of type.
class TermPicture : public QWidget {
  Q_OBJECT
 public:
  TermPicture(const Theme& theme, QWidget* parent = nullptr);
  void show(const Term& term);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme& theme_;
  const Term* term_ = nullptr;
};

class TermCard : public QWidget {
  Q_OBJECT
 public:
  TermCard(const Glossary& glossary, QWidget* parent = nullptr);
  void show(const QString& id);
  /// The id of the shown term.
  QString shown() const { return id_; }

 signals:
  void termRequested(const QString& id);
  void viewRequested(const QString& view);

 private:
  void restyle();

  const Glossary& glossary_;
  const Theme& theme_;
  QString id_;
  QLabel* name_;
  TermPicture* picture_;
  TermText* meaning_;
  QLabel* paper_;
  TermText* related_;
  QPushButton* view_;
};

}  // namespace chasescope
