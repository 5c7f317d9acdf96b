// The server's side of the device protocol: makes a local device available to a client at the other end of two pipes.
//
//   serve(*device, STDIN_FILENO, STDOUT_FILENO);
//
// Requests are run in the order in which they come, on the thread that calls serve(); another thread keeps reading, so that a
// request can be cancelled while it waits or runs. For a request that waits long, the server repeats its progress
// every few seconds, so that the client does not take it as lost.
#pragma once

#include <chrono>
#include <stop_token>

#include "engine/device/device.h"

namespace chasescope {

enum class ServeEnd {
  input_ended,    ///< all requests are answered
  output_closed,  ///< the client has gone, or a stop was requested; the running request was stopped
};

struct ServeOptions {
  /// How often the progress of waiting requests is repeated. A client takes silence of 30 s as timed out.
  std::chrono::milliseconds heartbeat{5000};
  /// Time without requests after which Device::rest() is called.
  std::chrono::milliseconds patience{2000};
  std::stop_token stop;  ///< ends the serving
};

/// Serves until the input ends or the output is closed. The descriptors stay the caller's. Never raises SIGPIPE.
ServeEnd serve(Device& device, int input, int output, const ServeOptions& options = {});

}  // namespace chasescope
