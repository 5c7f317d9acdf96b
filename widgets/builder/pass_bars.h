// A warm pass as bars of the cycles of each access: a hit is pale blue, a miss is vermilion with a cross. Where there are more
// accesses than px, one bar stands for several accesses and is as high as the slowest of them.
//
// Mouse and keys (left, right, Home, End) choose an access.
#pragma once

#include <memory>

#include "engine/build/warm_pass.h"
#include "widgets/plot/drawn_plot.h"

namespace chasescope {

/// The geometry of the bars. Pure.
struct BarsLayout {
  QRectF plot;                 ///< the area of the bars, whose feet stand on its bottom
  std::uint64_t together = 1;  ///< accesses per bar
  std::uint64_t accesses = 0;
  double step = 0;  ///< distance from bar to bar, px
  /// cycles at the plot's full height: those of memory, so that hits look like hits even without a miss beside them
  double most = 1;

  std::uint64_t bars() const { return (accesses + together - 1) / together; }
  QRectF bar(std::uint64_t bar, double cycles) const;
  /// The first access of the bar at a place; nothing where no bar is.
  std::optional<std::uint64_t> accessAt(const QPointF& place) const;
};

BarsLayout layOutBars(const build::WarmPass& pass, const QRectF& area, const PlotStyle& style);

class PassBars : public DrawnPlot {
  Q_OBJECT
 public:
  explicit PassBars(QWidget* parent = nullptr);

  void setPass(std::shared_ptr<const build::WarmPass> pass, std::size_t part);
  void setAccess(std::uint64_t access);
  std::uint64_t access() const { return access_; }
  QSize minimumSizeHint() const override { return {420, 110}; }

 signals:
  void accessPointed(quint64 access);

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  void mouseMoveEvent(QMouseEvent* event) override;

 private:
  void look(std::uint64_t access);
  void describe();

  std::shared_ptr<const build::WarmPass> pass_;
  std::size_t part_ = 0;
  std::uint64_t access_ = 0;
};

}  // namespace chasescope
