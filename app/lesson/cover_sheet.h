// A sheet that covers a view until there is a guess.
#pragma once

#include <QWidget>

namespace chasescope {

class Theme;

/// A hatched sheet with a plate that says why it is there. It takes the events of the mouse.
class CoverSheet : public QWidget {
  Q_OBJECT
 public:
  explicit CoverSheet(const Theme& theme, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Theme& theme_;
};

/// Keeps a widget over another one, at the same place and of the same size. The upper widget's parent is an ancestor of the lower
/// one. Lives as long as the upper widget.
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
