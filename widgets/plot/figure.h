// What a figure shows, apart from its size and its file: built from a session alone, without a window.
//
// A new figure is one class derived from FigureContent and one line in figures.cpp.
#pragma once

#include <QString>
#include <QStringList>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/session/session.h"
#include "widgets/plot/pattern_scene.h"

class QCustomPlot;
class QIODevice;

namespace chasescope {

struct PlotStyle;

class FigureContent {
 public:
  virtual ~FigureContent() = default;
  virtual QString title() const = 0;
  /// One or two lines under the figure: device, request, and what decimation did to the data.
  virtual QString caption() const = 0;
  /// A height that suits a width, both in mm.
  virtual double heightFor(double width_mm) const = 0;
  /// Fills an empty plot, in the units and type of `style`.
  virtual void compose(QCustomPlot& plot, const PlotStyle& style) const = 0;
  /// The data behind the figure: every value, not the decimated ones.
  virtual void writeCsv(QIODevice& file) const = 0;
  /// Enough to make it again: device, request, seed, program version.
  virtual nlohmann::json provenance() const = 0;
};

using FigurePtr = std::shared_ptr<const FigureContent>;

/// A figure, or a sentence that says why there is none.
struct FigureOutcome {
  FigurePtr figure;
  QString error;
  explicit operator bool() const { return figure != nullptr; }
};

/// The figures that there are: "scope", "miss-pattern".
QStringList figureNames();

/// Latency by access of one run; an empty id means the session's last run with a trace.
FigureOutcome scopeFigure(const Session& session, const QString& runId = {});


enum class PatternRows { automatic, passes, sweep };
/// Line × pass of one run, or line × N of all runs of its probe; automatic takes the sweep if there are three footprints or more.
FigureOutcome missPatternFigure(const Session& session, const QString& runId = {}, PatternRows rows = PatternRows::automatic,
                                PatternShade shade = PatternShade::hitMiss);

/// The figure of that name with its default settings, for the command line.
FigureOutcome makeFigure(const QString& name, const Session& session, const QString& runId = {});

}  // namespace chasescope
