// What the check table measures on a preset. It may read a model's ground truth: it checks models, it infers nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/device/software/software_device.h"

namespace chasescope::preset_check {

/// Tells by its name who answered: "l1+walk" begins with the data part and ends with the translation.
using Answer = std::function<bool(const std::string&)>;
Answer by(const std::string& part);      ///< this data part
Answer beyond(const std::string& part);  ///< any but this translation

class Bench {
 public:
  explicit Bench(const std::string& preset);

  Device& device() { return *device_; }
  ChaseResult chase(ChaseRequest request);

  /// The latency of the accesses of a warmed-up chase that `served_by` names ("l1+l1_tlb", or "l1" where nothing is translated).
  std::optional<double> latency(MemorySpace space, const Pattern& pattern, const std::string& served_by);
  /// The largest footprint, a multiple of `step` in [low, high], none of whose accesses in steady state is such an answer.
  std::uint64_t largest_without(const Answer& miss, MemorySpace space, std::uint64_t stride, std::uint64_t low, std::uint64_t high,
                                std::uint64_t step, std::optional<unsigned> l1_kib = {});
  /// The smallest footprint in (low, high] all of whose accesses are such an answer at least now and then.
  std::uint64_t all_are(const Answer& miss, MemorySpace space, std::uint64_t stride, std::uint64_t low, std::uint64_t high);
  /// How many elements of a uniform pattern are such an answer at least once in many passes.
  std::uint64_t elements_that(const Answer& miss, MemorySpace space, std::uint64_t bytes, std::uint64_t stride,
                              std::optional<unsigned> l1_kib = {});
  /// Bytes between two such answers when memory is read word by word for the first time.
  std::uint64_t spacing(const Answer& miss, MemorySpace space, std::uint64_t bytes);
  /// The smallest stride at which twenty accesses are twenty pages, more than an L1 TLB of 16 entries holds.
  std::uint64_t spacing_of_pages();
  /// Bytes that are still there when more than fits has been read: read on, then back (LRU).
  std::uint64_t retained(const Answer& hit, MemorySpace space, std::uint64_t line, std::uint64_t bytes);
  /// Whether an agent in space b, thread t, takes lines from one in space a that fill the cache between them.
  bool share(MemorySpace a, MemorySpace b, unsigned b_thread, std::uint64_t bytes, std::uint64_t stride);
  /// Arrays that four warps find to be different ones.
  unsigned arrays(MemorySpace space, std::uint64_t bytes, std::uint64_t stride);

  double bank(std::uint64_t stride, unsigned bank_bytes);
  double burst(std::uint64_t threads, std::uint64_t loads, std::uint64_t sharing);
  /// The number of threads, a multiple of two, after which two more cost the most; 0 if no two cost a quarter of a request.
  std::uint64_t spike(std::uint64_t loads, std::uint64_t sharing);
  /// Loads of one warp under way: one more has to wait.
  std::uint64_t loads_under_way();
  /// Where the gain of an L2 that was not flushed stops growing.
  std::uint64_t copy_knee();

 private:
  bool any(const Answer& miss, MemorySpace space, std::uint64_t bytes, std::uint64_t stride, std::optional<unsigned> l1_kib);
  std::unique_ptr<Device> device_;
};

}  // namespace chasescope::preset_check
