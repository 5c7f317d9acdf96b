// chasescope mystery export --format qti|moodle --count N --seed S --level L -o FILE (docs/mystery.md)
#include "app/commands/mystery_commands.h"
#include "app/measurement/failure.h"
#include "engine/mystery/export/moodle.h"
#include "engine/mystery/export/qti.h"
#include "engine/mystery/export/variants.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {

int mystery_export_command(const MysteryExportOptions& options) {
  const auto variants = mystery::make_variants(options.seed, *mystery::level_from(options.level), options.count);
  const auto fault =
      options.format == "moodle" ? mystery::write_moodle(variants, options.output) : mystery::write_qti(variants, options.output);
  if (fault) return fail(*fault);
  print_text(format_count(variants.size()) + (variants.size() == 1 ? " variant" : " variants") + " with keys are in " +
             options.output + ".\n");
  return 0;
}

}  // namespace chasescope
