// The host side of the kernels: cards, and what is measured on them. No CUDA type here, and no NVIDIA library is linked.
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

#include "kernels/driver/card_conditions.h"
#include "kernels/driver/cuda_failure.h"

namespace chasescope::cuda {

struct CardSummary {
  unsigned index = 0;
  std::string name;     ///< "NVIDIA H200"
  std::string summary;  ///< "compute capability 9.0, 132 SMs, 139.8 GiB"
  std::string compute_capability;  ///< "9.0"
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
  std::uint64_t max_blocks_per_sm = 0;
  std::uint64_t clock_khz = 0;
  std::uint64_t memory_clock_khz = 0;
  std::uint64_t memory_bus_bits = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t l2_bytes = 0;
  std::uint64_t shared_bytes_per_sm = 0;
  std::uint64_t shared_bytes_per_block = 0;  ///< the most that a block may have (opt-in)
  std::uint64_t constant_bytes = 0;
  std::uint64_t registers_per_sm = 0;
  std::string pci_address;  ///< "0000:0a:00.0"
  std::string state;  ///< what the management library tells now, in sentences; may be empty
  bool watchdog = false;  ///< a display ends kernels that run for seconds
  bool clusters = false;  ///< blocks can form clusters (compute capability 9.0 and later)
  bool mapping = false;   ///< one piece of memory can be shown at many addresses

  // The largest array of a chase, at the time of opening.
  std::uint64_t max_global_bytes = 0;   ///< free memory less a margin
  std::uint64_t max_texture_bytes = 0;  ///< of 4-byte elements
  std::uint64_t max_constant_bytes = 0;
  std::uint64_t max_shared_bytes = 0;  ///< what a block may have less the chase's own buffers
  // Beyond the card; 0: it has no such memory.
  std::uint64_t max_host_bytes = 0;     ///< pinned memory of the host
  std::uint64_t max_managed_bytes = 0;  ///< unified memory whose pages move when they are touched
  std::uint64_t max_peer_bytes = 0;     ///< memory of another card
  std::optional<unsigned> peer;         ///< the number of that card

  double clock_pair_cycles = 0;  ///< what two clock reads in a row differ by
  std::string clock_rise;        ///< how the card came to its clock when it was opened, in sentences
};

enum class Space { global_ca, global_cg, readonly, texture, constant, shared, host, managed, peer };

/// Not the card's own memory: pinned memory of the host, unified memory whose pages lie on the host before each request, memory of
/// another card. Read by the loads of global_cg: through the L1 a second access would not come to the bus.
inline bool is_beyond_card(Space space) { return space == Space::host || space == Space::managed || space == Space::peer; }

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

/// Asked and told while something runs, on the calling thread. Must not throw.
class RunEvents {
 public:
  virtual ~RunEvents() = default;
  virtual bool stop_requested() = 0;
  /// How much is done, 0 to 1; never less than before.
  virtual void on_progress(double fraction) = 0;
};

class ChaseEvents : public RunEvents {
 public:
  /// The next latencies, in cycles, in order.
  virtual void on_cycles(std::vector<float> cycles) = 0;
};

struct ChaseAnswer {
  std::optional<double> mean_cycles;  ///< record mean: the load, and the making of its address
  /// Record each: what of every entry is not the load (calibration.h). None where that can't be told.
  std::optional<double> overhead_cycles;
  unsigned sm = 0;
};

/// Asked and told while a batch of chases runs; `request` is the place in the batch.
class BatchEvents : public RunEvents {
 public:
  void on_progress(double) final {}
  virtual void on_progress_of(std::size_t request, double fraction) = 0;
  virtual void on_cycles(std::size_t request, std::vector<float> cycles) = 0;
};

/// One of the two.
struct BatchOutcome {
  std::optional<ChaseAnswer> answer;
  std::optional<CudaFailure> failure;
};

/// Two agents of one block with an array each: warm A, warm B, time A, time B.
struct PairedOrder {
  ChaseOrder a;           ///< walked by thread 0; its SM, carve-out and patience hold for both
  ChaseOrder b;           ///< walked by thread `b_thread`
  unsigned b_thread = 1;  ///< from 1 to below the threads of a block
};

class PairedEvents : public RunEvents {
 public:
  /// The next latencies of an agent (0 or 1): all of agent 0 come before the first of agent 1.
  virtual void on_cycles(unsigned agent, std::vector<float> cycles) = 0;
};

struct PairedAnswer {
  ChaseAnswer a;
  ChaseAnswer b;
};

/// One warp, lane i of which reads the shared word i · stride again and again.
struct BankOrder {
  std::uint64_t stride = 1;  ///< words
  unsigned word_bytes = 4;   ///< 4, 8 or 16
  unsigned bank_bytes = 4;   ///< 4; cards with another mode are too old for these kernels
  std::uint64_t repeats = 1;
};

/// A block of threads that issue independent loads; `sharing` neighbouring threads load the same block of memory.
struct OutstandingOrder {
  std::uint64_t threads = 1;
  std::uint64_t loads = 1;  ///< a thread's
  std::uint64_t sharing = 1;
  std::uint64_t block_bytes = 128;  ///< from one block of memory to the next
  std::uint64_t repeats = 1;
};

/// Copies `bytes` after the L2 was flushed, or with the source warm in it.
struct CopyOrder {
  std::uint64_t bytes = 0;
  bool flush = false;
};

enum class Level { l1, shared, l2, dram, host, peer };
enum class Flow { read, write, copy };

/// Throughput of a level. l1 and shared: each block has a slice of the array for itself; l2, dram and beyond: all share it. host
/// and peer: what the SMs read from pinned memory of the host, or from another card, or write to it.
struct BandwidthOrder {
  Level level = Level::l2;
  Flow flow = Flow::read;
  std::uint64_t bytes = 0;               ///< the array, over all blocks
  unsigned access_bytes = 16;            ///< 4, 8 or 16
  std::optional<std::uint64_t> blocks;   ///< none: one on each SM
  std::optional<std::uint64_t> threads;  ///< per block; none: as many as a block can have
};

struct BandwidthAnswer {
  double bytes_per_cycle = 0;
  double bytes_per_second = 0;
};

/// Straight-line code of `bytes` bytes, run once untimed and then `repeats` times.
struct InstructionsOrder {
  std::uint64_t bytes = 0;
  std::uint64_t repeats = 1;
};

struct InstructionsAnswer {
  double cycles_per_instruction = 0;
  unsigned instruction_bytes = 0;
};

/// Rank 0 of a cluster accesses the shared memory of block `rank`.
struct ClusterOrder {
  unsigned size = 1;
  unsigned rank = 0;
  bool bulk_copy = false;  ///< else loads
  std::uint64_t accesses = 1;
};

enum class Operation { load, store, atomic, reduce, async_copy, bulk_copy, load_after_store, hit_under_miss };

/// Threads that make operations, each at a place of its own or all at one; checked before but for what only the card knows.
struct OperationsOrder {
  Operation operation = Operation::load;
  bool in_shared = false;           ///< else in global memory
  bool warm = false;                ///< each place has been loaded; else the L1 is empty
  std::uint64_t threads = 1;        ///< per block
  std::uint64_t blocks = 1;         ///< one on an SM
  std::uint64_t spacing_bytes = 0;  ///< from the place of a thread to that of the next
  unsigned access_bytes = 4;
  std::uint64_t count = 1;  ///< operations of a thread in a row
  std::uint64_t repeats = 1;
};

struct OperationsAnswer {
  std::vector<double> cycles;  ///< of each repeat, from the first issue to the last completion
  double overhead_cycles = 0;  ///< the same without the operations: the median
};

/// Trials: random subsets of places are visited and visited again, timed; what is drawn is fixed by the device protocol.
struct TrialsOrder {
  Space space = Space::global_ca;  ///< global_ca, global_cg, readonly or texture
  std::uint64_t places = 0;
  std::uint64_t spacing = 0, base = 0;  ///< bytes; where the places are not listed
  std::vector<std::uint32_t> listed;    ///< the 4-byte element of each place
  bool same_memory = false;             ///< all places show one page of memory, only translation differs
  std::vector<std::uint64_t> listed_addresses;  ///< then: the offset of each place in bytes
  std::vector<std::uint32_t> timed;     ///< a bit for each place; empty: all are timed
  std::uint64_t footprint_bytes = 0;
  std::uint64_t threshold = 0;  ///< a place is in where the upper half of its hash is below this
  std::uint64_t fill_passes = 1;
  std::uint64_t trials = 0, first = 0, seed = 0;
  bool same_order = false;
  bool cycles = false;    ///< else bits
  std::uint32_t cut = 0;  ///< by bits: more cycles are a miss
  std::optional<std::uint64_t> flush_bytes;  ///< of other memory that all SMs read before each trial, which then runs alone
  std::optional<int> carveout_percent;
  std::optional<unsigned> sm;
};

struct TrialsAnswer {
  std::vector<std::uint32_t> words;   ///< for each trial words_per_trial: a bit for each place, or the cycles of the timed ones in order (0: was not in)
  std::uint64_t words_per_trial = 0;
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

