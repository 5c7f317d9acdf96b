#include "engine/probe/recorder.h"

namespace chasescope {
namespace {

class RunSink final : public RequestSink {
 public:
  RunSink(ProbeSink& sink, std::string run_id, std::string doing, double from, double to)
      : sink_(sink), run_id_(std::move(run_id)), doing_(std::move(doing)), from_(from), to_(to) {}
  void on_progress(std::size_t, double fraction) override { sink_.on_progress(from_ + (to_ - from_) * fraction, doing_); }
  void on_part(std::size_t, const TraceChunk& part) override { sink_.on_part(run_id_, part); }

 private:
  ProbeSink& sink_;
  std::string run_id_, doing_;
  double from_, to_;
};

}  // namespace

Recorder::Recorder(const ProbeInfo& probe, Device& device, const ProbeControl& control)
    : probe_(probe), device_(device), control_(control), next_run_(control.first_run) {}

Outcome<RunPtr> Recorder::chase(const PlannedChase& planned, double from, double to) {
  Run run{"run-" + std::to_string(next_run_++), probe_.name, planned.label, planned.auxiliary, planned.request, {}};
  if (control_.sink != nullptr) control_.sink->on_run_started(std::make_shared<const Run>(run));

  Outcome<ChaseResult> outcome = [&] {
    if (control_.sink == nullptr) return device_.chase(planned.request, {control_.stop, nullptr});
    RunSink sink(*control_.sink, run.id, planned.label, from, to);
    return device_.chase(planned.request, {control_.stop, &sink});
  }();
  if (!outcome) return outcome.error();

  run.result = std::move(outcome).value();
  RunPtr finished = std::make_shared<const Run>(std::move(run));
  report_.runs.push_back(finished);
  if (control_.sink != nullptr) {
    control_.sink->on_run_finished(finished);
    control_.sink->on_progress(to, planned.label);
  }
  return finished;
}

void Recorder::add(Finding finding) {
  if (control_.sink != nullptr) control_.sink->on_finding(finding);
  report_.findings.push_back(std::move(finding));
}

}  // namespace chasescope
