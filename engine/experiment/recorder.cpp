#include "engine/experiment/recorder.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "engine/experiment/answer_check.h"
#include "engine/experiment/shared_work.h"
#include "engine/experiment/trials_by_chase.h"

namespace chasescope {
namespace {

/// Starts a run when the device first reports on it, and passes its messages on. If the device refuses a request at once, no run
/// starts.
class RunSink final : public RequestSink {
 public:
  RunSink(ProbeSink& sink, const Run& run, double from, double to) : sink_(sink), run_(run), from_(from), to_(to) {}
  void begin() {
    if (!std::exchange(begun_, true)) sink_.on_run_started(std::make_shared<const Run>(run_));
  }
  void on_progress(std::size_t, double fraction) override {
    begin();
    sink_.on_progress(from_ + (to_ - from_) * fraction, run_.label);
  }
  void on_part(std::size_t, const TraceChunk& part) override {
    begin();
    sink_.on_part(run_.id, part);
  }

 private:
  ProbeSink& sink_;
  const Run& run_;
  double from_, to_;
  bool begun_ = false;
};

/// The part of a result that a run keeps. An order that can be drawn again from its seed is left out, since it would take
/// megabytes.
ChaseResult kept(const ChaseRequest& request, ChaseResult result) {
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&request.pattern);
      shuffled != nullptr && result.offsets.size() <= kMostDrawnOffsets && result.offsets == *shuffled_order(*shuffled))
    result.offsets = {};
  return result;
}
template <typename Request>
typename Request::Result kept(const Request&, typename Request::Result result) {
  return result;
}

/// The number of a chase's accesses, warm-up and timed. Other requests count as 0.
std::uint64_t accesses_of(const ChaseRequest& request) { return request.warmup + request.accesses; }
template <typename Request>
std::uint64_t accesses_of(const Request&) {
  return 0;
}

// For a device that does not serve trials, make_trials replaces them by chases.
template <typename Request>
auto answer_of(Device& device, const Request& request, const RunControl& control) {
  if constexpr (std::is_same_v<Request, TrialsRequest>)
    return experiment::make_trials(device, request, control);
  else
    return device.ask(request, control);
}

}  // namespace

Recorder::Recorder(const ProbeInfo& probe, Device& device, const ProbeControl& control)
    : probe_(probe), device_(device), control_(control), next_run_(control.first_run) {}

void Recorder::count(std::uint64_t accesses) {
  if (control_.shared != nullptr) control_.shared->accesses += accesses;
}

std::string Recorder::next_id() {
  return "run-" + std::to_string(control_.shared != nullptr ? control_.shared->next_run++ : next_run_++);
}

template <typename Request>
Outcome<RunPtr> Recorder::ask(const Planned<Request>& planned, double from, double to) {
  Run run{next_id(), probe_.name, planned.label, planned.auxiliary, Exchange<Request>{planned.request, {}}};
  std::optional<RunSink> sink;
  if (control_.sink != nullptr) sink.emplace(*control_.sink, run, from, to);
  count(accesses_of(planned.request));
  auto outcome = answer_of(device_, planned.request, {control_.stop, sink ? &*sink : nullptr});
  if (!outcome) return outcome.error();
  if (const auto fault = fault_of_answer(planned.request, *outcome)) return DeviceError{ErrorCode::internal, *fault};
  if (sink) sink->begin();

  run.as<Request>()->result = kept(planned.request, std::move(outcome).value());
  RunPtr finished = std::make_shared<const Run>(std::move(run));
  report_.runs.push_back(finished);
  if (control_.sink != nullptr) {
    control_.sink->on_run_finished(finished);
    control_.sink->on_progress(to, planned.label);
  }
  return finished;
}

template <typename Request>
Outcome<RunPtr> Recorder::ask_quietly(const Planned<Request>& planned) {
  count(accesses_of(planned.request));
  auto outcome = answer_of(device_, planned.request, {control_.stop, nullptr});
  if (!outcome) return outcome.error();
  if (const auto fault = fault_of_answer(planned.request, *outcome)) return DeviceError{ErrorCode::internal, *fault};
  auto run =
      std::make_shared<const Run>(Run{next_id(), probe_.name, planned.label, planned.auxiliary || references_,
                                      Exchange<Request>{planned.request, kept(planned.request, std::move(outcome).value())}});
  if constexpr (std::is_same_v<Request, TrialsRequest>)
    if (control_.sink != nullptr) control_.sink->on_trials(run);
  return RunPtr(std::move(run));
}

#define CHASESCOPE_INSTANTIATE(Request)                                            \
  template Outcome<RunPtr> Recorder::ask(const Planned<Request>&, double, double); \
  template Outcome<RunPtr> Recorder::ask_quietly(const Planned<Request>&);
CHASESCOPE_INSTANTIATE(ChaseRequest)
CHASESCOPE_OTHER_REQUESTS(CHASESCOPE_INSTANTIATE)
#undef CHASESCOPE_INSTANTIATE

