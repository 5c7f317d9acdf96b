// What a view shows while it has nothing to show: what will be here, and what to press for it.
#pragma once

#include <QString>
#include <QWidget>

class QLabel;

namespace chasescope {

class Theme;

class EmptyState : public QWidget {
  Q_OBJECT
 public:
  EmptyState(const Theme& theme, const QString& icon, const QString& title, const QString& sentence, QWidget* parent = nullptr);

  void setTexts(const QString& title, const QString& sentence);
  QString title() const;
  QString sentence() const;

 private:
  void restyle();

  const Theme& theme_;
  QString icon_;
  QLabel* picture_;
  QLabel* title_;
  QLabel* sentence_;
};

}  // namespace chasescope
