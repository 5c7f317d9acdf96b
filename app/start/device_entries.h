// The devices that there are, as the list in the window has them.
#pragma once

#include <vector>

#include "engine/device/catalogue/catalogue.h"
#include "widgets/shell/device_list.h"

namespace chasescope {

/// Models by their generations.
std::vector<DeviceEntry> device_entries(const DeviceListing& listing);

}  // namespace chasescope
