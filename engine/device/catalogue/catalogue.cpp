#include "engine/device/catalogue/catalogue.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "engine/device/catalogue/external_ids.h"
#include "engine/device/cuda/cuda_device.h"
#include "engine/device/mystery/sealed_device.h"
#include "engine/device/recording/bundled.h"
#include "engine/device/recording/recording.h"
#include "engine/device/software/software_device.h"
#include "engine/trace/near_word.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::string_view kModel = "model:";
constexpr std::string_view kFile = "file:";

std::string known_ids() {
  std::string list;
  for (const CatalogueEntry& entry : list_devices().devices) list += (list.empty() ? "" : ", ") + entry.id;
  return list;
}

/// "; did you mean 'model:h100' or 'recording:h100'?" of a name without its kind, or of a slip. Empty where no name is near.
std::string meant_devices(const std::string& id) {
  std::vector<std::string> ids, names;
  for (const CatalogueEntry& entry : list_devices().devices) {
    ids.push_back(entry.id);
    names.push_back(entry.id.substr(entry.id.find(':') + 1));
  }
  if (id.find(':') != std::string::npos) return did_you_mean(id, ids);
  const std::string name = near_word(id, names);
  if (name.empty()) return {};
  std::string meant;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (names[i] == name) meant += (meant.empty() ? "; did you mean '" : " or '") + ids[i] + "'";
  return meant + "?";
}

std::optional<unsigned> card_number(const std::string& text) {
  constexpr std::uint64_t kHighest = 0xFFFF;
  const auto number = parse_count(text);
  return number && *number <= kHighest ? std::optional(static_cast<unsigned>(*number)) : std::nullopt;
}

/// "model" and "gtx780" of "model:gtx780"; the second is empty where there is nothing of the kind.
struct IdParts {
  std::string kind;
  std::string rest;
};

IdParts parts_of(const std::string& id) {
  const std::size_t colon = id.find(':');
  return {id.substr(0, colon), colon == std::string::npos ? std::string() : id.substr(colon + 1)};
}

constexpr const char* kAllCards = "cuda:all";

bool begins_with_a_kind(const std::string& id) {
  constexpr std::array kKinds{"cuda:", "model:", "file:", "recording:", "mystery:", "exec:", "ssh:"};
  return std::any_of(kKinds.begin(), kKinds.end(), [&](const char* kind) { return id.starts_with(kind); });
}

std::vector<std::string> listed_ids(const std::string& words) {
  std::vector<std::string> ids;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t comma = std::min(words.find(',', begin), words.size());
    ids.push_back(words.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return std::all_of(ids.begin(), ids.end(), begins_with_a_kind) ? ids : std::vector{words};
}

}  // namespace

std::vector<std::string> ids_of_devices(const std::string& words, std::string& why_none) {
  std::vector<std::string> ids;
  for (const std::string& id : listed_ids(words)) {
    if (id != kAllCards) {
      ids.push_back(id);
      continue;
    }
    for (const CudaCard& card : list_cuda_cards(&why_none)) ids.push_back("cuda:" + std::to_string(card.index));
  }
  return ids;
}

std::string fault_of_devices(const std::string& words) {
  for (const std::string& id : listed_ids(words))
    if (std::string fault = id == kAllCards ? std::string() : fault_of_device_id(id); !fault.empty()) return fault;
  return {};
}

DeviceListing list_devices() {
  DeviceListing listing;
  for (const CudaCard& card : list_cuda_cards(&listing.why_no_card))
    listing.devices.push_back(
        {"cuda:" + std::to_string(card.index), card.name, Origin::hardware, card.summary, card.compute_capability});
  for (const PresetInfo& preset : preset_cards())
    listing.devices.push_back({"model:" + preset.id, preset.name, Origin::model, preset.summary, preset.compute_capability});
  for (const BundledRecording& recording : bundled_recordings())
    listing.devices.push_back(
        {"recording:" + recording.id, recording.name, Origin::recording, recording.summary, recording.compute_capability});
  return listing;
}

std::string fault_of_device_id(const std::string& id) {
  const auto [kind, rest] = parts_of(id);
  if (!rest.empty()) {
    if (kind == "file" || kind == "recording" || kind == "mystery") return {};
    if (kind == "model") return fault_of_preset(rest);
    if (kind == "cuda") return card_number(rest) ? std::string() : "'" + id + "' names no card; write cuda:0 for the first one.";
    if (kind == "exec" || kind == "ssh") {
      const auto options = external_options(id, {}, {});
      return options ? std::string() : options.error().message;
    }
  }
  std::error_code ignored;
  if (std::filesystem::is_regular_file(id, ignored))
    return "'" + id + "' is a file. If it is a session, write recording:" + id + "; if it describes a card, file:" + id + ".";
  const std::string meant = meant_devices(id);
  return "There is no device '" + id + "'" + (meant.empty() ? "; there" : meant + " There") + " are " + known_ids() +
         ", and file:PATH, recording:PATH, mystery:FILE, exec:COMMAND and ssh:HOST[:DEVICE].";
}

void start_one_card(const std::string& id) {
  const auto [kind, rest] = parts_of(id);
  if (const auto number = kind == "cuda" ? card_number(rest) : std::nullopt) start_one_cuda_card(*number);
}

Outcome<std::unique_ptr<Device>> open_device(const std::string& id, const OpenOptions& options) {
  if (std::string fault = fault_of_device_id(id); !fault.empty()) return DeviceError{ErrorCode::invalid_request, std::move(fault)};
  const SoftwareOptions software{options.seed.value_or(1), options.noise};
  const auto [kind, rest] = parts_of(id);
  if (kind == "cuda") return open_cuda_device(*card_number(rest));
  if (kind == "model") return open_preset(rest, software);
  if (kind == "file") return open_model_file(rest, software);
  if (kind == "recording") return open_recording(rest);
  if (kind == "mystery") return mystery::open_mystery(rest);
  if (kind == "exec") return open_command(rest, options.log, options.stop);
  return open_ssh(rest, options.log, options.stop);
}

std::optional<Outcome<model::Card>> card_of_device(const std::string& id) { return software_card_of(id); }

std::optional<Outcome<model::CardSheet>> sheet_of_device(const std::string& id) {
  if (id.starts_with(kModel)) return preset_sheet(id.substr(kModel.size()));
  if (id.starts_with(kFile)) return model_file_sheet(id.substr(kFile.size()));
  return std::nullopt;
}

}  // namespace chasescope
