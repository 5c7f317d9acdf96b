// What the driver tells of a card. Private to kernels/.
#pragma once

#include "kernels/driver/driver_api.h"
#include "kernels/host/cuda_backend.h"

namespace chasescope::cuda {

/// The card's number as the driver counts. Throws no_card, with how many there are.
CUdevice card_of(const DriverApi& api, unsigned index);

std::string card_name(const DriverApi& api, CUdevice device);

/// Everything that needs no context.
CardProperties read_properties(const DriverApi& api, CUdevice device);

/// "compute capability 9.0, 132 SMs, 139.8 GiB".
std::string summary_of(const CardProperties& properties);

/// Free memory of the card that a chase may have: what is left after a margin for the driver and for others.
/// The context is current.
std::uint64_t offered_memory(const DriverApi& api);

}  // namespace chasescope::cuda
