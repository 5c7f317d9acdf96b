// The present state of a card according to NVIDIA's management library (NVML): clocks, ECC, MIG, other processes that compute on
// it. Private to kernels/.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kernels/driver/card_conditions.h"

namespace chasescope::cuda {

/// Reads the state of one card again and again; the library stays loaded meanwhile. The library is libnvidia-ml.so.1, or the file
/// that the environment variable CHASESCOPE_LIBNVML names.
class CardWatch {
 public:
  /// Loads and starts the library. `pci_address`: of the card ("0000:0a:00.0").
  explicit CardWatch(const std::string& pci_address);
  ~CardWatch();
  CardWatch(const CardWatch&) = delete;
  CardWatch& operator=(const CardWatch&) = delete;

  /// The present state of the card; no value if the library is missing or does not know the card. Takes some milliseconds at most.
  std::optional<CardConditions> look() const;
  /// The present state in sentences, such as "ECC is on. Its SMs ran at 1,980 MHz when it was found." Empty if the library is
  /// missing or gives no answer: no measurement depends on it.
  std::string in_words() const;

 private:
  class Library;
  std::unique_ptr<Library> library_;
  void* device_ = nullptr;
};

}  // namespace chasescope::cuda
