// The software GPU: a device that runs a card model, for people without a card, for lessons, and for testing every probe.
//
//   auto device = open_preset("gtx560ti");
//   if (!device) show(device.error().message);
//
// Every request starts with cold caches. All random choices come from the seed and the number of the request (the first is 0), so
// equal requests in equal order give equal answers on any machine. It refuses the requests that engine/device/validate.h refuses.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/device.h"
#include "engine/model/card_file/card_sheet.h"
#include "engine/model/spec/card.h"

namespace chasescope {

struct SoftwareOptions {
  std::uint64_t seed = 1;
  std::optional<model::NoiseSpec> noise;  ///< replaces the card's own noise
};

/// A device that runs the model of a card.
Outcome<std::unique_ptr<Device>> open_software_device(const model::Card& card, const SoftwareOptions& options = {});

/// Reads a card from JSON. `file` names it in messages. One message lists all faults, each with its place.
Outcome<model::Card> load_card(std::string_view json, const std::string& file);

/// A card file that comes with the program.
struct PresetInfo {
  std::string id;       ///< "gtx560ti", as in model:gtx560ti
  std::string name;     ///< "GeForce GTX 560 Ti"
  std::string summary;  ///< one or two sentences
  std::string compute_capability;  ///< "9.0"; empty where the file says none
};

/// All of them, in order of id.
std::vector<PresetInfo> preset_cards();

/// The fault of an id that names no preset, with the list of known ids; empty for the id of a preset.
std::string fault_of_preset(const std::string& id);

/// The device called model:`id`. The error for an unknown id lists the known ids.
Outcome<std::unique_ptr<Device>> open_preset(const std::string& id, const SoftwareOptions& options = {});

/// The card of a preset, and of a file, for replaying its runs. Devices do not give it.
Outcome<model::Card> preset_card(const std::string& id);
Outcome<model::Card> model_file_card(const std::string& path);
/// The card of "model:NAME" or "file:PATH"; empty for the ids of other devices.
std::optional<Outcome<model::Card>> software_card_of(const std::string& id);

/// Every number of a preset with its source, for people to read. Devices do not give it.
Outcome<model::CardSheet> preset_sheet(const std::string& id);

/// The same for a file.
Outcome<model::CardSheet> model_file_sheet(const std::string& path);

/// The device called file:`path`. The error for a file that can't be read or is no card names the file, the place and the reason.
Outcome<std::unique_ptr<Device>> open_model_file(const std::string& path, const SoftwareOptions& options = {});

}  // namespace chasescope
