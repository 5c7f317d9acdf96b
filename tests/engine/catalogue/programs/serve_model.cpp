// serve_model ID [SEED]: `chasescope serve` without the window's libraries.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/protocol/server.h"

int main(int argc, char** argv) {
  const auto device =
      chasescope::open_device(argc > 1 ? argv[1] : "", {.seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1, .log = {}});
  if (!device) {
    std::fprintf(stderr, "%s\n", device.error().message.c_str());
    return 1;
  }
  chasescope::serve(**device, STDIN_FILENO, STDOUT_FILENO);
  return 0;
}
