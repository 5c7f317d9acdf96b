#include "engine/device/catalogue/catalogue.h"

#include "engine/device/catalogue/external_ids.h"
#include "engine/device/cuda/cuda_device.h"
#include "engine/device/recording/bundled.h"
#include "engine/device/recording/recording.h"
#include "engine/device/software/software_device.h"
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

Outcome<std::unique_ptr<Device>> open_card(const std::string& number) {
  const auto index = parse_count(number);
  if (!index || *index > 0xFFFFU)
    return DeviceError{ErrorCode::invalid_request, "'cuda:" + number + "' names no card; write cuda:0 for the first one."};
  return open_cuda_device(static_cast<unsigned>(*index));
}

}  // namespace

DeviceListing list_devices() {
  DeviceListing listing;
  for (const CudaCard& card : list_cuda_cards(&listing.why_no_card))
    listing.devices.push_back({"cuda:" + std::to_string(card.index), card.name, Origin::hardware, card.summary});
  for (const PresetInfo& preset : preset_cards())
    listing.devices.push_back({"model:" + preset.id, preset.name, Origin::model, preset.summary});
  for (const BundledRecording& recording : bundled_recordings())
    listing.devices.push_back({"recording:" + recording.id, recording.name, Origin::recording, recording.summary});
  return listing;
}

Outcome<std::unique_ptr<Device>> open_device(const std::string& id, const OpenOptions& options) {
  const SoftwareOptions software{options.seed.value_or(1), options.noise};
  const std::size_t colon = id.find(':');
  const std::string kind = id.substr(0, colon);
  const std::string rest = colon == std::string::npos ? std::string() : id.substr(colon + 1);
  if (colon != std::string::npos && !rest.empty()) {
    if (kind == "cuda") return open_card(rest);
    if (kind == "model") return open_preset(rest, software);
    if (kind == "file") return open_model_file(rest, software);
    if (kind == "recording") return open_recording(rest);
    if (kind == "exec") return open_command(rest, options.log, options.stop);
    if (kind == "ssh") return open_ssh(rest, options.log, options.stop);
  }
  return DeviceError{ErrorCode::invalid_request, "There is no device '" + id + "'; there are " + known_ids() +
                                                     ", and file:PATH, recording:PATH, exec:COMMAND and ssh:HOST[:DEVICE]."};
}

std::optional<Outcome<model::Card>> card_of_device(const std::string& id) {
  if (id.starts_with(kModel)) return preset_card(id.substr(kModel.size()));
  if (id.starts_with(kFile)) return model_file_card(id.substr(kFile.size()));
  return std::nullopt;
}

std::optional<Outcome<model::CardSheet>> sheet_of_device(const std::string& id) {
  if (id.starts_with(kModel)) return preset_sheet(id.substr(kModel.size()));
  if (id.starts_with(kFile)) return model_file_sheet(id.substr(kFile.size()));
  return std::nullopt;
}

}  // namespace chasescope
