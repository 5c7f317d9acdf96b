// chasescope serve --device ID [--seed N]
#include <unistd.h>

#include "app/commands/commands.h"
#include "app/measurement/failure.h"
#include "app/measurement/interrupt.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/device/protocol/server.h"

namespace chasescope {

int serve_command(const ServeCommandOptions& options) {
  const InterruptGuard interrupt;  // a served device may be a program, which ends with this one
  const auto device = open_device(options.device, {.seed = options.seed, .log = {}, .stop = interrupt.token()});
  if (!device) return fail(device.error().message);
  serve(**device, STDIN_FILENO, STDOUT_FILENO, {.stop = interrupt.token()});
  return 0;  // the client ended its input or is gone; either way the work is done
}

}  // namespace chasescope
