// chasescope archive -o DIR --session FILE …|--device ID … [--license SPDX]
#include <algorithm>

#include "app/commands/paper_commands.h"
#include "app/measurement/failure.h"
#include "app/paper/archive.h"

namespace chasescope {
namespace {

/// Whether the word may be an SPDX identifier. It becomes part of an address, so it has no other characters.
bool is_license(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '+';
  });
}

}  // namespace

int archive_command(const ArchiveOptions& options) {
  if (options.figures.devices.empty() && options.figures.sessions.empty())
    return misunderstood("Say what to archive: --session FILE or --device ID.");
  if (options.figures.folder.empty()) return misunderstood("Say where to put the archive: -o FOLDER.");
  if (!is_license(options.license))
    return misunderstood("'" + options.license + "' is no SPDX identifier of a licence, such as CC-BY-4.0.");
  if (const auto fault = fault_of_archive(options.figures.folder)) return fail(*fault);
  const auto sources = figure_sources(options.figures);
  if (!sources) return fail(sources.error());
  if (const auto fault = write_archive(*sources, options.figures.folder, options.license,
                                       paper_look(options.figures.look, options.figures.formats)))
    return fail(*fault);
  print_text(options.figures.folder + "/README.md\n");
  return 0;
}

}  // namespace chasescope
