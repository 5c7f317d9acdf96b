#include "engine/device/recording/recording.h"

#include <algorithm>
#include <utility>

#include "engine/device/recording/bundled.h"
#include "engine/device/recording/recorded_runs.h"
#include "engine/device/validate.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

Description description_of(const Session& session) {
  Description description = session.device;
  description.origin = Origin::recording;
  const std::string_view suffix = " (recording)";
  if (!description.name.ends_with(suffix)) description.name += suffix;
  description.calls.clear();
  for (const std::string_view call : all_calls())
    if (std::any_of(session.runs.begin(), session.runs.end(), [&](const RunPtr& run) { return run->call() == call; }))
      description.calls.emplace_back(call);
  return description;
}

class Recording final : public RecordingDevice {
 public:
  explicit Recording(Session session)
      : session_(std::move(session)), description_(description_of(session_)), chases_(session_.runs), others_(session_.runs) {}

  const Session& session() const override { return session_; }
  const std::string& refused() const override { return refused_; }
  void forget_refusals() override { refused_.clear(); }

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    if (auto error = check(request, description_)) return refuse(*std::move(error));
    if (control.stop.stop_requested()) return cancelled();
    const auto* recorded = chases_.next(request);
    if (recorded == nullptr) return refuse({ErrorCode::unsupported, chases_.missing(request)});
    ChaseResult result = answer_from(*recorded, request);
    if (!deliver(result, request.accesses, control)) return cancelled();
    return result;
  }

  Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control) override {
    return answered_by(*this, request, control);
  }

  template <typename Request>
  Outcome<typename Request::Result> answer_to(const Request& request, const RunControl& control) {
    if (auto error = check(request, description_)) return refuse(*std::move(error));
    if (control.stop.stop_requested()) return cancelled();
    const auto* recorded = others_.next(request);
    if (recorded == nullptr) return refuse({ErrorCode::unsupported, others_.missing(request)});
    if (control.sink != nullptr) control.sink->on_progress(0, 1.0);
    return recorded->result;
  }

 private:
  DeviceError refuse(DeviceError error) {
    if (refused_.empty()) refused_ = error.message;
    return error;
  }
  static DeviceError cancelled() { return {ErrorCode::cancelled, "Cancelled."}; }

  /// Hands the trace to the sink part by part. \return false if the request was stopped.
  static bool deliver(const ChaseResult& result, std::uint64_t accesses, const RunControl& control) {
    if (control.sink == nullptr) return true;
    std::size_t done = 0;
    for (const TraceChunk& part : result.cycles.chunks()) {
      if (control.stop.stop_requested()) return false;
      control.sink->on_part(0, part);
      done += part->size();
      control.sink->on_progress(0, static_cast<double>(done) / static_cast<double>(accesses));
    }
    if (result.cycles.empty()) control.sink->on_progress(0, 1.0);
    return true;
  }

  Session session_;
  std::string refused_;
  Description description_;
  RecordedChases chases_;
  RecordedAnswers others_;
};

}  // namespace

std::unique_ptr<RecordingDevice> make_recording(Session session) { return std::make_unique<Recording>(std::move(session)); }

Outcome<std::unique_ptr<Device>> open_recording(const std::filesystem::path& path) {
  if (std::string fault = fault_of_recording(path.string()); !fault.empty())
    return DeviceError{ErrorCode::invalid_request, std::move(fault)};
  auto session = read_session(recording_file(path.string()));
  if (!session) return session.error();
  if (session->runs.empty() && session->findings.empty())
    return DeviceError{ErrorCode::invalid_request,
                       path.string() + " holds no runs and no findings, so it has nothing to answer with."};
  return std::unique_ptr<Device>(make_recording(*std::move(session)));
}

}  // namespace chasescope
