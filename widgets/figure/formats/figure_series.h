// The curves of a figure as numbers, for programs that draw them anew: LaTeX's PGFPlots and Python's matplotlib. Units are those of
// the data (bytes, cycles, shares), not those of a drawing.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QString>
#include <optional>
#include <vector>

namespace chasescope {

struct SeriesAxis {
  enum class Scale { linear, doubling, decades };  ///< doubling: each factor of two has the same width
  QString title;                                   ///< with its unit: "Latency (cycles)"
  Scale scale = Scale::linear;
  bool bytes = false;              ///< its numbers are sizes, so that ticks stand at KiB and MiB
  std::optional<double> from, to;  ///< the shown part of the axis; all of the data without a limit
  std::vector<QString> names;      ///< names at the places 1, 2, … of an axis without numbers
};

struct SeriesPoint {
  double x = 0, y = 0;
  std::optional<double> low, high;  ///< the interval of y, where the point has one
};

struct DataSeries {
  enum class Line { none, solid, dashed, dotted, bars };
  enum class Mark { none, dot, circle, diamond, cross };
  QString name;  ///< for the legend; a curve without a name is not in the legend
  Line line = Line::solid;
  Mark mark = Mark::none;
  QColor colour;
  std::vector<SeriesPoint> points;
};

/// A map whose values are in the figure's CSV: its columns of places and of values. A map has no points in this struct.
struct SeriesMap {
  QByteArray x, y, value;  ///< column heads of the CSV
  QString title;           ///< of the value, with its unit
  QString drawn = {};      ///< title of the drawn value where the drawing shows another one than the CSV: "Share of misses"
  bool downwards = false;  ///< whether y grows downwards in the drawing
};

/// A cursor and what it reads of each curve that has a point there.
struct SeriesCursor {
  QString name;  ///< "A"
  double x = 0;
  std::vector<double> reads = {};
};

struct SeriesPanel {
  QString title;  ///< empty where the figure has one panel
  SeriesAxis x, y;
  std::vector<DataSeries> series = {};
  std::optional<SeriesMap> map = std::nullopt;
  std::vector<SeriesCursor> cursors = {};
};

/// The number of points of all curves of all panels.
std::size_t pointsOf(const std::vector<SeriesPanel>& panels);

}  // namespace chasescope
