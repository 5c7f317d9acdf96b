// A figure as it will be on paper: a page on grey ground, at true size at first, and larger or smaller as wished.
#pragma once

#include <QScrollArea>
#include <QString>

#include "widgets/figure/figure_content.h"
#include "widgets/figure/figure_options.h"

class QLabel;
class QToolButton;

namespace chasescope {

class FigurePreview : public QWidget {
  Q_OBJECT
 public:
  explicit FigurePreview(QWidget* parent = nullptr);

  /// Draws the figure with these options, which are sound and have room for it.
  void show(FigurePtr figure, const FigureOptions& options);
  /// Says in place of a figure why there is none.
  void showReason(const QString& reason);

  /// 1: a millimetre is a millimetre, as far as the screen tells its size.
  double zoom() const { return zoom_; }
  void setZoom(double zoom);
  /// So that all of the page is seen.
  void fit();

 private:
  void draw();
  /// Dots of the screen to a millimetre at true size.
  double dotsPerMm() const;

  FigurePtr figure_;
  FigureOptions options_;
  double zoom_ = 1;
  QScrollArea* area_;
  QLabel* page_;
  QLabel* told_;
};

}  // namespace chasescope
