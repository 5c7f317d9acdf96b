#include <algorithm>
#include <cmath>

#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/figure/formats/series_files.h"
#include "widgets/figure/formats/tex_text.h"

namespace chasescope {
namespace {

constexpr double kUnitsInPoint = 10;

QByteArray shortNumber(double value) { return QByteArray::number(value, 'g', 9); }

/// In braces. What no font of LaTeX has is a question mark.
QByteArray braced(const QString& words) {
  QByteArray tex;
  for (const QChar letter : words) tex += texWords(QString(letter)).value_or("?");
  return '{' + tex + '}';
}

/// In units of the axis: of bars that have names a part of their room, else up to the next one.
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
      places += (i == 0 ? "" : ",") + QByteArray::number(static_cast<qulonglong>(i + 1));
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

/// Cursors as further ticks at the upper side, whose lines go through the plot.
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

/// Rings where cursors read.
QByteArray cursorRings(const std::vector<SeriesCursor>& cursors) {
  QByteArray rings;
  for (const SeriesCursor& one : cursors)
    for (const double y : one.reads) rings += '(' + QByteArray::number(one.x, 'g', 15) + ',' + shortNumber(y) + ')';
  return rings.isEmpty() ? rings : "\\addplot[black,only marks,mark=o,mark size=1.6pt,forget plot] coordinates {" + rings + "};\n";
}

constexpr double kLine = 1.35;  // of the size of type: from one line of words to the next
constexpr int kMostColumns = 3;

std::size_t namedOf(const SeriesPanel& panel) {
  return static_cast<std::size_t>(
      std::count_if(panel.series.begin(), panel.series.end(), [](const DataSeries& one) { return !one.name.isEmpty(); }));
}

/// So many names of curves stand beside each other that none goes beyond the picture.
int legendColumns(const std::vector<SeriesPanel>& panels, const SeriesLook& look) {
  constexpr double kLetter = 0.55, kSample = 30, kPointsInMm = 72 / 25.4;  // of the size of type; points of line and gaps
  qsizetype longest = 1;
  for (const SeriesPanel& panel : panels)
    for (const DataSeries& one : panel.series) longest = std::max(longest, one.name.size());
  const double width = static_cast<double>(longest) * kLetter * look.font_pt + kSample;
  return std::clamp(static_cast<int>(look.width_mm * kPointsInMm / width), 1, kMostColumns);
}

/// The height that the names above the plot take, in points.
double legendHeight(const SeriesPanel& panel, int columns, double font_pt) {
  const auto named = static_cast<double>(namedOf(panel));
  return named > 0 ? std::ceil(named / columns) * kLine * font_pt + font_pt / 2 : 0;
}

/// Between two plots below each other: numbers and title of the upper one's axis, and what stands above the lower one.
double panelsApart(const std::vector<SeriesPanel>& panels, int columns, double font_pt) {
  double above = 0;
  for (std::size_t i = 1; i < panels.size(); ++i)
    above = std::max(above, legendHeight(panels[i], columns, font_pt) + (panels[i].title.isEmpty() ? 0 : 2 * kLine * font_pt));
  constexpr double kBelow = 3.5;  // lines: numbers, title, and room between them
  return kBelow * kLine * font_pt + above;
}

}  // namespace

namespace {

/// What the cursors read, below all axes.
QByteArray readingsOf(const SeriesLook& look, const QByteArray& font) {
  if (look.readings.isEmpty()) return {};
  return "\\node[anchor=north west,inner sep=0pt,align=left,text width=" + shortNumber(look.width_mm) + "mm,font=" + font +
         "] at ([yshift=-" + shortNumber(look.font_pt / 2) + "pt]current bounding box.south west) " + braced(look.readings) + ";\n";
}

}  // namespace

QByteArray pgfplotsFile(const std::vector<SeriesPanel>& panels, const SeriesLook& look) {
  const double height = (look.height_mm - look.readings_mm) / static_cast<double>(std::max<std::size_t>(1, panels.size()));
  const double flags = hasCursors(panels) ? kLine * look.font_pt : 0;  // points that the cursors' letters take above a plot
  const bool group = panels.size() > 1;
  const int columns = legendColumns(panels, look);
  const QByteArray font = texFont(look.font_pt * kUnitsInPoint, false), environment = group ? "groupplot" : "axis";
  QByteArray common = "width=" + shortNumber(look.width_mm) + "mm,height=" + shortNumber(height) + "mm,label style={font=" + font +
                      "},tick label style={font=" + font + "},title style={font=" + font +
                      "},\n  legend style={draw=none,fill=none,font=" + font +
                      ",legend cell align=left,at={(0.5,1.02)},anchor=south,legend columns=" + QByteArray::number(columns) +
                      (flags > 0 ? ",yshift=" + shortNumber(flags) + "pt" : QByteArray()) +
                      "},\n  axis line style={line width=" + shortNumber(look.line_pt) +
                      "pt},grid=major,grid style={black!12,line width=" + shortNumber(look.line_pt) +
                      "pt},scaled ticks=false,tick label style={/pgf/number format/1000 sep={\\,}},filter discard warning=false";
  QByteArray picture = "\\begin{tikzpicture}\n", body;
  int number = 0;
  for (const SeriesPanel& panel : panels) {
    QByteArray own = axisOf(panel.x, "x", ticksOf(panel)) + ",\n  " + axisOf(panel.y, "y", {});
    const double legend = legendHeight(panel, columns, look.font_pt) + flags;
    own += cursorTicks(panel.cursors);
    // Above the legend's rows.
    if (!panel.title.isEmpty())
      own +=
          ",\n  title=" + braced(panel.title) + (legend > 0 ? ",title style={yshift=" + shortNumber(legend) + "pt}" : QByteArray());
    body += group ? "\\nextgroupplot[\n  " + own + "]\n" : QByteArray();
    if (!group) common += ",\n  " + own;
    for (const DataSeries& one : panel.series) {
      const QByteArray place = QByteArray::number(++number), colour = "cs" + place;
      picture += "\\definecolor{" + colour + "}{HTML}{" + texColour(one.colour) + "}\n";
      // Behind the intervals' options, which end in a path of their own, it would not be known.
      body += "\\addplot[" + QByteArray(one.name.isEmpty() ? "forget plot," : "") +
              lookOf(one, look.line_pt * 2, colour, !panel.x.names.empty()) +
              "]\n  table[col sep=comma,x=x,y=y,y error plus expr=\\thisrow{high}-\\thisrow{y},y error minus "
              "expr=\\thisrow{y}-\\thisrow{low},restrict expr to domain={\\thisrow{series}}{" +
              place + ':' + place + "}]\n  {\\chasescopedata " + look.data.toUtf8() + "};\n";
      if (!one.name.isEmpty()) body += "\\addlegendentry" + braced(one.name) + '\n';
    }
    body += cursorRings(panel.cursors);
  }
  if (group)
    common = "group style={group size=1 by " + QByteArray::number(static_cast<qulonglong>(panels.size())) +
             ",vertical sep=" + shortNumber(panelsApart(panels, columns, look.font_pt)) + "pt},\n  " + common;
  // The table lies beside this file, wherever that is taken from.
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
