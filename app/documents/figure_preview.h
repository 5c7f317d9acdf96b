// A preview of a figure on paper: a page on grey ground, at true size at first, with zoom.
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

  /// Draws the figure with these options, which must be valid and give it enough room.
  void show(FigurePtr figure, const FigureOptions& options);
  /// Shows the reason why there is no figure.
  void showReason(const QString& reason);

  /// 1: a millimetre on the page is a millimetre on the screen, as far as the screen knows its size.
  double zoom() const { return zoom_; }
  void setZoom(double zoom);
  /// Zooms so that the whole page is visible.
  void fit();

 private:
  void draw();
  /// Pixels of the screen per millimetre at true size.
  double dotsPerMm() const;

  FigurePtr figure_;
  FigureOptions options_;
  double zoom_ = 1;
  QScrollArea* area_;
  QLabel* page_;
  QLabel* told_;
};

}  // namespace chasescope
