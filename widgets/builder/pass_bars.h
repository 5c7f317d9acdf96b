// A warm pass as bars: the cycles of each access, a hit pale blue, a miss vermilion with a cross. Where there are more accesses
// than px, one bar stands for several and is as high as the slowest of them.
//
// Mouse and keys (left, right, Home, End): the access that is looked at.
#pragma once

#include <memory>

#include "engine/build/warm_pass.h"
#include "widgets/plot/drawn_plot.h"

namespace chasescope {

/// Where the bars lie. Pure.
struct BarsLayout {
  QRectF plot;                 ///< what the bars fill, their feet on its bottom
  std::uint64_t together = 1;  ///< accesses that a bar stands for
  std::uint64_t accesses = 0;
  double step = 0;  ///< from bar to bar, px
  double most = 1;  ///< cycles of the plot's height: what memory takes, so that a hit looks like one also among hits

  std::uint64_t bars() const { return (accesses + together - 1) / together; }
  QRectF bar(std::uint64_t bar, double cycles) const;
  /// The first access of the bar at a place; nothing beside the bars.
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
