// chasescope library [--folder DIR] [--json], chasescope library check CARD [--folder DIR] [--tolerance 2%] [--fail] [-v] [-f
// FORMAT] [-o FILE]
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/commands/cards/library_commands.h"
#include "app/measurement/failure.h"
#include "app/measurement/named_card.h"
#include "engine/findings/vocabulary.h"
#include "engine/library/check_report.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"

namespace chasescope {
namespace {

/// The person's own folder, and the folders of the command line.
std::vector<std::filesystem::path> folders_of(const std::vector<std::string>& named) {
  std::vector<std::filesystem::path> folders{library_folder()};
  folders.insert(folders.end(), named.begin(), named.end());
  return folders;
}

std::string json_of(const KnownCards& known) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const KnownCard& card : known.cards)
    list.push_back({{"source", std::string(to_string(card.source))},
                    {"id", card.id},
                    {"name", card.name},
                    {"kind", card.kind},
                    {quantity::compute_capability, card.compute_capability},
                    {"about", card.about}});
  return json_without_controls(list.dump(2)) + "\n";
}

/// The text on one line of a terminal, cut between words.
std::string in_a_line(const std::string& text) {
  constexpr std::size_t kLongest = 100;
  const std::string line = one_line(text);
  if (line.size() <= kLongest) return line;
  const std::size_t space = line.rfind(' ', kLongest);
  return line.substr(0, space == std::string::npos ? 0 : space) + " …";
}

/// A heading for each kind of card, and below it a line for each known card of that kind.
std::string text_of(const KnownCards& known) {
  std::string text, kind;
  std::size_t width = 0;
  for (const KnownCard& card : known.cards) width = std::max(width, card.id.size());
  constexpr std::size_t kWidest = 40;
  width = std::min(width, kWidest);
  for (const KnownCard& card : known.cards) {
    if (card.kind != kind)
      text += (text.empty() ? "" : "\n") + one_line(card.kind) +
              (card.compute_capability.empty() ? "" : " (" + card.compute_capability + ")") + "\n";
    kind = card.kind;
    std::string id = one_line(card.id);
    if (id.size() < width) id.resize(width, ' ');
    text += "  " + id + "  " + std::string(to_string(card.source)) + ": " + in_a_line(card.about) + "\n";
  }
  return text + "\nYour own folder: " + library_folder().string() +
         "\nIs a card like those of its kind: chasescope library check CARD\n";
}

}  // namespace

int library_command(const LibraryListOptions& options) {
  const auto folders = folders_of(options.folders);
  const KnownCards known = known_cards(folders);
  options.json ? print_bytes(json_of(known)) : print_text(text_of(known));
  notes(known.left_out);
  return 0;
}

int library_check_command(const LibraryCheckOptions& options) {
  const auto format = check_format_from(options.format);
  const auto tolerance = tolerance_from(options.tolerance);
  if (!options.tolerance.empty() && !tolerance)
    return misunderstood("'" + options.tolerance + "' is no tolerance; it is given in per cent from 0 to 100, such as 2% or 0.5%.");
  if (const auto fault = options.output.empty() ? std::nullopt : fault_of_place(options.output)) return fail(*fault);
  const auto folders = folders_of(options.folders);
  const KnownCards known = known_cards(folders);
  notes(known.left_out);
  const auto opened = open_named_card(options.card);
  if (!opened) return fail(opened.error());
  notes(opened->warnings);
  const CardCheck check = check_card(opened->session, known, tolerance);
  const std::string report = check_report(check, *format, options.verbose);
  if (options.output.empty()) {
    *format == CheckFormat::text ? print_text(report) : print_bytes(report);
  } else {
    OutputFile file(options.output);
    file.put(report);
    if (const auto fault = file.commit()) return fail(*fault);
  }
  if (!options.fail) return 0;
  const auto why = why_not_normal(check);
  return why ? fail(*why) : 0;
}

}  // namespace chasescope
