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

int list_probes_command(const ListOptions& options) {
  if (options.json) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& probe : all_probes()) list.push_back(to_json(probe->info()));
    print_bytes(list.dump(2) + "\n");
    return 0;
  }
  for (const auto& probe : all_probes()) {
    const ProbeInfo& info = probe->info();
    std::printf("%s\n  %s\n  %s\n", info.name.c_str(), info.summary.c_str(), info.reference.c_str());
    if (const ProbeNotes* notes = notes_on(info.name))
      std::printf("  Costs:  %s\n  Limits: %s\n", std::string(notes->costs).c_str(), std::string(notes->limits).c_str());
    std::printf("\n");
    for (const Parameter& p : info.parameters) {
      std::printf("  %-17s %s (%s; default: %s)\n", p.key.c_str(), p.label.c_str(), word_for(p.kind), defaults_text(p).c_str());
      std::printf("  %-17s   %s\n", "", p.help.c_str());
      if (!p.choices.empty()) {
        std::printf("  %-17s   one of", "");
        for (const std::string& choice : p.choices) std::printf(" %s%s", choice.c_str(), &choice == &p.choices.back() ? "\n" : ",");
      }
    }
    std::printf("\n");
  }
  return 0;
}

}  // namespace chasescope
