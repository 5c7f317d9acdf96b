// Which devices there are, and how an id becomes an open device.
//
//   cuda:N           the N-th card (cuda:all: every one, where a command takes several), through the CUDA driver
//   model:NAME       a bundled software GPU
//   file:PATH        a software GPU described by a JSON file
//   recording:PATH   a saved session that answers what it recorded; recording:h100 and recording:h200 are bundled
//   mystery:FILE     a sealed software GPU that is to be found out
//   exec:COMMAND     a program that speaks the device protocol on its standard input and output
//   ssh:HOST[:DEVICE]  a device of another machine, through ssh and the ChaseScope that is installed there
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/software/software_device.h"

namespace chasescope {

struct CatalogueEntry {
  std::string id;    ///< "model:gtx780"
  std::string name;  ///< "GeForce GTX 780"
  Origin origin = Origin::model;
  std::string summary;                  ///< one line about the device
  std::string compute_capability = {};  ///< "9.0"; empty for a device without one, such as the textbook cache
  friend bool operator==(const CatalogueEntry&, const CatalogueEntry&) = default;
};

struct DeviceListing {
  std::vector<CatalogueEntry> devices;  ///< cards first, then models, then bundled recordings
  std::string why_no_card;              ///< a sentence when no card was found, else empty
};

/// Everything that can be opened without a path. Asks the driver for cards; opens none.
DeviceListing list_devices();

/// Options for opening a device.
struct OpenOptions {
  std::optional<model::NoiseSpec> noise;  ///< replaces the model's own noise; for software GPUs only
  std::optional<std::uint64_t> seed;      ///< of the random choices, 1 if not given; for software GPUs only
  /// Called with each line of the standard error of exec: and ssh: devices, on the measuring thread; may be empty.
  std::function<void(std::string_view line)> log;
  std::stop_token stop;  ///< ends the opening within 200 ms: `cancelled`
};

/// The fault of an id that can't name any device: an unknown kind, no number of a card, no bundled model. Does not check whether
/// files, hosts and programs exist. Empty if there is no fault.
std::string fault_of_device_id(const std::string& id);

/// The devices that a text names: one id, or several ids separated by commas. An id may be `cuda:all`, which stands for every card
/// of this machine; if there is none, the result is empty, and `why_none` a sentence. A path or a command may contain commas too,
/// so a comma separates ids only if each part begins with a kind ("model:").
std::vector<std::string> ids_of_devices(const std::string& words, std::string& why_none);

/// As fault_of_device_id(), for a text that ids_of_devices() takes.
std::string fault_of_devices(const std::string& words);

/// If the id is that of a card ("cuda:1"), the driver starts this card alone from now on (start_one_cuda_card()). Call it before
/// any device was listed or opened, while no other thread runs.
void start_one_card(const std::string& id);

/// Opens the device of that id. The error for an unknown kind or name lists the known ones.
Outcome<std::unique_ptr<Device>> open_device(const std::string& id, const OpenOptions& options = {});

/// The card behind the software GPU of that id ("model:NAME", "file:PATH"), for replaying its runs. Empty for other devices,
/// mystery cards included, since these are sealed.
std::optional<Outcome<model::Card>> card_of_device(const std::string& id);

/// Every number of the software GPU of that id ("model:NAME", "file:PATH") with its source, for people to read:
/// no measurement uses it. Empty for other devices.
std::optional<Outcome<model::CardSheet>> sheet_of_device(const std::string& id);

}  // namespace chasescope
