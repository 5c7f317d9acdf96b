// The data that the window shows: the runs as they grow, and the findings. One store per open document, on the window's thread.
//
// Views read from here and listen to its signals; they never own a trace. Traces grow by shared chunks, so nothing is copied.
// Cost per recorded access: 4 bytes of trace and less than 1 byte of pyramid.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/session/document/session.h"
#include "engine/step/verdicts.h"
#include "engine/trace/min_max_pyramid.h"
#include "widgets/plot/latency_counts.h"

namespace chasescope {

/// One run with the data that views need to draw it. Grows until it is finished or failed.
struct ShownRun {
  /// Stopped: by a person, or refused by the device while the probe went on. That is no error, but there is no result.
  enum class State { running, finished, failed, stopped };

  QString id;
  RunPtr run;         ///< without its result while the run is going on
  AccessOrder order;  ///< empty (period 0) if the run is no chase, and for shuffled patterns until the run is finished
  LatencyTrace trace;
  MinMaxPyramid pyramid;
  LatencyCounts counts;             ///< how often each latency occurred, exact
  inference::LatencyLevels levels;  ///< levels of the accesses so far; their counts are exact
  State state = State::running;
  QString failure;  ///< a sentence, when failed or stopped
  int number = 0;   ///< order of arrival
  /// The run of the same id that this one replaces, until this one is finished: in free-running mode, views show it until this run
  /// has data.
  std::unique_ptr<ShownRun> replaced;

  /// This run has no data yet, but the run that it replaces can be shown.
  bool showsReplaced() const { return trace.empty() && replaced && state != State::finished; }
  /// The verdicts of the replaced run, until a finding speaks of this one: so free-running views don't flicker.
  step::LatencyVerdicts carried;
};

/// How a probe ended: completely, stopped by a person, or with an error.
enum class ProbeEnd { done, stopped, failed };

class RunStore : public QObject {
  Q_OBJECT
 public:
  explicit RunStore(QObject* parent = nullptr);
  ~RunStore() override;

  /// Adds a run that is about to be measured. A run with the same id is replaced (free-running), and stays readable until this one
  /// ends.
  void startRun(const RunPtr& run);
  /// Adds the next part of a run's trace. Parts of unknown and ended runs are ignored, as they come late from cancelled runs.
  void appendPart(const QString& id, const TraceChunk& part);
  /// Sets the run with its result. Takes from the result what was not streamed before; also works without startRun().
  void finishRun(const RunPtr& run);
  /// The run ended without a result; its data so far stay visible. `sentence` says what happened and what to do.
  void failRun(const QString& id, const QString& sentence);
  /// The run ended without an error: it was stopped, or the device does not support the request.
  void stopRun(const QString& id, const QString& sentence);
  /// A probe begins, and ends; `sentence` says what failed.
  void beginProbe(const QString& probe) { emit probeStarted(probe); }
  void endProbe(const QString& probe, ProbeEnd end, const QString& sentence = {}) { emit probeEnded(probe, end, sentence); }
  void addFinding(const Finding& finding);
  /// Reports trials that a probe has just made and that may never become a run of the document.
  void watchTrials(const RunPtr& run) { emit trialsMade(run); }
  /// Forgets all runs and findings.
  void clear();
  /// Sets the description of the shown device.
  void setDevice(const Description& device);
  const Description& device() const { return device_; }
  /// Whether a device is open that can measure more; otherwise views can't offer probes.
  void setCanMeasure(bool can);
  bool canMeasure() const { return canMeasure_; }
  /// Sets the function that says why none of these probes can run on the open device; it returns an empty text if one can. Unset:
  /// all can run.
  using WhyNot = std::function<QString(const QStringList& probes)>;
  void setWhyNot(WhyNot why);
  /// As that function says, or that no device is open.
  QString whyNot(const QStringList& probes) const;
  /// Shows a document in place of what is shown now.
  void setSession(const Session& session);

  /// Null if there is no such run. Valid until cleared(), or until a run that replaces it is finished.
  const ShownRun* run(const QString& id) const;
  /// All runs in order of arrival.
  const std::vector<std::unique_ptr<ShownRun>>& runs() const { return runs_; }
  const std::vector<Finding>& findings() const { return findings_; }
  /// Which latencies of a chase are hits and misses, by the findings so far; ask again when levels or findings change. O(findings).
  step::LatencyVerdicts verdicts(const ShownRun& run) const;

 signals:
  void runStarted(const QString& id);
  void runGrew(const QString& id);
  void runFinished(const QString& id);
  /// The run ended without a result: it failed or was stopped.
  void runFailed(const QString& id, const QString& sentence);
  void probeStarted(const QString& probe);
  void probeEnded(const QString& probe, chasescope::ProbeEnd end, const QString& sentence);
  /// Levels were computed anew, during streaming or at the end.
  void levelsChanged(const QString& id);
  void findingAdded(int index);
  /// Trials made while a probe runs; the store does not keep them.
  void trialsMade(const chasescope::RunPtr& run);
  /// Findings were removed because their run was replaced; read all findings anew.
  void findingsDropped();
  void deviceChanged();
  /// The probes that can be run have changed: canMeasure() or whyNot().
  void canMeasureChanged(bool can);
  /// The store is empty. After setSession(), new runs and findings follow.
  void cleared();

 private:
  ShownRun& place(const RunPtr& run);
  ShownRun* find(const QString& id);
  void endRun(const QString& id, ShownRun::State state, const QString& sentence);
  void append(ShownRun& shown, const TraceChunk& part);
  void updateLevels(ShownRun& shown);
  void dropFindingsOf(const std::string& run);

  std::vector<std::unique_ptr<ShownRun>> runs_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_map<std::string, std::size_t> levelsAt_;  // number of accesses at the last search for levels
  std::vector<Finding> findings_;
  Description device_;
  int nextNumber_ = 1;
  bool canMeasure_ = true;
  WhyNot whyNot_;
};

}  // namespace chasescope
