// The entries of the window's list of devices.
#pragma once

#include <vector>

#include "engine/device/catalogue/catalogue.h"
#include "widgets/shell/device_list.h"

namespace chasescope {

/// An entry for each device. Those of models have the generation and its year.
std::vector<DeviceEntry> device_entries(const DeviceListing& listing);

}  // namespace chasescope
