// Opens a card as a device: from a preset that comes with the program, or from a file.
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/device/software/software_device.h"
#include "engine/model/card_file/card_reader.h"
#include "engine/model/spec/limits.h"
#include "engine/trace/near_word.h"
#include "resources/resources.h"

namespace chasescope {
namespace {

constexpr const char* kFolder = "models";
// Cards of lessons: they open by name, but no list shows them.
constexpr const char* kLessonFolder = "lessons/cards";
constexpr std::string_view kEnding = ".json";

std::vector<std::string> preset_ids() {
  std::vector<std::string> ids;
  for (const std::string& name : resource_names(kFolder))
    if (name.size() > kEnding.size() && name.ends_with(kEnding)) ids.push_back(name.substr(0, name.size() - kEnding.size()));
  return ids;
}

std::string preset_path(const std::string& id) {
  const std::string file = id + std::string(kEnding);
  for (const std::string& name : resource_names(kLessonFolder))
    if (name == file) return std::string(kLessonFolder) + "/" + file;
  return std::string(kFolder) + "/" + file;
}

Outcome<std::string> preset_text(const std::string& id) {
  auto text = resource_text(preset_path(id));
  if (!text) return invalid_request("The preset " + preset_path(id) + " can't be read.");
  return *std::move(text);
}

/// Reads a file whose name may come from the session or lesson of a stranger, so the file may be anything.
Outcome<std::string> read_file(const std::string& path) {
  std::error_code ignored;
  if (const auto status = std::filesystem::status(path, ignored);
      std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return invalid_request("The model file " + path +
                           " is no ordinary file.");  // the opening of a pipe may block for ever, and a device file may have no end
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::array<char, 65536> part{};
  while (file && text.size() <= model::kMaxFileBytes) {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (!file.is_open() || file.bad())
    return invalid_request("The model file " + path + " can't be read" +
                           (errno != 0 ? std::string(": ") + std::strerror(errno) : "") + ".");
  return text;
}

Outcome<model::CardSheet> sheet_from(const Outcome<std::string>& text, const std::string& file) {
  if (!text) return text.error();
  const auto card = load_card(*text, file);
  if (!card) return card.error();
  return model::sheet_of(nlohmann::json::parse(*text), *card);
}

}  // namespace

Outcome<model::Card> load_card(std::string_view json, const std::string& file) {
  std::vector<std::string_view> spaces;
  for (const MemorySpace space : all_memory_spaces()) spaces.push_back(to_string(space));
  model::CardReading reading = model::read_card(json, spaces);
  if (!reading.card) return invalid_request(model::describe(reading.faults, file));
  return *std::move(reading.card);
}

Outcome<model::Card> preset_card(const std::string& id) {
  const auto text = preset_text(id);
  if (!text) return text.error();
  return load_card(*text, preset_path(id));
}

Outcome<model::Card> model_file_card(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return load_card(*text, path);
}

std::optional<Outcome<model::Card>> software_card_of(const std::string& id) {
  constexpr std::string_view kModel = "model:", kFile = "file:";
  if (id.starts_with(kModel)) return preset_card(id.substr(kModel.size()));
  if (id.starts_with(kFile)) return model_file_card(id.substr(kFile.size()));
  return std::nullopt;
}

std::vector<PresetInfo> preset_cards() {
  std::vector<PresetInfo> presets;
  for (const std::string& id : preset_ids())
    if (const auto card = preset_card(id))
      presets.push_back({id, card->name, card->summary, card->device.compute_capability.value_or(std::string())});
  return presets;
}

std::string fault_of_preset(const std::string& id) {
  std::string known;
  std::vector<std::string> names = preset_ids();
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  for (const std::string& name : resource_names(kLessonFolder))
    if (name.ends_with(kEnding)) names.push_back(name.substr(0, name.size() - kEnding.size()));
  if (std::ranges::find(names, id) != names.end()) return {};
  const std::string meant = did_you_mean(id, names);
  return "There is no model called '" + id + "'" + (meant.empty() ? "." : meant) + " There are " +
         (known.empty() ? "none" : known) + ", and cards that lessons have for themselves ('chasescope lesson list').";
}

Outcome<std::unique_ptr<Device>> open_preset(const std::string& id, const SoftwareOptions& options) {
  if (std::string fault = fault_of_preset(id); !fault.empty()) return invalid_request(std::move(fault));
  const auto card = preset_card(id);
  if (!card) return card.error();
  return open_software_device(*card, options);
}

Outcome<std::unique_ptr<Device>> open_model_file(const std::string& path, const SoftwareOptions& options) {
  const auto card = model_file_card(path);
  if (!card) return card.error();
  return open_software_device(*card, options);
}

Outcome<model::CardSheet> preset_sheet(const std::string& id) { return sheet_from(preset_text(id), preset_path(id)); }

Outcome<model::CardSheet> model_file_sheet(const std::string& path) { return sheet_from(read_file(path), path); }

}  // namespace chasescope
