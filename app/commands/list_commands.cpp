// chasescope devices, chasescope probes
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/commands/commands.h"
#include "app/measurement/failure.h"
#include "engine/device/catalogue/catalogue.h"
#include "engine/probe/discovery/probe_notes.h"
#include "engine/probe/discovery/registry.h"
#include "engine/probe/probe.h"
#include "engine/session/summary/summary_columns.h"

namespace chasescope {
namespace {

const char* word_for(ParameterKind kind) {
  switch (kind) {
    case ParameterKind::bytes: return "size";
    case ParameterKind::count: return "count";
    case ParameterKind::counts: return "list of counts";
    case ParameterKind::percent: return "percent";
    case ParameterKind::choice: return "choice";
    case ParameterKind::names: return "list of names";
  }
  return "text";
}

nlohmann::json to_json(const ProbeInfo& info) {
  nlohmann::json parameters = nlohmann::json::array();
  for (const Parameter& p : info.parameters) {
    nlohmann::json entry{{"key", p.key}, {"label", p.label}, {"kind", word_for(p.kind)}, {"optional", p.optional}, {"help", p.help}};
    entry["default"] = p.default_text.empty() ? nlohmann::json() : nlohmann::json(p.default_text);
    if (!p.unset_text.empty()) entry["unset"] = p.unset_text;
    if (!p.choices.empty()) entry["choices"] = p.choices;
    parameters.push_back(std::move(entry));
  }
  nlohmann::json probe{{"name", info.name},       {"title", info.title},         {"group", info.group},
                       {"summary", info.summary}, {"reference", info.reference}, {"parameters", std::move(parameters)}};
  if (const ProbeNotes* notes = notes_on(info.name)) {
    probe["costs"] = notes->costs;
    probe["limits"] = notes->limits;
  }
  return probe;
}

std::string defaults_text(const Parameter& p) {
  if (!p.default_text.empty()) return p.default_text;
  return p.unset_text.empty() ? "required" : p.unset_text;
}

// The text beside `beginning`, in lines of up to 100 columns.
std::string indented(const std::string& beginning, std::string_view text) {
  constexpr std::size_t kColumns = 100;
  const std::size_t room = kColumns - std::min(kColumns / 2, beginning.size());
  std::string lines;
  for (const std::string& line : broken(std::string(text), room, room))
    lines += (lines.empty() ? beginning : std::string(beginning.size(), ' ')) + line + "\n";
  return lines;
}

}  // namespace

int list_devices_command(const ListOptions& options) {
  const DeviceListing listing = list_devices();
  if (options.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const CatalogueEntry& entry : listing.devices)
      list.push_back({{"id", entry.id}, {"name", entry.name}, {"origin", to_string(entry.origin)}, {"summary", entry.summary}});
    print_bytes(list.dump(2) + "\n");
    return 0;
  }
  std::size_t id_width = 0;
  std::size_t name_width = 0;
  for (const CatalogueEntry& entry : listing.devices) {
    id_width = std::max(id_width, entry.id.size());
    name_width = std::max(name_width, entry.name.size());
  }
  for (const CatalogueEntry& entry : listing.devices)
    std::printf("%-*s  %-*s  %-9s %s\n", static_cast<int>(id_width), entry.id.c_str(), static_cast<int>(name_width), entry.name.c_str(),
                std::string(to_string(entry.origin)).c_str(), entry.summary.c_str());
  if (!listing.why_no_card.empty()) std::printf("\n%s\n", listing.why_no_card.c_str());
  std::printf("\nA software GPU of your own: file:PATH. A saved session: recording:PATH. A program that speaks the device protocol: exec:COMMAND.\n"
              "A device of another machine: ssh:HOST[:DEVICE].\n");
  return 0;
}

std::string words_on_probe(const std::string& name) {
  const Probe* probe = find_probe(name);
  if (probe == nullptr) return {};
  const ProbeInfo& info = probe->info();
  std::string text = info.name + "\n" + indented("  ", info.summary) + indented("  ", info.reference);
  if (const ProbeNotes* notes = notes_on(info.name))
    text += indented("  Costs:  ", notes->costs) + indented("  Limits: ", notes->limits);
  text += "\n";
  constexpr std::size_t kKeyColumns = 18;
  const std::string below_key(kKeyColumns + 4, ' ');
  for (const Parameter& p : info.parameters) {
    const std::string key = p.key + std::string(kKeyColumns - std::min(kKeyColumns, p.key.size()), ' ');
    text += indented("  " + key, p.label + " (" + word_for(p.kind) + "; default: " + defaults_text(p) + ")");
    text += indented(below_key, p.help);
    std::string choices;
    for (const std::string& choice : p.choices) choices += (choices.empty() ? "one of " : ", ") + choice;
    if (!choices.empty()) text += indented(below_key, choices);
  }
  return text;
}

int list_probes_command(const ListOptions& options) {
  std::vector<std::string> names = options.probes;
  for (const std::string& name : names)
    if (find_probe(name) == nullptr) return misunderstood(fault_of_words(name, {}));
  if (names.empty())
    for (const auto& probe : all_probes()) names.push_back(probe->info().name);
  if (options.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const std::string& name : names) list.push_back(to_json(find_probe(name)->info()));
    print_bytes(list.dump(2) + "\n");
    return 0;
  }
  for (const std::string& name : names) print_text(words_on_probe(name) + "\n");
  return 0;
}

}  // namespace chasescope
