// The properties of a card that the driver reports. Private to kernels/.
#pragma once

#include "kernels/driver/driver_api.h"
#include "kernels/host/cuda_backend.h"

namespace chasescope::cuda {

/// The driver's handle of card `index`. Throws no_card with a sentence that says how many cards there are.
CUdevice card_of(const DriverApi& api, unsigned index);

std::string card_name(const DriverApi& api, CUdevice device);

/// All properties that can be read without a context.
CardProperties read_properties(const DriverApi& api, CUdevice device);

/// A summary such as "compute capability 9.0, 132 SMs, 139.8 GiB".
std::string summary_of(const CardProperties& properties);

/// The bytes of free memory that a chase may have. A margin is left for the driver and for other processes.
/// \pre the context is current.
std::uint64_t offered_memory(const DriverApi& api);

}  // namespace chasescope::cuda
