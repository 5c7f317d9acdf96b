// The host side of the kernels: cards, and chases on them. No CUDA type here, and no NVIDIA library is linked.
//
//   for (const CardSummary& card : list_cards()) …
//   Card card(0);
//   ChaseAnswer answer = card.chase(order, events);
//
// The driver is loaded at run time: libcuda.so.1, or the file that the environment variable CHASESCOPE_LIBCUDA names (for
// tests and for drivers in unusual places). Everything here may throw CudaFailure, whose text is a sentence for a person;
// clean-up never throws. A Card is used by one thread at a time, though not always by the same one. It uses the card's primary
// context and a stream of its own, and never resets the card.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/cuda_failure.h"

namespace chasescope::cuda {

struct CardSummary {
  unsigned index = 0;
  std::string name;     ///< "NVIDIA H200"
  std::string summary;  ///< "compute capability 9.0, 132 SMs, 139.8 GiB"
};

/// All cards. Throws no_driver, driver_too_old or no_card where there are none to list. Makes no context.
std::vector<CardSummary> list_cards();

/// What the driver tells of a card, and what follows from it. Sizes in bytes; 0 or empty: not told.
struct CardProperties {
  std::string name;
  std::string driver;    ///< "580.159.03, CUDA 13.0"
  std::string compiled;  ///< "kernels compiled by CUDA 13.0 for 75, 80, 90"
  unsigned capability_major = 0;
  unsigned capability_minor = 0;
  std::uint64_t sm_count = 0;
  std::uint64_t warp_size = 0;
  std::uint64_t max_threads_per_block = 0;
  std::uint64_t clock_khz = 0;
  std::uint64_t memory_clock_khz = 0;
  std::uint64_t memory_bus_bits = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint64_t shared_bytes_per_sm = 0;
  std::uint64_t shared_bytes_per_block = 0;  ///< the most that a block may have (opt-in)
  std::uint64_t constant_bytes = 0;
  std::uint64_t registers_per_sm = 0;
  bool watchdog = false;  ///< a display ends kernels that run for seconds

  // The largest array of a chase, at the time of opening.
  std::uint64_t max_global_bytes = 0;   ///< free memory less a margin
  std::uint64_t max_texture_bytes = 0;  ///< of 4-byte elements
  std::uint64_t max_constant_bytes = 0;
  std::uint64_t max_shared_bytes = 0;  ///< what a block may have less the chase's own buffers

  double clock_pair_cycles = 0;  ///< what two clock reads in a row differ by
};

enum class Space { global_ca, global_cg, readonly, texture, constant, shared };

/// One chase. Offsets and sizes in bytes, each a multiple of the element; all checked before.
struct ChaseOrder {
  Space space = Space::global_ca;
  unsigned element_bytes = 4;              ///< 4 or 8
  std::uint64_t footprint_bytes = 0;       ///< of the array
  std::uint64_t stride = 0;                ///< uniform pattern: footprint / stride elements, in order
  std::span<const std::uint64_t> offsets;  ///< listed pattern, when not empty: this order
  std::uint64_t warmup = 0;
  std::uint64_t accesses = 0;
  bool mean = false;                           ///< only the mean, not every access
  std::optional<int> carveout_percent;         ///< none: the driver's choice
  std::optional<unsigned> sm;                  ///< none: anywhere
  std::chrono::milliseconds patience{30'000};  ///< a kernel that makes no progress for so long has hung
};

/// Asked and told while a chase runs, on the calling thread. Must not throw.
class ChaseEvents {
 public:
  virtual ~ChaseEvents() = default;
  virtual bool stop_requested() = 0;
  /// The next latencies, in cycles, in order.
  virtual void on_cycles(std::vector<float> cycles) = 0;
  /// How much is done, 0 to 1; never less than before.
  virtual void on_progress(double fraction) = 0;
};

struct ChaseAnswer {
  std::optional<double> mean_cycles;  ///< record mean: the load, and the making of its address
  /// Record each: what of every entry is not the load (calibration.h). None where that can't be told.
  std::optional<double> overhead_cycles;
  unsigned sm = 0;
};

class Card {
 public:
  /// Opens card `index`: retains its primary context and loads the kernels.
  explicit Card(unsigned index);
  ~Card();
  Card(const Card&) = delete;
  Card& operator=(const Card&) = delete;

  const CardProperties& properties() const;

  /// Runs a chase and returns when it has ended; latencies come through `events`. Throws `cancelled` when stopped, `lost` once
  /// the context is gone. That the chain arrived where it must is checked: otherwise `internal`.
  ChaseAnswer chase(const ChaseOrder& order, ChaseEvents& events);

  /// Gives the arrays back to the card; the next chase allocates anew.
  void release_memory();

  /// Bytes of the card's memory that are held for arrays.
  std::uint64_t held_bytes() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace chasescope::cuda
