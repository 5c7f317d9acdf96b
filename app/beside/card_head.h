// Above a card that stands beside another: which one it is, in large type, and what share of all accesses misses on it.
#pragma once

#include <QFrame>

class QBoxLayout;
class QComboBox;
class QLabel;
class QToolButton;

namespace chasescope {

class Explorer;
class Theme;

class CardHead : public QFrame {
  Q_OBJECT
 public:
  /// With `choice` the device can be chosen, and the head closed.
  CardHead(Explorer& explorer, const Theme& theme, bool choice, QWidget* parent = nullptr);

  /// "29.4 %", empty while nothing tells hits from misses.
  QString share() const;
  QComboBox* devices() const { return devices_; }
  /// Only with a choice: whether the curves of both cards lie over each other, and whether both are zoomed together.
  QToolButton* over() const { return over_; }
  QToolButton* lock() const { return lock_; }

 signals:
  void chosen(const QString& id);
  void closed();
  void overWanted(bool over);
  void lockWanted(bool locked);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fill();
  void refresh();
  void restyle();
  void fitName();
  void buildButtons(QBoxLayout& row);

  Explorer& explorer_;
  const Theme& theme_;
  QLabel *name_, *share_, *words_;
  QComboBox* devices_;
  QToolButton *over_, *lock_, *close_;
  QString said_;
};

}  // namespace chasescope
