// chasescope contribute SESSION -o FILE
#include <filesystem>

#include "app/commands/cards/library_commands.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "engine/device/recording/bundled.h"
#include "engine/library/contribution.h"
#include "engine/library/known_cards.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/convert.h"
#include "engine/session/session_file.h"

namespace chasescope {

int contribute_command(const ContributeOptions& options) {
  if (!session_format_of(options.output))
    return misunderstood("A contribution is a session, FILE.json or FILE.cbor, and not " + options.output + ".");
  if (const std::string fault = fault_of_recorded_document(options.session); !fault.empty()) return fail(fault);
  // The session is not overwritten, as it has all that the contribution leaves out.
  std::error_code apart;
  if (std::filesystem::equivalent(document_file(options.session), options.output, apart))
    return fail(one_line(options.output) + " is the session itself, and would lose all that is taken out. Name another file.");
  const auto opened = open_document(document_file(options.session));
  if (!opened) return fail(opened.error().message);
  const auto contribution = contribution_of(opened->session);
  if (!contribution) return fail(contribution.error().message);
  const auto written = write_document(contribution->session, options.output);
  if (!written) return fail(written.error().message);
  print_text(taken_out_words(*contribution) + "\n" + saved_words(written->files) + "It holds " +
             std::to_string(contribution->session.findings.size()) + " findings of a card named \"" +
             contribution->session.device.name + "\". Look at it before you give it away" +
             (session_format_of(options.output) == SessionFormat::json ? "; it is text.\n" : ": convert makes text of it.\n"));
  return 0;
}

}  // namespace chasescope
