// What lies over a view until there is a guess.
#pragma once

#include <QWidget>

namespace chasescope {

class Theme;

/// A hatched sheet that says so. It takes the mouse.
class CoverSheet : public QWidget {
  Q_OBJECT
 public:
  explicit CoverSheet(const Theme& theme, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme& theme_;
};

/// Keeps a widget over another one, of which its parent is an ancestor: same place, same size, above. Lives as long as the upper
/// one.
class OverWidget : public QObject {
  Q_OBJECT
 public:
  OverWidget(QWidget& upper, QWidget& lower);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();

  QWidget& upper_;
  QWidget& lower_;
};

}  // namespace chasescope
