// Writes finished results of a probe into the journal before anybody is shown them.
//
// All events of a probe wait in a queue, in order. A separate thread writes finished results into the journal, flushes it to the
// disk (once for all waiting events, so that a slow disk delays the display but never the measuring), and passes the events on.
// Events of a free run are passed on at once; the run is journaled as a whole when it has ended, without waiting for the disk.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/probe/probe.h"
#include "engine/session/journal/journal.h"

namespace chasescope {

/// The journal for a job's results, and the document that they belong to.
struct Keeping {
  std::shared_ptr<Journal> journal;  ///< null: results are not kept
  JournalJob job;
  bool repeated = false;  ///< the job is a free run
};

class JournaledSink final : public ProbeSink {
 public:
  /// `inner` may be null; it is called on another thread, one call at a time. `tell` is called with the reason if results can't be
  /// kept.
  JournaledSink(Keeping keeping, ProbeSink* inner, std::function<void(const std::string&)> tell);
  /// Waits until all events are passed on.
  ~JournaledSink() override;

  void on_run_started(const RunPtr& run) override;
  void on_part(const std::string& run_id, const TraceChunk& part) override;
  void on_run_finished(const RunPtr& run) override;
  void on_progress(double fraction, const std::string& doing) override;
  void on_finding(const Finding& finding) override;
  void on_trials(const RunPtr& run) override;

  /// The job has ended: when this returns, everything is kept and passed on. `whole`: the job was complete.
  void finish(const nlohmann::json& conditions, bool whole);

 private:
  struct Told {
    std::function<void(ProbeSink&)> pass_on;
    RunPtr run;  ///< the run that the event finishes, or null
    std::optional<Finding> finding;
  };
  void put(Told told);
  void work();
  void keep(const std::vector<Told>& told);
  void tell_fault();

  const Keeping keeping_;
  ProbeSink* const inner_;
  const std::function<void(const std::string&)> tell_;
  std::uint32_t job_ = 0;
  std::vector<RunPtr> runs_;  // of a free run's job
  std::vector<Finding> findings_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Told> waiting_;
  bool over_ = false;
  std::thread thread_;  // joined by finish()
};

}  // namespace chasescope
