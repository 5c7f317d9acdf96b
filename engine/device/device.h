// THE SEAM: the interface of every piece of hardware that can be measured.
//
// Everything that measures goes through this class, and nothing above it can tell which implementation answers: a card, the
// software GPU, a recording, or a program that speaks the device protocol.
//
//   auto outcome = device.chase(request, {.stop = token, .sink = &sink});
//   if (!outcome) report(outcome.error().message);
//
// A device is used by one thread at a time and never throws across this interface: failures of a device are a
// DeviceError. Within a request caches and TLBs keep their contents; each request starts with cold caches unless the description
// says what the device keeps.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <variant>
#include <vector>

#include "engine/device/chase.h"
#include "engine/device/description.h"
#include "engine/device/error.h"
#include "engine/device/request_list.h"
#include "engine/trace/latency_trace.h"

namespace chasescope {

/// Receives progress and parts of the trace while a request runs. Called on the measuring thread, so it must return at once and
/// must not throw. `request` is the index within a batch (0 for a lone request).
class RequestSink {
 public:
  virtual ~RequestSink() = default;
  /// How much is done, 0 to 1, warm-up included. Never decreases.
  virtual void on_progress(std::size_t request, double fraction) = 0;
  /// The next part of the trace, in order. The result holds the same chunks again, complete.
  virtual void on_part(std::size_t request, const TraceChunk& part) = 0;
};

/// How to end a request early, and the sink for its progress.
struct RunControl {
  std::stop_token stop;         ///< a stopped request answers `cancelled` within 100 ms
  RequestSink* sink = nullptr;  ///< may be null
};

class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  /// The device's description of itself; does not change while the device is open.
  virtual const Description& description() const = 0;

  /// Follows a pattern and times each access (2014 paper, §3.2). Refuses what engine/device/validate.h refuses.
  virtual Outcome<ChaseResult> chase(const ChaseRequest& request, const RunControl& control) = 0;

  /// Several chases, answered in the order of the requests. A device may run them at once on many SMs, where they contend for the
  /// shared levels: a batch tells hits from misses, but exact latencies need single requests. The default implementation runs them
  /// one after the other and ends after `cancelled` or `lost`.
  virtual std::vector<Outcome<ChaseResult>> chase_batch(std::span<const ChaseRequest> requests, const RunControl& control);

  /// Any other request (engine/device/requests.h and trials.h say what each asks), with a result of the same call. A device serves
  /// those that its description lists; the others answer `unsupported`, with a sentence that names the device and the call. By
  /// default it serves none. `answered_by` of request_list.h calls the right method for each request.
  virtual Outcome<OtherResult> answer(const OtherRequest& request, const RunControl& control);

  /// Makes one request, and returns the result in the type that belongs to it.
  Outcome<ChaseResult> ask(const ChaseRequest& request, const RunControl& control) { return chase(request, control); }
  template <typename Request>
  Outcome<typename Request::Result> ask(const Request& request, const RunControl& control) {
    auto outcome = answer(&request, control);
    if (!outcome) return outcome.error();
    return std::get<typename Request::Result>(std::move(outcome).value());
  }

  /// No request follows for now: the device gives back resources that it keeps for the next request and that other programs may
  /// need (gigabytes of a card's memory). The next request may then take longer. Does nothing by default.
  virtual void rest() {}

  /// After `lost`, or a kernel that failed: tries to make the device usable again. \returns why it could not. Does nothing where
  /// nothing was lost. By default a lost device stays lost until it is opened again. `stop` ends the attempt: `cancelled`.
  virtual std::optional<DeviceError> revive(const std::stop_token& stop);
};

}  // namespace chasescope
