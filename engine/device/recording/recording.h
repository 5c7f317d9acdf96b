// The recording: a saved session that answers as the device did when it was recorded.
//
//   auto device = open_recording("h200.cbor");
//   auto outcome = (*device)->chase(request, {});   // the recorded trace, or `unsupported`
//
// What it answers:
// - a request equal to a recorded one: its trace. Recorded several times, the traces come in turn, in the order of recording,
//   and then from the first again;
// - fewer accesses than recorded, all else equal: the beginning of the recorded trace, which is what the device would have
//   measured up to there;
// - the mean, where each access was recorded: the mean of those accesses;
// - requests other than chases: those that equal a recorded one, in turn as well;
// - `truth` may differ: ground truth is returned only if it was both recorded and requested.
// Anything else is `unsupported`, with a sentence that names the nearest run. Nothing is interpolated.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/device/device.h"
#include "engine/session/document/session.h"

namespace chasescope {

/// The interface of a recording beyond the seam, for code that runs probes on recordings (recorded_probe.h).
class RecordingDevice : public Device {
 public:
  virtual const Session& session() const = 0;
  /// Why the first request since forget_refusals() could not be answered; empty if all were.
  virtual const std::string& refused() const = 0;
  virtual void forget_refusals() = 0;
};

/// Opens a saved session as a device: a path, or the name of a bundled one (bundled.h). \return the errors of read_session(), and `invalid_request` for a session without runs.
Outcome<std::unique_ptr<Device>> open_recording(const std::filesystem::path& path);

/// A session in memory as a device. Traces are shared, not copied.
std::unique_ptr<RecordingDevice> make_recording(Session session);

}  // namespace chasescope
