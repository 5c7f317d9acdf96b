// What NVIDIA's management library (NVML) tells of a card now: clocks, ECC, MIG, who else computes on it. Private to kernels/.
#pragma once

#include <string>

namespace chasescope::cuda {

/// Sentences for the card at that PCI address ("0000:0a:00.0"), such as "ECC is on. Its SMs run at 1,980 MHz now." Empty where the
/// library is missing or tells nothing: nothing depends on it.
std::string state_in_words(const std::string& pci_address);

}  // namespace chasescope::cuda
