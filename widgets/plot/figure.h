// What a figure shows, apart from its size and its file: built from a session alone, without a window.
//
// A new figure is one class derived from FigureContent and one line in the table of figure.cpp.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/session/session.h"
#include "widgets/plot/memory_marks.h"
#include "widgets/plot/pattern_scene.h"

class QCustomPlot;

namespace chasescope {

struct PlotStyle;

class FigureContent {
 public:
  virtual ~FigureContent() = default;
  virtual QString title() const = 0;
  /// Two sentences or less under the figure: device, request, and what was left out in drawing.
  virtual QString caption() const = 0;
  /// The shorter side of the cells of a map, in the units of the last drawing; 0 where it is none. Where dots are larger, they mix
  /// cells.
  virtual double finestCell() const { return 0; }
  /// A height that suits a width, both in mm.
  virtual double heightFor(double width_mm) const = 0;
  /// Fills an empty plot that has the layers of figureLayers(), in the units and type of `style`.
  virtual void compose(QCustomPlot& plot, const PlotStyle& style) const = 0;
  /// Writes the data behind the figure line by line: every value, not the decimated ones. `write` answers false when it can't go
  /// on.
  virtual void writeCsv(const std::function<bool(const QByteArray&)>& write) const = 0;
  /// Enough to make it again: device, environment, requests.
  virtual nlohmann::json provenance() const = 0;
};

using FigurePtr = std::shared_ptr<const FigureContent>;

/// A figure, or a sentence that says why there is none.
struct FigureOutcome {
  FigurePtr figure;
  QString error;
  bool unmeasured = false;  ///< nobody has measured it yet: the sentence lacks its end, which says what would fill it (makeFigure)
  explicit operator bool() const { return figure != nullptr; }
};

/// What of a session a figure shows.
struct FigureChoice {
  QString run;    ///< by id; empty: what each figure takes by itself
  QString cache;  ///< by its subject in findings ("l2_tlb"); empty: the first of which enough is known
};

/// The figures that there are: "scope", "miss-pattern", …
QStringList figureNames();
/// What a figure shows, in a few words for a list: "Latency by access".
QString figureTitle(const QString& name);
/// Whether a figure shows one of several caches and TLBs, so that FigureChoice::cache means something to it.
bool figureChoosesCache(const QString& name);
/// What would fill a figure, as the end of a sentence: "run the probes sets and line first (chasescope figure set-map …)"; of a
/// recording (the environment's device_id tells), which figures it has instead.
QString whatFills(const QString& figure, const Session& session, const QString& cache = {});

/// Latency by access of one run; an empty id means the session's last run with a trace.
FigureOutcome scopeFigure(const Session& session, const QString& runId = {});

enum class PatternRows { automatic, passes, sweep };
/// Line × pass of one run, or line × N of its series (same_series()). Automatic takes the sweep if there are three footprints or
/// more and no run was named.
FigureOutcome missPatternFigure(const Session& session, const QString& runId = {}, PatternRows rows = PatternRows::automatic,
                                PatternShade shade = PatternShade::hitMiss);

/// Latency over stride, and the lanes on the banks at one stride (2014 paper, figures 4 to 7). A bank request's id chooses its
/// words and its stride.
FigureOutcome bankLatencyFigure(const Session& session, const QString& runId = {});
FigureOutcome bankLanesFigure(const Session& session, const QString& runId = {});

/// Latency over threads with its variance, the request table at one point of it (request study, figures 1 and 3 to 10), and copies
/// with and without a flush (figure 2). An outstanding request's id chooses its curve and its point.
FigureOutcome threadLatencyFigure(const Session& session, const QString& runId = {});
FigureOutcome requestTableFigure(const Session& session, const QString& runId = {});
FigureOutcome copyFigure(const Session& session, const QString& runId = {});

/// Latency over footprint with the change-point test of one level (topology thesis §3), and latency over stride (C2070 poster). A
/// run's id chooses its memory space, and the level that it is evidence of; the cache chooses that level, too.
FigureOutcome footprintFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome strideFigure(const Session& session, const QString& runId = {});

/// TLBs, all or the chosen one, with their sets and miss rates (2014 paper, figures 10 and 11), and the classes of accesses with
/// their paths (table 3). The id of a spectrum's trace chooses its memory space.
FigureOutcome tlbFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome spectrumFigure(const Session& session, const QString& runId = {});

/// What every SM waits for every part of the L2, by side.
FigureOutcome distanceFigure(const Session& session, const QString& runId = {});

/// Every part of the hierarchy with what the findings say of it.
FigureOutcome memoryDiagramFigure(const Session& session, const QString& runId = {});
/// The same with the numbers marked that the model's file assumes; whoever can read the file tells which they are.
FigureOutcome memoryDiagramFigure(const Session& session, const AssumedNumbers& assumed);
/// Two cards, with what differs marked.
FigureOutcome memoryComparisonFigure(const Session& session, const Session& other, const AssumedNumbers& assumed = {},
                                     const AssumedNumbers& otherAssumed = {});

/// The sets of a cache or TLB with what meets in them, and the address bits that choose the set (2014 paper, figures 8, 10 and 12).
/// A run's id places its lines; one that is evidence of a cache's sets chooses that cache.
FigureOutcome setMapFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome setIndexFigure(const Session& session, const FigureChoice& choice = {});

/// Who hurts whom in random trials, set by set; how that comes out of the noise; how many lines of a set stay; and which of them
/// goes, by its age.
FigureOutcome conflictFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome conflictGrowthFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome occupancyFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome victimAgesFigure(const Session& session, const FigureChoice& choice = {});
/// The replacement as a finite automaton, as it was learnt or as its name defines it.
FigureOutcome policyMachineFigure(const Session& session, const FigureChoice& choice = {});

/// The share of each way among the replacements, and the miss rate over the footprint beside LRU's (2014 paper, figures 8 and 9).
/// The id of a run that is evidence of a cache's replacement chooses that cache.
FigureOutcome wayProbabilityFigure(const Session& session, const FigureChoice& choice = {});
FigureOutcome missRateFigure(const Session& session, const FigureChoice& choice = {});

/// The figure of that name with its default settings, for the command line. Where it was not measured yet, the sentence says which
/// probes fill it, and the command that runs them.
FigureOutcome makeFigure(const QString& name, const Session& session, const FigureChoice& choice = {});

}  // namespace chasescope
