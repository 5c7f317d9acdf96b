// The curves of a figure as numbers, for programs that draw them anew: LaTeX's PGFPlots and Python's matplotlib. Units are those of
// the data (bytes, cycles, shares), never of a drawing.
#pragma once

#include <QByteArray>
#include <QColor>
#include <QString>
#include <optional>
#include <vector>

namespace chasescope {

struct SeriesAxis {
  enum class Scale { linear, doubling, decades };  ///< doubling: each factor of two as wide as the next
  QString title;                                   ///< with its unit: "Latency (cycles)"
  Scale scale = Scale::linear;
  bool bytes = false;              ///< its numbers are sizes, so that ticks stand at KiB and MiB
  std::optional<double> from, to;  ///< what is shown of it; where none is given, all of the data
  std::vector<QString> names;      ///< of the places 1, 2, … where they are no numbers
};

struct SeriesPoint {
  double x = 0, y = 0;
  std::optional<double> low, high;  ///< its interval in y, where it has one
};

struct DataSeries {
  enum class Line { none, solid, dashed, dotted, bars };
  enum class Mark { none, dot, circle, diamond, cross };
  QString name;  ///< for the legend; empty: it has no place there
  Line line = Line::solid;
  Mark mark = Mark::none;
  QColor colour;
  std::vector<SeriesPoint> points;
};

/// A map in the figure's CSV: columns of its places and of what is told there. It has no points of its own.
struct SeriesMap {
  QByteArray x, y, value;  ///< heads of columns
  QString title;           ///< of the value, with its unit
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

/// Points of all curves of all panels.
std::size_t pointsOf(const std::vector<SeriesPanel>& panels);

}  // namespace chasescope
