// A pad on which a class draws the latency that it expects over the footprint. Once the answer is shown, the measured curve is
// drawn, too.
#pragma once

#include <QPointF>
#include <QWidget>

#include "engine/lesson/answer.h"

namespace chasescope {

class LessonPlayer;
class Theme;
struct ByteAxis;
struct PlainAxes;

/// The mouse draws from left to right or back. Each footprint has one height, which a later stroke replaces.
class CurvePad : public QWidget {
  Q_OBJECT
 public:
  CurvePad(LessonPlayer& player, const Theme& theme, QWidget* parent = nullptr);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  struct Frame;
  Frame frame() const;
  void draw(QPointF to);
  /// The drawn curve, in bytes and cycles.
  std::vector<lesson::CurvePoint> drawn() const;

  LessonPlayer& player_;
  const Theme& theme_;
  /// Heights by column, as shares of the plot; below 0 where nothing was drawn. Shares stay when the widget's size changes.
  std::vector<double> heights_;
  std::optional<QPointF> last_;
};

}  // namespace chasescope
