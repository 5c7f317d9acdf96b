// chasescope convert IN OUT
#include <cstdio>

#include "app/commands/commands.h"
#include "app/failure.h"
#include "engine/session/convert.h"

namespace chasescope {

int convert_command(const ConvertOptions& options) {
  const auto outcome = convert_file(options.input, options.output);
  if (!outcome) return fail(outcome.error().message);
  for (const std::string& warning : outcome->warnings) std::fprintf(stderr, "chasescope: note: %s\n", warning.c_str());
  return 0;
}

}  // namespace chasescope
