// Connects a step of a discovery with the sink of the whole discovery.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/probe/probe.h"

namespace chasescope {

/// The time limit of a discovery, which stops the running step when it is over.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;
  /// A limit of `seconds` from now on; empty: no limit. A person's stop is passed on, too.
  Deadline(std::optional<double> seconds, std::stop_token person)
      : seconds_(seconds), person_(std::move(person)), passed_on_(person_, [this] { source_.request_stop(); }) {}
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  std::stop_token token() const { return source_.get_token(); }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }
  /// The seconds left; a very large number without a limit.
  double left() const { return seconds_ ? *seconds_ - elapsed() : 1e9; }
  /// Stops the running step if the time is over. Called at every event of a step.
  void look() {
    if (seconds_ && left() <= 0) source_.request_stop();
  }
  /// Whether the time limit caused the stop, and not a person.
  bool is_over() const { return source_.stop_requested() && !person_.stop_requested(); }
  std::string in_words() const;

 private:
  std::optional<double> seconds_;
  std::stop_token person_;
  std::stop_source source_;
  std::stop_callback<std::function<void()>> passed_on_;
  Clock::time_point begun_ = Clock::now();
};

/// Passes on the events of a step as a part of the whole, and keeps them, because a step that is stopped half-way has findings,
/// too.
class StepSink final : public ProbeSink {
 public:
  struct Share {
    double from = 0, to = 1;  ///< of the whole
    std::string title;        ///< "Caches"
    std::string place;        ///< "3 of 12"
  };
  /// How findings are reported: all at once when they are made; only those with a value, since a later step may measure the others;
  /// or none until the step is over.
  enum class Findings { told, answers_told, kept_back };

  /// `whole` may be null. Findings of subjects that are not in `subjects` are dropped.
  StepSink(ProbeSink* whole, Share share, const std::vector<std::string>& subjects, Deadline& deadline,
           Findings findings = Findings::told)
      : whole_(whole), share_(std::move(share)), subjects_(subjects), deadline_(deadline), findings_(findings) {}
  void on_run_started(const RunPtr& run) override;
  void on_part(const std::string& run_id, const TraceChunk& part) override;
  void on_run_finished(const RunPtr& run) override;
  void on_finding(const Finding& finding) override;
  void on_progress(double fraction, const std::string& doing) override;
  void on_trials(const RunPtr& run) override;
  /// The runs and findings of the step so far.
  ProbeReport take() { return std::move(heard_); }
  bool told_something() const { return !heard_.findings.empty(); }

 private:
  ProbeSink* whole_;
  Share share_;
  const std::vector<std::string>& subjects_;
  Deadline& deadline_;
  Findings findings_;
  ProbeReport heard_;
};

}  // namespace chasescope
