// Holds the views in the shape of a printed figure. The room that is too much stays empty, at the sides and below.
#pragma once

#include <QObject>

class QWidget;

namespace chasescope {

class ViewProportion : public QObject {
  Q_OBJECT
 public:
  /// `views` lies in a layout of its own, whose margins are changed.
  explicit ViewProportion(QWidget& views);

  void hold(bool figure);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();

  QWidget& views_;
  bool held_ = false;
};

}  // namespace chasescope
