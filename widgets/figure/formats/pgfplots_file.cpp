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

QByteArray lookOf(const DataSeries& one, double line_pt, const QByteArray& colour) {
  QByteArray look = colour + ",line width=" + shortNumber(line_pt) + "pt";
  switch (one.line) {
    case DataSeries::Line::none: look += ",only marks"; break;
    case DataSeries::Line::solid: break;
    case DataSeries::Line::dashed: look += ",dashed"; break;
    case DataSeries::Line::dotted: look += ",densely dotted"; break;
    case DataSeries::Line::bars: look += ",ybar,bar width=0.6,fill=" + colour; break;
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

}  // namespace

QByteArray pgfplotsFile(const std::vector<SeriesPanel>& panels, const SeriesLook& look) {
  const double height = look.height_mm / static_cast<double>(std::max<std::size_t>(1, panels.size()));
  const bool group = panels.size() > 1;
  const QByteArray font = texFont(look.font_pt * kUnitsInPoint, false), environment = group ? "groupplot" : "axis";
  QByteArray common = "width=" + shortNumber(look.width_mm) + "mm,height=" + shortNumber(height) + "mm,label style={font=" + font +
                      "},tick label style={font=" + font + "},title style={font=" + font +
                      "},\n  legend style={draw=none,fill=none,font=" + font +
                      ",legend cell align=left,at={(0.5,1.02)},anchor=south,legend columns=3},\n  axis line style={line width=" +
                      shortNumber(look.line_pt) + "pt},grid=major,grid style={black!12,line width=" + shortNumber(look.line_pt) +
                      "pt},scaled ticks=false,tick label style={/pgf/number format/1000 sep={\\,}},filter discard warning=false";
  QByteArray picture = "\\begin{tikzpicture}\n", body;
  int number = 0;
  for (const SeriesPanel& panel : panels) {
    QByteArray own = axisOf(panel.x, "x", ticksOf(panel)) + ",\n  " + axisOf(panel.y, "y", {});
    const bool legend =
        std::any_of(panel.series.begin(), panel.series.end(), [](const DataSeries& one) { return !one.name.isEmpty(); });
    // Above the legend's rows.
    if (!panel.title.isEmpty()) own += ",\n  title=" + braced(panel.title) + (legend ? ",title style={yshift=4ex}" : "");
    body += group ? "\\nextgroupplot[\n  " + own + "]\n" : QByteArray();
    if (!group) common += ",\n  " + own;
    for (const DataSeries& one : panel.series) {
      const QByteArray place = QByteArray::number(++number), colour = "cs" + place;
      picture += "\\definecolor{" + colour + "}{HTML}{" + texColour(one.colour) + "}\n";
      body += "\\addplot[" + lookOf(one, look.line_pt * 2, colour) + (one.name.isEmpty() ? ",forget plot" : "") +
              "]\n  table[col sep=comma,x=x,y=y,y error plus expr=\\thisrow{high}-\\thisrow{y},y error minus "
              "expr=\\thisrow{y}-\\thisrow{low},restrict expr to domain={\\thisrow{series}}{" +
              place + ':' + place + "}]\n  {\\chasescopedata " + look.data.toUtf8() + "};\n";
      if (!one.name.isEmpty()) body += "\\addlegendentry" + braced(one.name) + '\n';
    }
  }
  if (group)
    common = "group style={group size=1 by " + QByteArray::number(static_cast<qulonglong>(panels.size())) +
             ",vertical sep=" + shortNumber(look.font_pt * 5) + "pt},\n  " + common;
  // The table lies beside this file, wherever that is taken from.
  picture =
      "\\def\\chasescopedata{\\ifx\\CurrentFilePath\\undefined\\else\\ifx\\CurrentFilePath\\empty\\else\\CurrentFilePath/"
      "\\fi\\fi}%\n"
      "\\edef\\chasescopedata{\\chasescopedata}%\n" +
      picture + "\\begin{" + environment + "}[\n  " + common + "]\n" + body + "\\end{" + environment + "}\n\\end{tikzpicture}%\n";
  return texFile(
      picture,
      QByteArray("\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}\n") + (group ? "\\usepgfplotslibrary{groupplots}\n" : ""),
      look.about, look.face);
}

}  // namespace chasescope
