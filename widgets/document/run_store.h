// What the window shows: the runs as they live, and the findings. One store per open document, on the window's thread.
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

/// One run with what a view needs to draw it. Grows until it is finished or failed.
struct ShownRun {
  /// Stopped: by a person, or refused by the device, while the probe went on. Nothing is wrong, but there is no result.
  enum class State { running, finished, failed, stopped };

  QString id;
  RunPtr run;         ///< without its result while the run is going on
  AccessOrder order;  ///< empty (period 0) for what is no chase, and for shuffled patterns until the run is finished
  LatencyTrace trace;
  MinMaxPyramid pyramid;
  LatencyCounts counts;             ///< how often each latency occurred, exact
  inference::LatencyLevels levels;  ///< of what has landed; their numbers of accesses are exact
  State state = State::running;
  QString failure;  ///< a sentence, when failed or stopped
  int number = 0;   ///< order of arrival
  /// The run of the same id that this one replaced, until this one is finished: free-running views show it until there is more.
  std::unique_ptr<ShownRun> replaced;

  /// Nothing has landed yet, but what it replaced can be shown meanwhile.
  bool showsReplaced() const { return trace.empty() && replaced && state != State::finished; }
  /// What the latencies of the run before it were called, until a finding speaks of this one: free-running views don't flicker.
  step::LatencyVerdicts carried;
};

/// How a probe ended: with everything, by a person's will, or with something that went wrong.
enum class ProbeEnd { done, stopped, failed };

class RunStore : public QObject {
  Q_OBJECT
 public:
  explicit RunStore(QObject* parent = nullptr);
  ~RunStore() override;

  /// A run that is about to be measured. One with the same id is replaced (free-running), and stays readable until this one ends.
  void startRun(const RunPtr& run);
  /// The next part of its trace. Unknown and ended runs are ignored: late parts of cancelled runs are dropped.
  void appendPart(const QString& id, const TraceChunk& part);
  /// The run with its result. What was not streamed before is taken from the result; also good without startRun.
  void finishRun(const RunPtr& run);
  /// The run ended without a result; what had landed stays visible. `sentence` says what happened and what to do.
  void failRun(const QString& id, const QString& sentence);
  /// The same where nothing went wrong: it was stopped, or the device does not do what was asked.
  void stopRun(const QString& id, const QString& sentence);
  /// A probe begins, and ends; `sentence` says what failed.
  void beginProbe(const QString& probe) { emit probeStarted(probe); }
  void endProbe(const QString& probe, ProbeEnd end, const QString& sentence = {}) { emit probeEnded(probe, end, sentence); }
  void addFinding(const Finding& finding);
  /// Trials that a probe has just made, and that may never become a run of the document.
  void watchTrials(const RunPtr& run) { emit trialsMade(run); }
  /// Forgets all runs and findings.
  void clear();
  /// What the device that is shown says of itself.
  void setDevice(const Description& device);
  const Description& device() const { return device_; }
  /// Whether a device is open that could measure more; without one, views can't offer probes.
  void setCanMeasure(bool can);
  bool canMeasure() const { return canMeasure_; }
  /// Why none of these probes can be run on the open device, in sentences; empty if one can. Unset: all can.
  using WhyNot = std::function<QString(const QStringList& probes)>;
  void setWhyNot(WhyNot why);
  /// The same, or that no device is open.
  QString whyNot(const QStringList& probes) const;
  /// Shows a document in place of what is shown now.
  void setSession(const Session& session);

  /// Null if there is no such run. Valid until cleared() has been told, or until a run that replaced it is finished.
  const ShownRun* run(const QString& id) const;
  /// All runs in order of arrival.
  const std::vector<std::unique_ptr<ShownRun>>& runs() const { return runs_; }
  const std::vector<Finding>& findings() const { return findings_; }
  /// What the latencies of a chase are called, as the findings tell by now; ask again when levels or findings change. O(findings).
  step::LatencyVerdicts verdicts(const ShownRun& run) const;

 signals:
  void runStarted(const QString& id);
  void runGrew(const QString& id);
  void runFinished(const QString& id);
  /// It ended without a result: failed or stopped.
  void runFailed(const QString& id, const QString& sentence);
  void probeStarted(const QString& probe);
  void probeEnded(const QString& probe, chasescope::ProbeEnd end, const QString& sentence);
  /// Levels were found anew, while streaming or at the end.
  void levelsChanged(const QString& id);
  void findingAdded(int index);
  /// To be watched while a probe runs; the store does not keep them.
  void trialsMade(const chasescope::RunPtr& run);
  /// Findings went because their run was replaced; read them all anew.
  void findingsDropped();
  void deviceChanged();
  /// What can be run, by canMeasure() and whyNot(), is another.
  void canMeasureChanged(bool can);
  /// Everything is gone. After setSession, the new runs and findings follow.
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
  std::unordered_map<std::string, std::size_t> levelsAt_;  // accesses at the last search for levels
  std::vector<Finding> findings_;
  Description device_;
  int nextNumber_ = 1;
  bool canMeasure_ = true;
  WhyNot whyNot_;
};

}  // namespace chasescope
