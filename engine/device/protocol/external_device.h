// A program that speaks the device protocol, as a device: the client's side.
//
//   ExternalOptions options{.id = "exec:./simulator", .arguments = {"./simulator"}};
//   auto device = open_external_device(std::move(options));
//   if (!device) show(device.error().message);
//
// The program may be any program, so each of its lines is checked. A line that breaks the protocol gives `internal` and a sentence
// with its fault. The program is then ended, and later requests give `lost` until the device is opened again. A program that ends
// by itself gives `lost` with its exit code and the last lines of its standard error. A program that is silent for too long gives
// `timed_out`. A request that is stopped gives `cancelled` within 100 ms, whatever the program does; later lines about this request
// are dropped.
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
  std::string id;                      ///< the device's name in messages: "exec:./simulator"
  std::vector<std::string> arguments;  ///< the program and its arguments; no shell reads them
  std::chrono::milliseconds silence{30'000};
  std::stop_token stop;  ///< cancels the opening (and a check of the device) with `cancelled`
  DeviceLog log;         ///< gets the program's standard error, line by line, once the program has described itself; may be empty
};

/// Starts the program and asks for its description. Errors: `lost` if it can't be started or ends, `timed_out`, `cancelled`, and
/// `internal` if its answer is no description of version 1 of the protocol.
Outcome<std::unique_ptr<Device>> open_external_device(ExternalOptions options);

}  // namespace chasescope
