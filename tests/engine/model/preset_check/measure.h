// The measurements of the check table on a preset. They may use a model's ground truth, because they check models and infer
// nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/device/software/software_device.h"

namespace chasescope::preset_check {

/// Whether an access was answered in a certain way, by its name: "l1+walk" begins with the data part and ends with the translation.
using Answer = std::function<bool(const std::string&)>;
Answer by(const std::string& part);      ///< by this data part
Answer beyond(const std::string& part);  ///< by any translation but this one

class Bench {
 public:
  explicit Bench(const std::string& preset);

  Device& device() { return *device_; }
  ChaseResult chase(ChaseRequest request);

  /// The latency of the accesses of a warmed-up chase whose answer is `served_by` ("l1+l1_tlb", or "l1" if nothing is translated).
  std::optional<double> latency(MemorySpace space, const Pattern& pattern, const std::string& served_by);
  /// The largest footprint, a multiple of `step` from low to high, of which no access in steady state has the answer `miss`.
  std::uint64_t largest_without(const Answer& miss, MemorySpace space, std::uint64_t stride, std::uint64_t low, std::uint64_t high,
                                std::uint64_t step, std::optional<unsigned> l1_kib = {});
  /// The smallest footprint in (low, high] of which each element has the answer `miss` at least once in 60 passes.
  std::uint64_t all_are(const Answer& miss, MemorySpace space, std::uint64_t stride, std::uint64_t low, std::uint64_t high);
  /// The number of elements of a uniform pattern that have the answer `miss` at least once in 60 passes.
  std::uint64_t elements_that(const Answer& miss, MemorySpace space, std::uint64_t bytes, std::uint64_t stride,
                              std::optional<unsigned> l1_kib = {});
  /// The bytes between two answers `miss` in a row when memory is read word by word for the first time.
  std::uint64_t spacing(const Answer& miss, MemorySpace space, std::uint64_t bytes);
  /// The smallest stride at which twenty accesses are twenty pages, more than an L1 TLB of 16 entries holds.
  std::uint64_t spacing_of_pages();
  /// The bytes that are still in the cache after a read of more than fits: a pass forwards, then backwards (LRU).
  std::uint64_t retained(const Answer& hit, MemorySpace space, std::uint64_t line, std::uint64_t bytes);
  /// Whether an agent in space b (thread `b_thread`) evicts lines of an agent in space a, if both fill the cache.
  bool share(MemorySpace a, MemorySpace b, unsigned b_thread, std::uint64_t bytes, std::uint64_t stride);
  /// The number of different arrays that four warps find.
  unsigned arrays(MemorySpace space, std::uint64_t bytes, std::uint64_t stride);

  double bank(std::uint64_t stride, unsigned bank_bytes);
  double burst(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing);
  /// The number of threads, a multiple of two, after which two more threads cost the most; 0 if no step costs an eighth of a lone
  /// request.
  std::uint64_t spike(std::uint64_t loads, std::uint64_t sharing);
  /// The number of loads of one warp that can be under way: one more load has to wait.
  std::uint64_t loads_under_way();
  /// The number of copied bytes at which the gain of an L2 that was not flushed stops growing.
  std::uint64_t copy_knee();

 private:
  bool any(const Answer& miss, MemorySpace space, std::uint64_t bytes, std::uint64_t stride, std::optional<unsigned> l1_kib);
  std::unique_ptr<Device> device_;
};

}  // namespace chasescope::preset_check
