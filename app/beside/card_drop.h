// Dragging a device from the list over the open card: a sign says what a drop would do, and a signal reports the dropped device.
#pragma once

#include <QObject>
#include <QString>

class QLabel;
class QWidget;

namespace chasescope {

class CardDrop : public QObject {
  Q_OBJECT
 public:
  /// Belongs to the place where devices are dropped; `window` is the window around it.
  CardDrop(QWidget& place, QWidget& window);

  /// The sign that lies over the place while a device is dragged.
  QLabel* sign() const { return sign_; }

 signals:
  /// Emitted after the drop was answered, so that the list need not wait.
  void dropped(const QString& id);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show();

  QWidget &place_, &window_;
  QLabel* sign_;
};

}  // namespace chasescope
