// Which devices there are, and how an id becomes an open device.
//
//   cuda:N           the N-th card, through the CUDA driver
//   model:NAME       a bundled software GPU
//   file:PATH        a software GPU described by a JSON file
//   recording:PATH   a saved session that answers what it recorded
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/device.h"
#include "engine/device/software/software_device.h"

namespace chasescope {

struct CatalogueEntry {
  std::string id;       ///< "model:gtx780"
  std::string name;     ///< "GeForce GTX 780"
  Origin origin = Origin::model;
  std::string summary;  ///< one line: what it is
  friend bool operator==(const CatalogueEntry&, const CatalogueEntry&) = default;
};

struct DeviceListing {
  std::vector<CatalogueEntry> devices;  ///< cards first, then models
  std::string why_no_card;           ///< a sentence when no card was found, else empty
};

/// Everything that can be opened without a path. Asks the driver for cards; opens none.
DeviceListing list_devices();

/// What models are opened with. Nothing else has a use for it: a card brings its own noise.
struct OpenOptions {
  std::optional<model::NoiseSpec> noise;  ///< in place of the model's own
  std::optional<std::uint64_t> seed;      ///< of all random choices of a model; 1 if not given
  bool empty() const { return !noise && !seed; }
};

/// Opens the device of that id. Unknown kinds and names list what there is.
Outcome<std::unique_ptr<Device>> open_device(const std::string& id, const OpenOptions& options = {});

}  // namespace chasescope