  /// Several chases, many of them at once on different SMs (batch_plan.h says which); outcomes in their order. Throws only what
  /// ends the whole card. SMs contend for what they share, so that the latencies of misses are not those of lone chases.
  std::vector<BatchOutcome> chase_batch(std::span<const ChaseOrder> orders, BatchEvents& events);

  PairedAnswer paired_chase(const PairedOrder& order, PairedEvents& events);

  /// Cycles per access of the warp: the latency of a load that the next one waits for, and nothing besides.
  double bank(const BankOrder& order, RunEvents& events);

  /// Cycles from the first issue to the last arrival, one per repeat; reading the clock and one store to shared memory included.
  std::vector<double> outstanding(const OutstandingOrder& order, RunEvents& events);

  /// Cycles of the block that took longest, each by the clock of its SM, from when all blocks are there to when all is written.
  double copy(const CopyOrder& order, RunEvents& events);

  /// Over a millisecond or so; what a copy moves counts twice, in and out. Throws `invalid` for what the level can't hold, or for
  /// what would not measure it.
  BandwidthAnswer bandwidth(const BandwidthOrder& order, RunEvents& events);

  /// Multiply-adds that do not wait for each other, by one thread; jumping to them is subtracted.
  InstructionsAnswer instructions(const InstructionsOrder& order, RunEvents& events);

  /// Cycles of each access, without the cost of measuring. A bulk copy moves 16 bytes and ends when the other block sees them
  /// complete.
  std::vector<double> cluster(const ClusterOrder& order, RunEvents& events);

  /// Of several blocks, the cycles of the one that took longest, after all have met.
  OperationsAnswer operations(const OperationsOrder& order, RunEvents& events);

  /// Without a flush, each SM runs one trial of a launch: a launch empties the L1.
  TrialsAnswer trials(const TrialsOrder& order, RunEvents& events);

  /// Gives the arrays back to the card; the next request allocates anew.
  void release_memory();

  /// Bytes of the card's memory that are held for arrays.
  std::uint64_t held_bytes() const;

  /// What the card does now, as its management library tells; nothing where that is missing. Needs no context, and disturbs no
  /// kernel.
  std::optional<CardConditions> conditions();

  /// Whether an earlier failure took the context along: every request answers `lost`.
  bool is_lost() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace chasescope::cuda
