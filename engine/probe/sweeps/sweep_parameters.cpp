#include "engine/probe/sweeps/sweep_parameters.h"

#include <algorithm>

#include "engine/trace/quantity_text.h"

namespace chasescope {

Parameter spaces_parameter() {
  Parameter parameter{
      .key = "space", .label = "Memory space", .kind = ParameterKind::choice, .default_text = "all", .choices = {"all"}};
  for (const MemorySpace space : all_memory_spaces()) parameter.choices.emplace_back(to_string(space));
  parameter.help =
      "One memory space, or all that the device has except shared memory, which has no cache, and memory beyond the card (host, "
      "managed, peer).";
  return parameter;
}

Parameter budget_parameter(const char* default_text) {
  return {.key = "budget",
          .label = "Accesses at most",
          .kind = ParameterKind::count,
          .default_text = default_text,
          .help = "How many accesses all chases together may make, with their warm-up. The result says what was not reached.",
          .least = 1};
}

Parameter draw_parameter() {
  return {.key = "draw",
          .label = "What is measured",
          .kind = ParameterKind::choice,
          .default_text = "all",
          .choices = {"all", "picture"},
          .help =
              "picture: a small picture from few accesses, as in a discovery. The structure of the caches must be known, or is "
              "found first."};
}

bool draws_picture_alone(const ParameterReader& read) { return read.text("draw") == "picture"; }

std::vector<MemorySpace> chosen_spaces(const ParameterReader& read, const Description& device) {
  const std::string word = read.text("space");
  if (const auto one = memory_space_from(word)) return {*one};
  std::vector<MemorySpace> spaces;
  for (const MemorySpace space : {MemorySpace::global_cg, MemorySpace::global_ca, MemorySpace::texture, MemorySpace::readonly,
                                  MemorySpace::constant, MemorySpace::local})
    if (device.serves(space)) spaces.push_back(space);
  return spaces;
}

structure::Setting sweep_setting(const ParameterReader& read, MemorySpace space) {
  structure::Setting setting;
  setting.space = space;
  setting.carveout_percent = read.optional_percent("carveout_percent");
  if (const auto kib = read.optional_count("l1_kib")) setting.l1_kib = static_cast<unsigned>(*kib);
  if (const auto sm = read.optional_count("sm")) setting.sm = static_cast<unsigned>(std::min<std::uint64_t>(*sm, 0xFFFFFFFFU));
  return setting;
}

void state_budget(const ProbeControl& control, std::uint64_t budget) {
  if (control.sink != nullptr) control.sink->on_progress(0, "at most " + format_count(budget) + " accesses");
}

std::vector<MemorySpace> global_spaces_first(const ParameterReader& read, const Description& device) {
  const std::vector<MemorySpace> spaces = chosen_spaces(read, device);
  if (read.text("space") != "all") return spaces;
  std::vector<MemorySpace> global;
  for (const MemorySpace space : spaces)
    if (space == MemorySpace::global_ca || space == MemorySpace::global_cg) global.push_back(space);
  return global.empty() ? spaces : global;
}

}  // namespace chasescope
