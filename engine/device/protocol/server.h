// The server's side of the device protocol: makes a local device available to whoever is at the other end of two pipes.
//
//   serve(*device, STDIN_FILENO, STDOUT_FILENO);
//
// Requests are run in the order in which they come, on the thread that calls serve(); another thread keeps reading, so that a
// request can be cancelled while it waits or runs. A request that has to wait long is told of every few seconds (its progress
// again), so that a client does not take it as lost.
#pragma once

#include <chrono>
#include <stop_token>

#include "engine/device/device.h"

namespace chasescope {

enum class ServeEnd {
  input_ended,    ///< everything that was asked is answered
  output_closed,  ///< nobody listens any more, or it was to stop; what was under way was stopped
};

struct ServeOptions {
  /// How often waiting requests are told of. A client takes silence of 30 s as timed out.
  std::chrono::milliseconds heartbeat{5000};
  /// How long nothing must be asked until the device may rest.
  std::chrono::milliseconds patience{2000};
  std::stop_token stop;  ///< ends the serving
};

/// Serves until the input ends or the output is closed. The descriptors stay the caller's. Never raises SIGPIPE.
ServeEnd serve(Device& device, int input, int output, const ServeOptions& options = {});

}  // namespace chasescope
