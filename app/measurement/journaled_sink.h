// Keeps what a probe finishes before anybody is shown it.
//
// Everything that a probe tells waits in a queue, in its order. A thread of its own writes what is finished into the journal,
// brings it to the disk (once for all that waits, so that a slow disk delays what is shown and never the measuring), and passes it
// on. A job of a free run is passed on at once, and kept as a whole when it has ended, without waiting for the disk.
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

/// Where the results of a job are kept, and as what.
struct Keeping {
  std::shared_ptr<Journal> journal;  ///< null: nowhere
  JournalJob job;
  bool repeated = false;  ///< of a free run
};

class JournaledSink final : public ProbeSink {
 public:
  /// `inner` may be null; it is called on another thread, one call at a time. `tell` is told why results are not kept.
  JournaledSink(Keeping keeping, ProbeSink* inner, std::function<void(const std::string&)> tell);
  /// Waits until everything is passed on.
  ~JournaledSink() override;

  void on_run_started(const RunPtr& run) override;
  void on_part(const std::string& run_id, const TraceChunk& part) override;
  void on_run_finished(const RunPtr& run) override;
  void on_progress(double fraction, const std::string& doing) override;
  void on_finding(const Finding& finding) override;
  void on_trials(const RunPtr& run) override;

  /// The job is over: everything is kept and passed on when this returns. `whole`: it came to its end.
  void finish(const nlohmann::json& conditions, bool whole);

 private:
  struct Told {
    std::function<void(ProbeSink&)> pass_on;
    RunPtr run;  ///< finished by it, or null
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
