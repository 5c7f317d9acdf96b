// Holds the views in the shape of a printed figure: white space at the sides takes what is too much.
#pragma once

#include <QObject>

class QWidget;

namespace chasescope {

class ViewProportion : public QObject {
  Q_OBJECT
 public:
  /// `views` lies in a layout of its own; its margins are what is changed.
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
