// The set map as a widget: the bits that choose the set, and the sets with the lines that map to them. No store and no selection:
// the view feeds it.
//
// Mouse: a click chooses a set and the line under it; again, or beside the sets, chooses none. Keys: the arrows go from set to set,
// Home and End to the first and the last, Escape chooses none.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "widgets/style/plot_style.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {

class SetMapPlot : public QWidget {
  Q_OBJECT
 public:
  explicit SetMapPlot(QWidget* parent = nullptr);

  void setPlotStyle(const PlotStyle& style);
  /// Shows this map. The chosen set stays if the map has a set of that number.
  void setMap(std::shared_ptr<const SetMap> map);
  const SetMap* map() const { return map_.get(); }

  std::optional<std::size_t> chosen() const { return pointing_.chosen; }
  void setChosen(std::optional<std::uint64_t> set);
  /// Marks a line, by its number, that another view points at.
  void setLine(std::optional<std::uint64_t> line);
  std::optional<std::uint64_t> line() const { return pointing_.line; }

  /// Where the sets lie now, in px of the widget.
  SetMapLayout layoutOfSets() const;
  QSize minimumSizeHint() const override { return {260, 220}; }

 signals:
  /// The person chose a set; -1: none.
  void setPicked(qint64 set);
  /// The person chose a line of the set, by its number.
  void linePicked(quint64 line);

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
    QRectF index, sets;
  };
  Areas areas() const;
  void pick(std::optional<std::size_t> set);
  std::optional<std::uint64_t> lineAt(const QPointF& place, std::size_t set) const;
  void describeChosen();

  PlotStyle style_;
  std::shared_ptr<const SetMap> map_;
  SetPointing pointing_;
  std::optional<QPointF> mouse_;
  bool keyboardFocus_ = false;
};

}  // namespace chasescope
