// A level under load in a window. The plot knows no store and no selection: the view gives it the data.
//
// Mouse: a click or a drag chooses the nearest point of either plot. Keys: left and right go along the curve of one width, up and
// down from width to width.
#pragma once

#include <QStringList>
#include <memory>

#include "widgets/plot/curve_plot.h"
#include "widgets/views/load/load_scene.h"

namespace chasescope {

/// The curves that cursors read, in the window and in the figure.
CursorCurve cursorCurveOf(const Loads& loads, const LoadedLevel& level);

class LoadPlot : public CurvePlot {
  Q_OBJECT
 public:
  explicit LoadPlot(QWidget* parent = nullptr);

  void setLoads(std::shared_ptr<const Loads> loads);
  void setLevel(const std::string& subject);
  const Loads& loads() const { return *loads_; }
  /// The shown level; null if there is none.
  const LoadedLevel* level() const { return loads_->find(subject_); }
  const LoadedPoint* point() const;
  bool setRun(const std::string& run);
  QStringList describe() const;

 signals:
  void chosen();

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  std::vector<CurveFrame> frames() const override;
  CursorCurve cursorCurve() const override;
  std::optional<double> chosenX() const override;

 private:
  LoadAxes axesNow() const;
  std::optional<LoadMark> at(const QPointF& position) const;
  void choose(const LoadMark& mark, bool byPerson);

  std::shared_ptr<const Loads> loads_ = std::make_shared<const Loads>();
  std::string subject_;
  std::optional<LoadMark> chosen_;
};

}  // namespace chasescope
