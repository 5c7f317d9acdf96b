// chasescope --cite
#include "app/commands/paper_commands.h"
#include "app/measurement/failure.h"
#include "app/paper/bibliography.h"

namespace chasescope {

int cite_command() {
  print_bytes(bibliography());
  return 0;
}

}  // namespace chasescope
