// Runs chases: fills their arrays, launches the kernel, and drains the ring while it runs. Private to kernels/.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/device/chase_launch.h"
#include "kernels/host/batch_memory.h"
#include "kernels/host/chase_watch.h"
#include "kernels/host/workbench.h"

namespace chasescope::cuda {

class ChaseRunner : NotCopyable {
 public:
  /// The context is current, here and in every call.
  explicit ChaseRunner(Workbench& bench);

  ChaseAnswer run(const ChaseOrder& order, ChaseEvents& events);
  PairedAnswer run_paired(const PairedOrder& order, PairedEvents& events);
  /// Throws only failures that lose the context.
  std::vector<BatchOutcome> run_batch(std::span<const ChaseOrder> orders, BatchEvents& events);

  /// The difference of two clock reads in a row: the median of a few.
  double clock_pair_cycles();

  /// The latency of one dependent load without overhead, from the difference of chains of different lengths.
  double shared_load_latency();
  double texture_load_latency();

 private:
  /// Where a chase's array begins in the memory of its kind.
  struct Place {
    std::uint64_t arena = 0;
    std::uint64_t constant = 0;
    std::uint64_t shared = 0;  ///< within the block's shared memory
    std::uint64_t image = 0;   ///< within the buffer that holds the images of arrays in shared memory
  };

  /// The warm-up accesses that a warp made for a chase, and the SM of that warp.
  struct WarmedUp {
    std::uint64_t accesses = 0;
    unsigned sm = 0;
  };

  std::optional<std::uint64_t> made_by_itself(const ChaseOrder& order) const;
  WarmedUp warm_up_by_warp(const ChaseOrder& order, RunEvents& events);
  ChaseLaunch prepare(const ChaseOrder& order, const Place& place, const MailSlot& slot, RunEvents& events);
  void reserve_images(std::uint64_t bytes);
  std::vector<unsigned> attempts() const;
  void launch_until_it_ran(const ChaseOrder& order, const std::string& kernel, unsigned threads, std::size_t shared_bytes,
                           ChaseLaunch& first, void* argument, ChaseWatch watch, RunEvents& events);
  CudaFailure took_none(const ChaseOrder& order) const;
  static ChaseWatch watch_of(const ChaseOrder& order, const MailSlot& slot, std::function<void(std::vector<float>)> cycles,
                             ChaseWatch::TakeProgress progress);
  /// `elsewhere`: warm-up accesses that a warp made for the chase.
  static ChaseAnswer end_of(const ChaseOrder& order, const Mailboxes& mail, unsigned agent = 0, std::uint64_t elsewhere = 0);
  BatchMemory& batch_memory();
  bool run_together(std::span<const ChaseOrder> orders, const std::vector<std::size_t>& group, BatchEvents& events,
                    std::vector<BatchOutcome>& outcomes);
  void launch_batch(std::span<const ChaseOrder> orders, const std::vector<std::size_t>& group, std::vector<ChaseLaunch>& launches,
                    const std::vector<std::size_t>& waiting, unsigned blocks, BatchEvents& events);
  double chained_latency(const char* kernel, std::uint64_t texture);

  Workbench& bench_;
  MappedBuffer mailboxes_;  // and the ring behind them
  MailSlot slot_;
  DeviceBuffer claim_;
  std::unique_ptr<DeviceBuffer> images_;  // of arrays in shared memory
  Contents image_content_;
  Contents constant_content_;
  std::unique_ptr<BatchMemory> batch_memory_;  // made with the first batch
  std::uint64_t launches_ = 0;
};

/// Whether arrays of the space lie in the arena.
inline bool in_arena(Space space) { return space != Space::constant && space != Space::shared; }

/// Bytes of constant memory, or of shared memory, that an array occupies, padded for an array behind it; 0 in other spaces.
inline std::uint64_t constant_room(const ChaseOrder& order) {
  return order.space == Space::constant ? (order.footprint_bytes + 255) / 256 * 256 : 0;
}
inline std::uint64_t shared_room(const ChaseOrder& order) {
  return order.space == Space::shared ? (order.footprint_bytes + kSharedAlignment - 1) / kSharedAlignment * kSharedAlignment : 0;
}

/// The kernel for an order ("chase_each_global_ca_4").
std::string kernel_name(const ChaseOrder& order);

/// The same as a number, for the paired kernel, which contains the code of all spaces.
TimedCode timed_code(const ChaseOrder& order);

}  // namespace chasescope::cuda
