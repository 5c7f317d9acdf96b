// The drawing of a miss pattern: a heatmap with axes and a colour legend. No store and no selection: the view feeds it.
#pragma once

#include <QString>
#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "widgets/style/plot_style.h"
#include "widgets/views/pattern/pattern_scene.h"
#include "widgets/views/pattern/pattern_source.h"

namespace chasescope {

class PlotCanvas;

class PatternPlot : public QWidget {
  Q_OBJECT
 public:
  struct Cell {
    std::uint64_t row = 0, column = 0;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  using RowRange = std::pair<std::uint64_t, std::uint64_t>;

  explicit PatternPlot(QWidget* parent = nullptr);
  ~PatternPlot() override;

  void setPlotStyle(const PlotStyle& style);
  /// Shows a pattern as a whole; if it has as many columns as the one before, the person's zoom stays. Null shows none.
  void setSource(std::shared_ptr<const PatternSource> source);
  /// The source has more rows or other levels; the person's zoom stays.
  void sourceGrew();

  PatternShade shade() const { return shade_; }
  void setShade(PatternShade shade);
  void fit();
  /// Whether the whole pattern is visible, and stays so while it grows.
  bool isFitted() const { return fitted_; }
  /// The visible columns and rows; the centre of the first ones is at 0.
  QRectF view() const;
  void showView(const QRectF& view);

  /// Highlights rows first … end - 1 by fading the others.
  void setMarkedRows(std::optional<RowRange> rows);
  void setMarkedCell(std::optional<Cell> cell);
  void setMarkedColumn(std::optional<std::uint64_t> column);

  /// The middle of a cell in this widget.
  QPoint positionOf(const Cell& cell) const;
  std::optional<Cell> cellAt(const QPoint& position) const;
  void repaintNow();
  /// The widget that takes mouse and keys.
  QWidget* canvas() const;

 signals:
  void cellHovered(std::optional<PatternPlot::Cell> cell);
  void cellClicked(quint64 row, quint64 column);
  void rowsBrushed(quint64 first, quint64 end);
  void brushCleared();
  /// The person zoomed, moved or fitted the view.
  void viewMoved();

 private:
  void layOut();
  void showAll();
  void setFitted(bool fitted);
  PatternGeometry geometry() const;
  void paintOverlay(QPainter& painter);

  PlotCanvas* canvas_;
  PlotStyle style_;
  std::shared_ptr<const PatternSource> source_;
  PatternShade shade_ = PatternShade::latency;
  bool fitted_ = true;
  std::optional<RowRange> rows_;
  std::optional<Cell> cell_;
  std::optional<std::uint64_t> column_;
  bool mouseInside_ = false;
};

}  // namespace chasescope
