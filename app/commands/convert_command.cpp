// chasescope convert IN OUT [--format json|cbor|markdown|latex|latex-long|csv|traces|mt4g|gpgpusim]
#include "app/commands/commands.h"
#include "app/documents/report_files.h"
#include "app/measurement/failure.h"
#include "engine/device/recording/bundled.h"
#include "engine/session/convert.h"
#include "engine/session/csv/csv.h"

namespace chasescope {
namespace {

int print(const ConvertOptions& options) {
  if (options.format.empty())
    return misunderstood("Standard output has no ending that names a format; say --format WORD, or write to a file: -o FILE.");
  if (options.format == kTracesFormat) return misunderstood(kTracesNeedFolder);
  const auto opened = open_document(options.input);
  if (!opened) return fail(opened.error().message);
  const auto text = document_text(opened->session, options.format);
  if (!text) return fail(text.error().message);
  notes(opened->warnings);
  notes(text->warnings);
  if (const std::string without = note_without_figures(options.format); !without.empty()) note(without);
  print_bytes(text->text);
  return 0;
}

}  // namespace

int convert_command(const ConvertOptions& given) {
  ConvertOptions options = given;
  if (const std::string fault = fault_of_recorded_document(options.input); !fault.empty()) return fail(fault);
  options.input = document_file(options.input).string();
  if (options.output.empty()) return print(options);
  const auto format = document_format(options.output, options.format);
  if (!format) return fail(format.error());
  if (options.format == kTracesFormat)  // before a large session is read
    if (const auto fault = fault_of_csv_folder(options.output)) return fail(*fault);
  if (*format != "markdown") {
    const auto outcome = convert_file(options.input, options.output, options.format);
    if (!outcome) return fail(outcome.error().message);
    notes(outcome->warnings);
    print_text(saved_words(*outcome).substr(1));
    return 0;
  }
  if (const auto fault = fault_of_document(options.output, options.format)) return fail(*fault);
  const auto opened = open_document(options.input);
  if (!opened) return fail(opened.error().message);
  const auto written = write_document_with_figures(opened->session, options.output, *format);
  if (!written) return fail(written.error().message);
  notes(opened->warnings);
  notes(written->warnings);
  print_text(saved_words(*written).substr(1));
  return 0;
}

}  // namespace chasescope
