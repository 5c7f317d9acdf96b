#include "widgets/figure/telling_run.h"

#include <algorithm>

#include "engine/session/document/run_series.h"

namespace chasescope {
namespace {

/// Whether the run timed more than one pass over more than one element.
bool hasPasses(const Run& run) {
  const auto* chase = run.chase();
  if (chase == nullptr || run.cycles().empty()) return false;
  const std::uint64_t pass = accesses_per_pass(chase->request.pattern);
  return pass > 1 && run.cycles().size() > pass;
}

/// The verdicts that occur among a run's accesses.
struct Seen {
  bool hits = false, misses = false;
  bool both() const { return hits && misses; }
};

void look(const FigureRun& run, const std::vector<Finding>& findings, Seen& seen) {
  const step::LatencyVerdicts verdicts = verdictsOf(run, findings);
  if (!verdicts.tells()) return;
  for (const TraceChunk& chunk : run.trace().chunks())
    for (const float cycles : *chunk) {
      const step::Verdict verdict = verdicts.of(cycles);
      seen.hits = seen.hits || verdict == step::Verdict::hit;
      seen.misses = seen.misses || verdict == step::Verdict::miss;
      if (seen.both()) return;
    }
}

/// Whether the chases over growing footprints that the run belongs to show both hits and misses. Single small footprints may only
/// hit.
bool seriesShowsBoth(const std::vector<RunPtr>& runs, const Run& one, const std::vector<Finding>& findings) {
  Seen seen;
  for (const RunPtr& run : runs)
    if (!run->cycles().empty() && same_series(*run, one) && !seen.both()) look(*prepareRun(run), findings, seen);
  return seen.both();
}

}  // namespace

bool showsBoth(const FigureRun& run, const std::vector<Finding>& findings) {
  Seen seen;
  look(run, findings, seen);
  return seen.both();
}

std::shared_ptr<const FigureRun> tellingRun(const Session& session) {
  const std::vector<RunPtr> runs = data_runs(session.runs);
  const Run* last = nullptr;  // the last run of the series that was checked last
  RunPtr latest;              // the newest run of miss-pattern, the probe that this picture is made for
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    if ((*run)->probe != "miss-pattern" || (*run)->cycles().empty() || (last != nullptr && same_series(**run, *last))) continue;
    last = run->get();
    if (!latest) latest = *run;
    if (seriesShowsBoth(runs, **run, session.findings)) return prepareRun(*run);
  }
  if (latest) return prepareRun(latest);
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    if ((*run)->probe != "fine-grained" || !hasPasses(**run)) continue;
    if (auto prepared = prepareRun(*run); showsBoth(*prepared, session.findings)) return prepared;
  }
  return nullptr;
}

bool tellsBoth(const Session& session, const Run& run) { return seriesShowsBoth(data_runs(session.runs), run, session.findings); }

std::shared_ptr<const FigureRun> tellingTrace(const Session& session) {
  constexpr std::size_t kMostLookedAt = 64;  // the newest of a discovery's thousands of runs
  const std::vector<RunPtr> runs = data_runs(session.runs);
  for (const bool own : {true, false}) {
    std::size_t looked_at = 0;
    for (auto run = runs.rbegin(); run != runs.rend() && looked_at < kMostLookedAt; ++run) {
      if ((*run)->chase() == nullptr || (*run)->cycles().empty() || ((*run)->probe == "fine-grained") != own) continue;
      ++looked_at;
      if (auto prepared = prepareRun(*run); showsBoth(*prepared, session.findings)) return prepared;
    }
  }
  return nullptr;
}

}  // namespace chasescope
