// A program that speaks the device protocol, as a device: the client's side.
//
//   ExternalOptions options{.id = "exec:./simulator", .arguments = {"./simulator"}};
//   auto device = open_external_device(std::move(options));
//   if (!device) show(device.error().message);
//
// The program may be anything, so nothing that it says is trusted: a line that breaks the protocol is answered with `internal`
// and a sentence that says what was wrong with it, the program is ended, and later requests answer `lost` until the device is
// opened again. A program that ends by itself is `lost` with its exit code and the last lines of its standard error; one that says
// nothing for too long is `timed_out`. Stopping a request answers `cancelled` within 100 ms, whatever the program does; what it
// says later about such a request is dropped.
#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/protocol/peer.h"

namespace chasescope {

struct ExternalOptions {
  std::string id;                      ///< how messages call the device: "exec:./simulator"
  std::vector<std::string> arguments;  ///< the program and its arguments; no shell reads them
  std::chrono::milliseconds silence{30'000};
  std::stop_token stop;  ///< ends the opening (and a check of the device) with `cancelled`
  DeviceLog log;         ///< the program's standard error, line by line, once it has described itself; may be empty
};

/// Starts the program and asks it to describe itself. Errors: `lost` if it can't be started or ends, `timed_out`, `cancelled`, and
/// `internal` if what it says is no description of version 1 of the protocol.
Outcome<std::unique_ptr<Device>> open_external_device(ExternalOptions options);

}  // namespace chasescope
