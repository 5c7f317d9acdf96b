#include "app/commands/command_line.h"
#include "engine/device/protocol/process_family.h"

int main(int argc, char** argv) {
  chasescope::keep_families();
  return chasescope::run_program(argc, argv);
}
