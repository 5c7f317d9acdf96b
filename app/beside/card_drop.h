// A device that is dragged from the list over the open card: says what a drop would do, and tells which device was dropped.
#pragma once

#include <QObject>
#include <QString>

class QLabel;
class QWidget;

namespace chasescope {

class CardDrop : public QObject {
  Q_OBJECT
 public:
  /// Belongs to the place that takes devices; `window` is around it.
  CardDrop(QWidget& place, QWidget& window);

  /// The sign that lies over the place while a device is dragged.
  QLabel* sign() const { return sign_; }

 signals:
  /// After the drop has been answered, so that the list that was dragged from need not wait.
  void dropped(const QString& id);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show();

  QWidget &place_, &window_;
  QLabel* sign_;
};

}  // namespace chasescope
