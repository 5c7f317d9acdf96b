// The drawing of a chase. No store and no selection: the view feeds it.
//
// Mouse: what lies under it is told in words, a click on a tile, a bar or a set chooses it. Keys: Left and Right lead from tile to
// tile, Escape lets go. Each of the three parts can be covered: while the pass is, the sets stay as they were before it, for what a
// set holds afterwards is the answer.
#pragma once

#include <QVariantAnimation>
#include <memory>

#include "widgets/plot/drawn_plot.h"
#include "widgets/views/chase/chase_scene.h"

namespace chasescope {

class ChasePlot : public DrawnPlot {
  Q_OBJECT
 public:
  explicit ChasePlot(QWidget* parent = nullptr);

  void setPicture(std::shared_ptr<const ChasePicture> picture);
  const ChasePicture* picture() const { return picture_.get(); }
  /// Of which pass the sets are drawn; null where they are not.
  const ChasePicture* cachePicture() const;
  void setCovering(const Covering& covered);
  const Covering& covering() const { return covered_; }
  void setPlotStyle(const PlotStyle& style);
  void setSet(std::optional<std::uint32_t> set);
  /// The tile that is told of; none: the one under the mouse.
  void setTile(std::optional<std::size_t> tile);
  std::optional<std::size_t> tile() const { return tile_; }
  /// Where the arrow is, of ChasePicture::path; `milliseconds` are what it takes to get there.
  void setHop(std::optional<std::size_t> hop, int milliseconds = 0);
  std::optional<std::size_t> hop() const { return hop_; }
  const ChaseLayout& geometry() const { return layout_; }
  /// Tiles that the array did not have before; none where it is another array.
  std::optional<std::size_t> newFrom() const { return newFrom_; }
  /// What is told of a place; empty where nothing is.
  QString wordsAt(const QPointF& position) const;

  QSize sizeHint() const override { return {640, 480}; }
  QSize minimumSizeHint() const override { return {280, 0}; }

 signals:
  void tileHovered(int tile);  ///< -1: none
  void tilePicked(int tile);
  void setPicked(qint64 set);

 protected:
  void paint(QPainter& painter) override;
  void pressed(const QPointF& position) override;
  bool keyed(int key) override;
  bool event(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void layOut();
  PlotStyle grown() const;
  void describe();
  Covering reallyCovered() const;
  std::optional<std::size_t> tileAt(const QPointF& position) const;
  std::optional<std::size_t> setAt(const QPointF& position) const;
  void hover(std::optional<std::size_t> tile);

  std::shared_ptr<const ChasePicture> picture_, before_;  // before_: as it was when the pass was last seen
  Covering covered_;
  ChaseLayout layout_;
  std::optional<std::uint32_t> set_;
  std::optional<std::size_t> tile_, hop_, newFrom_;
  QVariantAnimation flight_;
  double along_ = 1;
  double room_ = 0;  // px from top to bottom
  PlotStyle style_;
};

}  // namespace chasescope