std::string Recorder::keep(const RunPtr& run) {
  std::set<std::string>& kept = control_.shared != nullptr ? control_.shared->kept : kept_;
  if (kept.insert(run->id).second) report(run);
  return run->id;
}

RunPtr Recorder::take_over(const RunPtr& run, std::string label, std::size_t accesses) {
  Run own = *run;
  own.id = next_id();
  own.probe = probe_.name;
  own.label = std::move(label);
  own.auxiliary = false;
  auto& [request, result] = *own.chase();
  if (accesses < result.cycles.size()) {
    result.cycles = LatencyTrace(result.cycles.copy(0, accesses));
    request.accesses = accesses;
  }
  RunPtr taken = std::make_shared<const Run>(std::move(own));
  report(taken);
  return taken;
}

/// Adds a finished run to the report, and tells the sink of its beginning and end.
void Recorder::report(const RunPtr& run) {
  report_.runs.push_back(run);
  if (control_.sink == nullptr) return;
  Run begun = *run;
  std::visit([](auto& exchange) { exchange.result = {}; }, begun.exchange);
  control_.sink->on_run_started(std::make_shared<const Run>(std::move(begun)));
  for (const TraceChunk& part : run->cycles().chunks()) control_.sink->on_part(run->id, part);
  control_.sink->on_run_finished(run);
}

void Recorder::progress(const std::string& doing, double fraction) {
  fraction_ = std::max(fraction_, fraction);
  if (control_.sink != nullptr) control_.sink->on_progress(fraction_, doing);
}

RunPtr Recorder::begin(const PlannedChase& planned) {
  auto run = std::make_shared<const Run>(
      Run{next_id(), probe_.name, planned.label, planned.auxiliary, Exchange<ChaseRequest>{planned.request, {}}});
  if (control_.sink != nullptr) control_.sink->on_run_started(run);
  return run;
}

RunPtr Recorder::finish(const Run& begun, ChaseResult result) {
  Run run = begun;
  run.chase()->result = kept(run.chase()->request, std::move(result));
  RunPtr finished = std::make_shared<const Run>(std::move(run));
  report_.runs.push_back(finished);
  if (control_.sink != nullptr) control_.sink->on_run_finished(finished);
  return finished;
}

/// A running batch. It starts each run when the device first reports on it, and passes its messages on.
class Recorder::Batch final : public RequestSink {
 public:
  Batch(Recorder& recorder, std::span<const PlannedChase> planned, double from, double to)
      : recorder_(recorder), planned_(planned), runs_(planned.size()), done_(planned.size()), from_(from), to_(to) {}

  const Run& begun(std::size_t request) {
    if (!runs_[request]) runs_[request] = recorder_.begin(planned_[request]);
    return *runs_[request];
  }
  void on_progress(std::size_t request, double fraction) override {
    if (request >= planned_.size()) return;
    begun(request);
    sum_ += std::max(0.0, fraction - done_[request]);
    done_[request] = std::max(done_[request], fraction);
    const double share = std::min(1.0, sum_ / static_cast<double>(planned_.size()));
    recorder_.control_.sink->on_progress(from_ + (to_ - from_) * share, planned_[request].label);
  }
  void on_part(std::size_t request, const TraceChunk& part) override {
    if (request < planned_.size()) recorder_.control_.sink->on_part(begun(request).id, part);
  }

 private:
  Recorder& recorder_;
  std::span<const PlannedChase> planned_;
  std::vector<RunPtr> runs_;
  std::vector<double> done_;
  double sum_ = 0;
  double from_, to_;
};

std::vector<Outcome<RunPtr>> Recorder::chase_batch(std::span<const PlannedChase> planned, double from, double to) {
  std::vector<ChaseRequest> requests;
  for (const PlannedChase& chase : planned) {
    requests.push_back(chase.request);
    count(accesses_of(chase.request));
  }
  from = std::max(from, fraction_);
  to = std::max(to, fraction_);
  Batch batch(*this, planned, from, to);
  auto outcomes = device_.chase_batch(requests, {control_.stop, control_.sink != nullptr ? &batch : nullptr});

  std::vector<Outcome<RunPtr>> runs;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (i >= outcomes.size()) {
      runs.emplace_back(DeviceError{ErrorCode::internal, "The device answered fewer requests of a batch than were asked."});
    } else if (const auto fault = outcomes[i] ? fault_of_answer(planned[i].request, *outcomes[i]) : std::nullopt) {
      runs.emplace_back(DeviceError{ErrorCode::internal, *fault});
    } else if (outcomes[i]) {
      runs.emplace_back(finish(batch.begun(i), std::move(outcomes[i]).value()));
    } else {
      runs.emplace_back(outcomes[i].error());
    }
  }
  if (control_.sink != nullptr && !planned.empty()) control_.sink->on_progress(to, planned.back().label);
  return runs;
}

void Recorder::add(Finding finding) {
  if (control_.sink != nullptr) control_.sink->on_finding(finding);
  report_.findings.push_back(std::move(finding));
}

}  // namespace chasescope
