#include "engine/device/recording/recording.h"

#include <utility>

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
  // Runs hold chases and nothing else.
  description.calls = {"chase"};
  return description;
}

class RecordingDevice final : public Device {
 public:
  explicit RecordingDevice(Session session) : description_(description_of(session)), runs_(std::move(session.runs)) {}

  const Description& description() const override { return description_; }

  Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) override {
    if (auto error = check(request, description_)) return *std::move(error);
    if (control.stop.stop_requested()) return cancelled();
    const RunPtr run = runs_.next(request);
    if (run == nullptr) return DeviceError{ErrorCode::unsupported, runs_.missing(request)};
    ChaseResult result = answer_from(*run, request);
    if (!deliver(result, request.accesses, control)) return cancelled();
    return result;
  }

 private:
  static DeviceError cancelled() { return {ErrorCode::cancelled, "Cancelled."}; }

  /// Hands the trace to the sink part by part. False if it was told to stop.
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

  Description description_;
  RecordedRuns runs_;
};

}  // namespace

std::unique_ptr<Device> make_recording(Session session) { return std::make_unique<RecordingDevice>(std::move(session)); }

Outcome<std::unique_ptr<Device>> open_recording(const std::filesystem::path& path) {
  auto session = read_session(path);
  if (!session) return session.error();
  if (session->runs.empty())
    return DeviceError{ErrorCode::invalid_request, path.string() + " holds no runs, so it has nothing to answer with."};
  return make_recording(*std::move(session));
}

}  // namespace chasescope
