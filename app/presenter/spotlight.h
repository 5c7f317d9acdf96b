// A light that follows the mouse: the rest of the window is dimmed, so that a room looks where the lecturer points.
#pragma once

#include <QPoint>
#include <QWidget>

namespace chasescope {

class Spotlight : public QWidget {
  Q_OBJECT
 public:
  /// Lies over `window`, lets every click through, and is hidden until it is shown.
  explicit Spotlight(QWidget& window);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void follow(QPoint global);

  QPoint at_;
};

}  // namespace chasescope
