// One run of a session prepared for drawing, and its text for figures.
#pragma once

#include <QString>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/findings/found_sets.h"
#include "engine/session/document/session.h"
#include "engine/step/verdicts.h"
#include "widgets/plot/latency_counts.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/plot_style.h"

namespace chasescope {

struct FigureRun {
  RunPtr run;  ///< a chase
  AccessOrder order;
  MinMaxPyramid pyramid;
  LatencyCounts counts;
  inference::LatencyLevels levels;
  const LatencyTrace& trace() const { return run->cycles(); }
};

/// The run of that id, or the last one with single accesses if the id is empty. Null and a sentence if there is none.
std::shared_ptr<const FigureRun> figureRun(const Session& session, const QString& runId, QString& error);
std::shared_ptr<const FigureRun> prepareRun(const RunPtr& run);
/// Which latencies are hits and misses, by the session's findings.
step::LatencyVerdicts verdictsOf(const FigureRun& run, const std::vector<Finding>& findings);

/// "GeForce GTX 560 Ti (model) · global.ca · N = 17 KiB, s = 128 B".
QString requestText(const Session& session, const ChaseRequest& request, bool withFootprint);

/// "GeForce GTX 560 Ti (model)"; empty where the device has no name.
QString deviceText(const Session& session);

/// The caches and TLBs in the session's findings, nearest first: all, or those of one subject.
std::vector<FoundSets> cachesOf(const Session& session, const QString& subject);
/// Why none of these quantities is known of any of the caches, though a probe asked: "L1 data cache: …". Empty if no probe asked.
QString whyUntold(const std::vector<FoundSets>& caches, std::initializer_list<const char*> quantities);

/// The look of figures, which are laid out in tenths of a point; `points` is the size of their type.
PlotStyle paperStyle(double points = 8);

/// The height (mm) of a figure drawn by paintAlone() in this style. `needed` returns the drawing's height at a width, both in
/// tenths of a point.
double heightOfDrawing(double width_mm, const PlotStyle& paper,
                       const std::function<double(double width, const PlotStyle& style)>& needed);

/// Device and environment of the session, to which a figure adds its runs.
nlohmann::json sessionProvenance(const Session& session, const char* figure);
nlohmann::json runProvenance(const Run& run);
/// Adds the run of that id, if the session has it.
void addRun(nlohmann::json& json, const Session& session, const std::string& id);

}  // namespace chasescope
