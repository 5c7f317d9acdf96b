// Runs one chase: fills the array, launches the kernel, and drains the ring while it runs. Private to kernels/.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "kernels/chase_launch.h"
#include "kernels/chased_array.h"
#include "kernels/cuda_backend.h"
#include "kernels/cuda_owners.h"
#include "kernels/loaded_kernels.h"

namespace chasescope::cuda {

class ChaseRunner : NotCopyable {
 public:
  /// Uses the limits that `properties` tells. The context is current, here and in every call.
  ChaseRunner(Api api, LoadedKernels& kernels, const CardProperties& properties);

  ChaseAnswer run(const ChaseOrder& order, ChaseEvents& events);

  /// What two clock reads in a row differ by: the median of a few.
  double clock_pair_cycles();

  /// The latency of one load that depends on the load before, with nothing else in between: from chains of different lengths.
  double shared_load_latency();
  double texture_load_latency();

  ChasedArray& array() { return array_; }

 private:
  void fill(const ChaseOrder& order, ChaseEvents& events, ChaseLaunch& launch);
  void launch_until_it_ran(const ChaseOrder& order, ChaseEvents& events, ChaseLaunch& launch);
  void drain(const ChaseOrder& order, ChaseEvents& events);
  bool ends_when_told() noexcept;
  void check_end(const ChaseOrder& order) const;
  double chained_latency(const char* kernel, std::uint64_t texture);
  Mailboxes& mail() const { return *static_cast<Mailboxes*>(mailboxes_.memory()); }

  Api api_;
  LoadedKernels& kernels_;
  const CardProperties& properties_;
  Stream stream_;
  MappedBuffer mailboxes_;  // and the ring behind them
  DeviceBuffer claim_;
  ChasedArray array_;
  std::unique_ptr<DeviceBuffer> shared_image_;
  ChainKey shared_content_;
  ChainKey constant_content_;
  std::uint64_t launches_ = 0;
};

/// The kernel for an order ("chase_each_global_ca_4").
std::string kernel_name(const ChaseOrder& order);

}  // namespace chasescope::cuda
