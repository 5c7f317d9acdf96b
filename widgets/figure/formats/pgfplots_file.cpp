#include <algorithm>
#include <array>
#include <cmath>

#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/figure/formats/series_files.h"
#include "widgets/figure/formats/tex_text.h"

namespace chasescope {
namespace {

constexpr double kUnitsInPoint = 10;

QByteArray shortNumber(double value) { return QByteArray::number(value, 'g', 9); }

/// The words in braces. A character that no LaTeX font has becomes a question mark.
QByteArray braced(const QString& words) {
  QByteArray tex;
  for (const QChar letter : words) tex += texWords(QString(letter)).value_or("?");
  return '{' + tex + '}';
}

/// The width of a bar in units of the axis: a part of the place of a bar with a name, else almost the distance to the next bar.
double barWidth(const DataSeries& one, bool names) {
  constexpr double kNamed = 0.6, kNext = 0.96;
  double apart = INFINITY;
  for (std::size_t i = 1; i < one.points.size(); ++i) apart = std::min(apart, std::abs(one.points[i].x - one.points[i - 1].x));
  return names || !std::isfinite(apart) || apart <= 0 ? kNamed : apart * kNext;
}

QByteArray lookOf(const DataSeries& one, double line_pt, const QByteArray& colour, bool names) {
  QByteArray look = colour + ",line width=" + shortNumber(line_pt) + "pt";
  switch (one.line) {
    case DataSeries::Line::none: look += ",only marks"; break;
    case DataSeries::Line::solid: break;
    case DataSeries::Line::dashed: look += ",dashed"; break;
    case DataSeries::Line::dotted: look += ",densely dotted"; break;
    case DataSeries::Line::bars: look += ",ybar,bar width=" + shortNumber(barWidth(one, names)) + ",fill=" + colour; break;
  }
  switch (one.mark) {
    case DataSeries::Mark::none: look += ",mark=none"; break;
    case DataSeries::Mark::dot: look += ",mark=*,mark size=1pt"; break;
    case DataSeries::Mark::circle: look += ",mark=o,mark size=1.2pt"; break;
    case DataSeries::Mark::diamond: look += ",mark=diamond*,mark size=1.6pt"; break;
    case DataSeries::Mark::cross: look += ",mark=x,mark size=1.8pt"; break;
  }
  const bool interval =
      std::any_of(one.points.begin(), one.points.end(), [](const SeriesPoint& point) { return point.low && point.high; });
  if (interval)
    look += ",error bars/.cd,y dir=both,y explicit,error bar style={solid,black},error mark options={rotate=90,mark size=1.5pt}";
  return look;
}

QByteArray axisOf(const SeriesAxis& axis, const char* name, const std::vector<double>& ticks) {
  const QByteArray n(name);
  QByteArray options = n + "label=" + braced(axis.title);
  const bool doubling = axis.scale == SeriesAxis::Scale::doubling;
  if (doubling) options += "," + n + "mode=log,log basis " + n + "=2";
  if (axis.scale == SeriesAxis::Scale::decades) options += "," + n + "mode=log";
  if (axis.from && (*axis.from > 0 || axis.scale == SeriesAxis::Scale::linear))
    options += ',' + n + "min=" + shortNumber(*axis.from);
  if (axis.to) options += ',' + n + "max=" + shortNumber(*axis.to);
  if (doubling && axis.bytes && !ticks.empty()) {
    QByteArray places, words;
    for (const double tick : ticks) {
      places += (places.isEmpty() ? "" : ",") + QByteArray::number(tick, 'f', 0);
      words += (words.isEmpty() ? "" : ",") + braced(QString::fromStdString(format_bytes(static_cast<std::uint64_t>(tick))));
    }
    options += ',' + n + "tick={" + places + "}," + n + "ticklabels={" + words + '}';
  }
  if (!axis.names.empty()) {
    constexpr qsizetype kLong = 3;
    QByteArray places, words;
    qsizetype longest = 0;
    for (std::size_t i = 0; i < axis.names.size(); ++i) {
      places += (i == 0 ? "" : ",") + QByteArray::number(static_cast<qulonglong>(i) + 1);
      words += (i == 0 ? "" : ",") + braced(axis.names[i]);
      longest = std::max(longest, axis.names[i].size());
    }
    options += ',' + n + "min=0.4," + n + "max=" + shortNumber(static_cast<double>(axis.names.size()) + 0.6) + ',' + n + "tick={" +
               places + "}," + n + "ticklabels={" + words + '}';
    if (longest > kLong) options += ',' + n + " tick label style={rotate=45,anchor=north east}";
  }
  return options;
}

bool hasCursors(const std::vector<SeriesPanel>& panels) {
  return std::any_of(panels.begin(), panels.end(), [](const SeriesPanel& panel) { return !panel.cursors.empty(); });
}

/// The cursors as additional ticks at the upper side, whose lines go through the plot.
QByteArray cursorTicks(const std::vector<SeriesCursor>& cursors) {
  if (cursors.empty()) return {};
  QByteArray places, names;
  for (const SeriesCursor& one : cursors) {
    places += (places.isEmpty() ? "" : ",") + QByteArray::number(one.x, 'g', 15);
    names += (names.isEmpty() ? "" : ",") + braced(one.name);
  }
  return ",\n  extra x ticks={" + places + "},extra x tick labels={" + names +
         "},extra x tick style={ticklabel pos=top,grid=major,grid style={black,dashed},tick style={draw=none}}";
}

/// Rings around the points that the cursors read.
QByteArray cursorRings(const std::vector<SeriesCursor>& cursors) {
  QByteArray rings;
  for (const SeriesCursor& one : cursors)
    for (const double y : one.reads) rings += '(' + QByteArray::number(one.x, 'g', 15) + ',' + shortNumber(y) + ')';
  return rings.isEmpty() ? rings : "\\addplot[black,only marks,mark=o,mark size=1.6pt,forget plot] coordinates {" + rings + "};\n";
}

std::size_t namedOf(const SeriesPanel& panel) {
  return static_cast<std::size_t>(
      std::count_if(panel.series.begin(), panel.series.end(), [](const DataSeries& one) { return !one.name.isEmpty(); }));
}

constexpr double kLine = 1.35;  // distance from line to line of words, in sizes of the type

/// The corner of the plot in which the fewest points of the panel lie.
LegendPlace emptiestCorner(const SeriesPanel& panel) {
  std::array<std::size_t, 4> held{};
  double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
  const auto across = [&](double x) { return panel.x.scale == SeriesAxis::Scale::linear ? x : std::log(std::max(x, 1e-9)); };
  const auto each = [&](const auto& use) {
    for (const DataSeries& one : panel.series)
      for (const SeriesPoint& point : one.points) use(across(point.x), point.y);
  };
  each([&](double x, double y) {
    left = std::min(left, x);
    right = std::max(right, x);
    low = std::min(low, y);
    high = std::max(high, y);
  });
  each([&](double x, double y) { ++held[(y < (low + high) / 2 ? 2U : 0U) + (x > (left + right) / 2 ? 1U : 0U)]; });
  constexpr std::array kCorners{LegendPlace::top_left, LegendPlace::top_right, LegendPlace::bottom_left, LegendPlace::bottom_right};
  return kCorners.at(static_cast<std::size_t>(std::min_element(held.begin(), held.end()) - held.begin()));
}

/// Where PGFPlots puts a panel's legend.
QByteArray placeOfLegend(const SeriesPanel& panel, const SeriesLook& look) {
  switch (look.legend == LegendPlace::inside ? emptiestCorner(panel) : look.legend) {
    case LegendPlace::top_left: return "at={(0.02,0.98)},anchor=north west";
    case LegendPlace::top_right: return "at={(0.98,0.98)},anchor=north east";
    case LegendPlace::bottom_left: return "at={(0.02,0.02)},anchor=south west";
    case LegendPlace::bottom_right: return "at={(0.98,0.02)},anchor=south east";
    case LegendPlace::right: return "at={(1.02,1)},anchor=north west";
    // Below the axis's numbers and title.
    case LegendPlace::below: return "at={(0.5,0)},anchor=north,yshift=-" + shortNumber(3 * kLine * look.font_pt) + "pt";
    default: return "at={(0.5,1.02)},anchor=south";
  }
}

/// The height in points of a legend above or below the plot; 0 for a legend elsewhere.
double legendHeight(const SeriesPanel& panel, int columns, const SeriesLook& look) {
  const bool takesRows = look.legend == LegendPlace::own || look.legend == LegendPlace::above || look.legend == LegendPlace::below;
  if (!takesRows) return 0;
  const double font_pt = look.font_pt;
  const auto named = static_cast<double>(namedOf(panel));
  return named > 0 ? std::ceil(named / columns) * kLine * font_pt + font_pt / 2 : 0;
}

/// The distance in points between two plots, one below the other: the numbers and the title of the upper plot's axis, then the
/// legend and the title of the lower plot.
double panelsApart(const std::vector<SeriesPanel>& panels, int columns, const SeriesLook& look) {
  const double font_pt = look.font_pt;
  double above = 0;
  for (std::size_t i = 1; i < panels.size(); ++i)
    above = std::max(above, legendHeight(panels[i], columns, look) + (panels[i].title.isEmpty() ? 0 : 2 * kLine * font_pt));
  constexpr double kBelow = 3.5;  // lines of words: numbers, title, and the gaps between them
  return kBelow * kLine * font_pt + above;
}

}  // namespace

namespace {

/// The readings of the cursors, below all axes.
QByteArray readingsOf(const SeriesLook& look, const QByteArray& font) {
  if (look.readings.isEmpty()) return {};
  return "\\node[anchor=north west,inner sep=0pt,align=left,text width=" + shortNumber(look.width_mm) + "mm,font=" + font +
         "] at ([yshift=-" + shortNumber(look.font_pt / 2) + "pt]current bounding box.south west) " + braced(look.readings) + ";\n";
}

}  // namespace

QByteArray pgfplotsFile(const std::vector<SeriesPanel>& panels, const SeriesLook& wanted) {
  SeriesLook look = wanted;
  look.legend = legendWithRoom(panels, wanted);
  const double height = (look.height_mm - look.readings_mm) / static_cast<double>(std::max<std::size_t>(1, panels.size()));
  const double flags = hasCursors(panels) ? kLine * look.font_pt : 0;  // height in points of the cursors' letters above a plot
  const bool group = panels.size() > 1;
  const int columns = legendColumns(panels, look);
  const QByteArray font = texFont(look.font_pt * kUnitsInPoint, false), environment = group ? "groupplot" : "axis";
  // Names at the right take a part of the figure's width.
  const double beside = look.legend == LegendPlace::right ? nameWidth(panels, look) : 0;
  QByteArray common = "width=" + shortNumber(look.width_mm - beside) + "mm,height=" + shortNumber(height) +
                      "mm,label style={font=" + font + "},tick label style={font=" + font + "},title style={font=" + font +
                      "},\n  legend style={draw=none,fill=none,font=" + font +
                      ",legend cell align=left,legend columns=" + QByteArray::number(columns) +
                      "},\n  axis line style={line width=" + shortNumber(look.line_pt) +
                      "pt},grid=major,grid style={black!12,line width=" + shortNumber(look.line_pt) +
                      "pt},scaled ticks=false,tick label style={/pgf/number format/1000 sep={\\,}},filter discard warning=false";
  QByteArray picture = "\\begin{tikzpicture}\n", body;
  int number = 0;
  for (const SeriesPanel& panel : panels) {
    QByteArray own = axisOf(panel.x, "x", ticksOf(panel)) + ",\n  " + axisOf(panel.y, "y", {});
    const bool above = look.legend == LegendPlace::own || look.legend == LegendPlace::above;
    const double legend = (above ? legendHeight(panel, columns, look) : 0) + flags;
    if (namedOf(panel) > 0 && look.legend != LegendPlace::none)
      own += ",\n  legend style={" + placeOfLegend(panel, look) +
             (above && flags > 0 ? ",yshift=" + shortNumber(flags) + "pt" : QByteArray()) + '}';
    own += cursorTicks(panel.cursors);
    // The title stands above the legend's rows.
    if (!panel.title.isEmpty())
      own +=
          ",\n  title=" + braced(panel.title) + (legend > 0 ? ",title style={yshift=" + shortNumber(legend) + "pt}" : QByteArray());
    body += group ? "\\nextgroupplot[\n  " + own + "]\n" : QByteArray();
    if (!group) common += ",\n  " + own;
    for (const DataSeries& one : panel.series) {
      const QByteArray place = QByteArray::number(++number), colour = "cs" + place;
      picture += "\\definecolor{" + colour + "}{HTML}{" + texColour(one.colour) + "}\n";
      // `forget plot` comes first: after the options of the intervals, which end in a key path of their own, PGFPlots would not
      // know it.
      body += "\\addplot[" + QByteArray(one.name.isEmpty() || look.legend == LegendPlace::none ? "forget plot," : "") +
              lookOf(one, look.line_pt * 2, colour, !panel.x.names.empty()) +
              "]\n  table[col sep=comma,x=x,y=y,y error plus expr=\\thisrow{high}-\\thisrow{y},y error minus "
              "expr=\\thisrow{y}-\\thisrow{low},restrict expr to domain={\\thisrow{series}}{" +
              place + ':' + place + "}]\n  {\\chasescopedata " + look.data.toUtf8() + "};\n";
      if (!one.name.isEmpty() && look.legend != LegendPlace::none) body += "\\addlegendentry" + braced(one.name) + '\n';
    }
    body += cursorRings(panel.cursors);
  }
  if (group)
    common = "group style={group size=1 by " + QByteArray::number(static_cast<qulonglong>(panels.size())) +
             ",vertical sep=" + shortNumber(panelsApart(panels, columns, look)) + "pt},\n  " + common;
  // The path of the table: beside this file, from whichever folder a document takes this file.
  picture =
      "\\def\\chasescopedata{\\ifx\\CurrentFilePath\\undefined\\else\\ifx\\CurrentFilePath\\empty\\else\\CurrentFilePath/"
      "\\fi\\fi}%\n"
      "\\edef\\chasescopedata{\\chasescopedata}%\n" +
      picture + "\\begin{" + environment + "}[\n  " + common + "]\n" + body + "\\end{" + environment + "}\n" +
      readingsOf(look, font) + "\\end{tikzpicture}%\n";
  return texFile(
      picture,
      QByteArray("\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n") + (group ? "\\usepgfplotslibrary{groupplots}\n" : ""),
      look.about, look.face);
}

}  // namespace chasescope
