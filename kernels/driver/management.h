// What NVIDIA's management library (NVML) tells of a card now: clocks, ECC, MIG, who else computes on it. Private to kernels/.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/driver/card_conditions.h"

namespace chasescope::cuda {

/// Sentences for the card at that PCI address ("0000:0a:00.0"), such as "ECC is on. Its SMs run at 1,980 MHz now." Empty where the
/// library is missing or tells nothing: nothing depends on it.
std::string state_in_words(const std::string& pci_address);

/// Looks at one card again and again, with the library loaded all the while. The library is libnvidia-ml.so.1, or the file that the
/// environment variable CHASESCOPE_LIBNVML names.
class CardWatch {
 public:
  explicit CardWatch(const std::string& pci_address);
  ~CardWatch();
  CardWatch(const CardWatch&) = delete;
  CardWatch& operator=(const CardWatch&) = delete;

  /// What the card does now; nothing where the library is missing or does not know it. Some milliseconds at the most.
  std::optional<CardConditions> look() const;

 private:
  class Library;
  std::unique_ptr<Library> library_;
  void* device_ = nullptr;
};

}  // namespace chasescope::cuda
