// The drawing of outstanding requests: thread-latency with its variance, and the request table at the chosen number of threads,
// linked. No store and no selection: the view feeds it.
//
// Mouse: a click or a drag on the curve chooses the threads. Keys: left and right go from point to point, page up and down from
// spike to spike, Home and End to the first and the last.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "widgets/plot/plot_style.h"
#include "widgets/plot/request_scene.h"

namespace chasescope {

class RequestPlot : public QWidget {
  Q_OBJECT
 public:
  explicit RequestPlot(QWidget* parent = nullptr);

  void setPlotStyle(const PlotStyle& style);
  /// What is drawn; what was chosen stays, if it is still there. Until a person chooses, it is the first curve that shows a full
  /// table, at the threads that just fit.
  void setCurves(std::shared_ptr<const ThreadCurves> curves, std::optional<TableShape> table);
  std::uint64_t loads() const { return loads_; }
  std::uint64_t sharing() const { return sharing_; }
  void setSeries(std::uint64_t loads, std::uint64_t sharing);
  std::uint64_t threads() const { return threads_; }
  void setThreads(std::uint64_t threads);
  /// What is to be said of the chosen point.
  QStringList describe() const;

  QSize minimumSizeHint() const override { return {240, 200}; }

 signals:
  void threadsChosen(quint64 threads);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  struct Areas {
    QRectF curves, table;
  };
  Areas areas() const;
  const ThreadSeries* series() const { return curves_ ? curves_->find(loads_, sharing_) : nullptr; }
  std::optional<std::uint64_t> threadsAt(const QPointF& position) const;
  void choose(std::uint64_t threads);
  void chooseWhatFits();

  PlotStyle style_;
  std::shared_ptr<const ThreadCurves> curves_;
  std::optional<TableShape> table_;
  std::uint64_t loads_ = 1, sharing_ = 1, threads_ = 0;
  bool chosen_ = false, chosenSeries_ = false;  // by a person
  std::optional<QPointF> mouse_;
  bool keyboardFocus_ = false;
};

}  // namespace chasescope
