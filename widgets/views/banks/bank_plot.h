// The plot of bank conflicts: the lanes on the banks at one stride, beside the latency of all strides. Both show the same chosen
// stride. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click or a drag on the curve chooses a stride; the lane under the mouse and its bank stand out.
// Keys: left and right go from stride to stride, Home and End to the first and the last.
#pragma once

#include <memory>
#include <optional>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/banks/bank_curves.h"

namespace chasescope {

/// The curves that cursors read, in the window and in the figure.
CursorCurve cursorCurveOf(const BankCurves& curves, unsigned word_bytes);

class BankPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit BankPlot(QWidget* parent = nullptr);

  /// Sets the data. A stride that a person chose stays if it is still measured; until then a stride with an instructive conflict is
  /// chosen.
  void setCurves(std::shared_ptr<const BankCurves> curves);
  unsigned wordBytes() const { return word_bytes_; }
  void setWordBytes(unsigned bytes);

  std::uint64_t stride() const { return stride_; }
  void setStride(std::uint64_t stride);
  /// Sentences on the chosen stride, one for each mode: rows, latency and the reason.
  QStringList describe() const;

 signals:
  /// The person chose another stride.
  void strideChosen(quint64 stride);

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  std::vector<CurveFrame> frames() const override;
  CursorCurve cursorCurve() const override;
  std::optional<double> chosenX() const override;

 private:
  struct Areas {
    QRectF pictures, curve;
  };
  Areas areas() const;
  std::optional<std::uint64_t> strideAt(const QPointF& position) const;
  void choose(std::uint64_t stride);
  std::uint64_t telling() const;
  void paintPictures(QPainter& painter, const QRectF& area);
  PlainAxes axes() const;
  void paintCurve(QPainter& painter);

  std::shared_ptr<const BankCurves> curves_;
  unsigned word_bytes_ = 4;
  std::uint64_t stride_ = 2;
  bool chosen_ = false;  // whether a person chose the stride
};

}  // namespace chasescope
