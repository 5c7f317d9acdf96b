#include "engine/probe/discovery/step_sink.h"

#include <algorithm>

#include "engine/probe/discovery/discover_parts.h"
#include "engine/trace/number_text.h"

namespace chasescope {

std::string Deadline::in_words() const { return number_text(seconds_.value_or(0)) + " s"; }

void StepSink::on_run_started(const RunPtr& run) {
  deadline_.look();
  if (whole_ != nullptr) whole_->on_run_started(run);
}
void StepSink::on_part(const std::string& run_id, const TraceChunk& part) {
  deadline_.look();
  if (whole_ != nullptr) whole_->on_part(run_id, part);
}
void StepSink::on_run_finished(const RunPtr& run) {
  deadline_.look();
  heard_.runs.push_back(run);
  if (whole_ != nullptr) whole_->on_run_finished(run);
}
void StepSink::on_finding(const Finding& finding) {
  if (!is_wanted(subjects_, finding.subject)) return;
  heard_.findings.push_back(finding);
  const bool is_told =
      findings_ == Findings::told || (findings_ == Findings::answers_told && finding.status != FindingStatus::not_measurable);
  if (whole_ != nullptr && is_told) whole_->on_finding(finding);
}
void StepSink::on_progress(double fraction, const std::string& doing) {
  deadline_.look();
  if (whole_ == nullptr) return;
  const double done = share_.from + (share_.to - share_.from) * std::clamp(fraction, 0.0, 1.0);
  // A probe that has no message for a part of its work reports its own title instead.
  whole_->on_progress(done, share_.title + ": " + (doing == share_.title ? "goes on" : doing) + " (" + share_.place + ")");
}
void StepSink::on_trials(const RunPtr& run) {
  deadline_.look();
  if (whole_ != nullptr) whole_->on_trials(run);
}

}  // namespace chasescope
