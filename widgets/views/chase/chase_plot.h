// The drawing of a chase. No store and no selection: the view feeds it.
//
// Mouse: a text tells of the part under it; a click on a tile, a bar or a set chooses it. Keys: Left and Right go from tile to
// tile, Escape chooses none. Each of the three parts can be covered. While the pass is covered, the sets show their state before
// it, because their state afterwards is the answer.
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
  /// The picture whose sets are drawn; null where no sets are drawn.
  const ChasePicture* cachePicture() const;
  void setCovering(const Covering& covered);
  const Covering& covering() const { return covered_; }
  void setPlotStyle(const PlotStyle& style);
  void setSet(std::optional<std::uint32_t> set);
  /// The tile that the text is about; none: the tile under the mouse.
  void setTile(std::optional<std::size_t> tile);
  std::optional<std::size_t> tile() const { return tile_; }
  /// The arrow's place in ChasePicture::path; it gets there in so many milliseconds.
  void setHop(std::optional<std::size_t> hop, int milliseconds = 0);
  std::optional<std::size_t> hop() const { return hop_; }
  const ChaseLayout& geometry() const { return layout_; }
  /// Index of the first tile that the array did not have before; none if it is another array.
  std::optional<std::size_t> newFrom() const { return newFrom_; }
  /// How far (px, negative: upwards) the lower part is drawn above its place, so that it stays in sight where the picture is higher
  /// than the room: the bars, and the array where both have room. 0 where all of the picture is in sight.
  double lift() const;
  /// The text about a place; empty where there is none.
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
  bool eventFilter(QObject* watched, QEvent* event) override;
  void moveEvent(QMoveEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void layOut();
  PlotStyle grown() const;
  void describe();
  Covering reallyCovered() const;
  ChaseScene scene() const;
  double lowerPart() const;
  QPointF inPicture(const QPointF& position) const;
  std::optional<std::size_t> tileAt(const QPointF& position) const;
  std::optional<std::size_t> setAt(const QPointF& position) const;
  void hover(std::optional<std::size_t> tile);

  std::shared_ptr<const ChasePicture> picture_, before_;  // `before_`: the picture when the pass was last uncovered
  Covering covered_;
  ChaseLayout layout_;
  std::optional<std::uint32_t> set_;
  std::optional<std::size_t> tile_, hop_, newFrom_;
  QVariantAnimation flight_;
  double along_ = 1;
  double room_ = 0;  // px, the visible height
  PlotStyle style_;
};

}  // namespace chasescope
