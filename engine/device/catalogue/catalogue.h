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
  std::string summary;  ///< one line: what it is
  std::string compute_capability = {};  ///< "9.0"; empty where there is none, as of the textbook cache
  friend bool operator==(const CatalogueEntry&, const CatalogueEntry&) = default;
};

struct DeviceListing {
  std::vector<CatalogueEntry> devices;  ///< cards first, then models, then bundled recordings
  std::string why_no_card;              ///< a sentence when no card was found, else empty
};

/// Everything that can be opened without a path. Asks the driver for cards; opens none.
DeviceListing list_devices();

/// What goes with opening a device.
struct OpenOptions {
  std::optional<model::NoiseSpec> noise;  ///< of software GPUs, in place of the model's own; other devices ignore it
  std::optional<std::uint64_t> seed;      ///< of the random choices of software GPUs, 1 if not given; other devices ignore it
  /// Hears the standard error of exec: and ssh: devices, line by line, on the measuring thread; may be empty.
  std::function<void(std::string_view line)> log;
  std::stop_token stop;  ///< ends the opening within 200 ms: `cancelled`
};

/// What is wrong with an id that names no device whatever there may be: an unknown kind, no number of a card, no bundled model.
/// Files, hosts and programs are not looked for. Empty if nothing is.
std::string fault_of_device_id(const std::string& id);

/// The devices that these words name: one id; several with commas between; `cuda:all`, which is every card that is here, as it may
/// also be one of several. Empty, and `why_none` a sentence, where `cuda:all` finds no card. A comma is one between devices only
/// where each part begins with a kind ("model:"), as a path or a command may hold some.
std::vector<std::string> ids_of_devices(const std::string& words, std::string& why_none);

/// As fault_of_device_id(), of words for ids_of_devices().
std::string fault_of_devices(const std::string& words);

/// Opens the device of that id. Unknown kinds and names list what there is.
Outcome<std::unique_ptr<Device>> open_device(const std::string& id, const OpenOptions& options = {});

/// The card behind the software GPU of that id ("model:NAME", "file:PATH"), for playing its runs again. Empty for other devices;
/// a mystery card is sealed, and one of them.
std::optional<Outcome<model::Card>> card_of_device(const std::string& id);

/// Every number of the software GPU of that id ("model:NAME", "file:PATH") with where it comes from, for people: what is measured
/// never passes here. Empty for other devices.
std::optional<Outcome<model::CardSheet>> sheet_of_device(const std::string& id);

}  // namespace chasescope
