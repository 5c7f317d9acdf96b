// Failures of a card or its driver. Thrown inside kernels/, turned into a DeviceError by engine/device/cuda.
#pragma once

#include <stdexcept>
#include <string>

namespace chasescope::cuda {

enum class Failure {
  no_driver,       ///< libcuda.so.1 is not there, or can't be used
  driver_too_old,  ///< the driver is there, but too old for this build
  no_card,         ///< no card, or none of that number
  card_in_use,     ///< exclusive to another process, or prohibited
  unsupported,     ///< the card can't do that
  invalid,         ///< the request is not possible on any card, or too large
  out_of_memory,
  launch_failed,
  timed_out,
  lost,  ///< the context is gone for good; opening the card anew makes a fresh one
  cancelled,
  internal,
};

/// what() is a sentence that says what is wrong and what a person can do.
class CudaFailure : public std::runtime_error {
 public:
  CudaFailure(Failure kind, const std::string& sentence, bool loses_context = false)
      : std::runtime_error(sentence), kind_(kind), loses_context_(loses_context) {}
  Failure kind() const { return kind_; }
  /// Nothing works in the context any more; open the card anew.
  bool loses_context() const { return loses_context_; }

 private:
  Failure kind_;
  bool loses_context_;
};

}  // namespace chasescope::cuda
