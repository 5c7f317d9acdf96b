// The head above a card that stands beside another: the card's name in large type, and its miss rate.
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
  /// With `choice` the head has a list of devices and a button that closes the card.
  CardHead(Explorer& explorer, const Theme& theme, bool choice, QWidget* parent = nullptr);

  /// The miss rate, "29.4 %"; empty while hits and misses are not known.
  QString share() const;
  QComboBox* devices() const { return devices_; }
  /// Only with a choice: the buttons that lay both cards' curves over each other and link their zoom.
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
