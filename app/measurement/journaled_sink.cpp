#include "app/measurement/journaled_sink.h"

#include <utility>

namespace chasescope {

JournaledSink::JournaledSink(Keeping keeping, ProbeSink* inner, std::function<void(const std::string&)> tell)
    : keeping_(std::move(keeping)), inner_(inner), tell_(std::move(tell)) {
  if (!keeping_.journal || keeping_.repeated) return;
  job_ = keeping_.journal->begin(keeping_.job);
  thread_ = std::thread([this] { work(); });
}

JournaledSink::~JournaledSink() {
  if (thread_.joinable()) finish({}, false);
}

void JournaledSink::on_run_started(const RunPtr& run) {
  put({[run](ProbeSink& to) { to.on_run_started(run); }, nullptr, std::nullopt});
}
void JournaledSink::on_part(const std::string& run_id, const TraceChunk& part) {
  put({[run_id, part](ProbeSink& to) { to.on_part(run_id, part); }, nullptr, std::nullopt});
}
void JournaledSink::on_run_finished(const RunPtr& run) {
  put({[run](ProbeSink& to) { to.on_run_finished(run); }, run, std::nullopt});
}
void JournaledSink::on_progress(double fraction, const std::string& doing) {
  put({[fraction, doing](ProbeSink& to) { to.on_progress(fraction, doing); }, nullptr, std::nullopt});
}
void JournaledSink::on_finding(const Finding& finding) {
  put({[finding](ProbeSink& to) { to.on_finding(finding); }, nullptr, finding});
}
void JournaledSink::on_trials(const RunPtr& run) {
  put({[run](ProbeSink& to) { to.on_trials(run); }, nullptr, std::nullopt});
}

void JournaledSink::put(Told told) {
  if (!thread_.joinable()) {
    if (keeping_.journal && told.run) runs_.push_back(told.run);
    if (keeping_.journal && told.finding) findings_.push_back(*told.finding);
    if (inner_ != nullptr) told.pass_on(*inner_);
    return;
  }
  if (inner_ == nullptr && !told.run && !told.finding) return;
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(told));
  wake_.notify_one();
}

/// Runs on the sink's thread.
void JournaledSink::work() {
  bool early = std::chrono::steady_clock::now() < keeping_.journal->begins();
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto something = [this] { return over_ || !waiting_.empty(); };
    if (!early) {
      wake_.wait(lock, something);
    } else if (!wake_.wait_until(lock, keeping_.journal->begins(), something)) {
      early = false;  // the journal begins now, so what came before is due
    }
    const std::vector<Told> told = std::exchange(waiting_, {});
    if (over_ && told.empty()) return;
    lock.unlock();
    keep(told);
    if (inner_ != nullptr)
      for (const Told& each : told) each.pass_on(*inner_);
    lock.lock();
  }
}

void JournaledSink::keep(const std::vector<Told>& told) {
  bool any = told.empty();
  for (const Told& each : told) {
    if (each.run) keeping_.journal->add(job_, *each.run);
    if (each.finding) keeping_.journal->add(job_, *each.finding);
    any = any || each.run || each.finding;
  }
  if (!any) return;
  keeping_.journal->sync();
  tell_fault();
}

void JournaledSink::tell_fault() {
  if (const auto fault = keeping_.journal->take_fault()) tell_(*fault);
}

void JournaledSink::finish(const nlohmann::json& conditions, bool whole) {
  if (!keeping_.journal) return;
  if (keeping_.repeated) {
    if (whole) keeping_.journal->put_repeated(keeping_.job, runs_, findings_);
    return tell_fault();
  }
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    wake_.notify_one();
  }
  thread_.join();
  if (whole) keeping_.journal->end(job_, conditions);
  keeping_.journal->sync();
  tell_fault();
}

}  // namespace chasescope
