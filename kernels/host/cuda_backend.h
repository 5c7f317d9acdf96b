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

/// What the driver reports about a card, and what is computed from that. Sizes in bytes; 0 or empty: not reported.
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
  std::string state;        ///< the management library's report when the card was opened, in sentences; may be empty
  bool watchdog = false;  ///< a display ends kernels that run for seconds
  bool clusters = false;  ///< blocks can form clusters (compute capability 9.0 and later)
  bool mapping = false;   ///< one piece of physical memory can be mapped at many virtual addresses

  // The largest array of a chase, at the time of opening.
  std::uint64_t max_global_bytes = 0;   ///< free memory less a margin
  std::uint64_t max_texture_bytes = 0;  ///< of 4-byte elements
  std::uint64_t max_constant_bytes = 0;
  std::uint64_t max_shared_bytes = 0;  ///< the most that a block may have, less the chase's own buffers
  // Memory beyond the card; 0: the card can't reach such memory.
  std::uint64_t max_host_bytes = 0;     ///< pinned memory of the host
  std::uint64_t max_managed_bytes = 0;  ///< unified memory whose pages move when they are touched
  std::uint64_t max_peer_bytes = 0;     ///< memory of another card
  std::optional<unsigned> peer;         ///< the number of that card

  double clock_pair_cycles = 0;  ///< the difference of two clock reads in a row
  std::string clock_rise;        ///< how the clock rose from its idle rate when the card was opened, in sentences
};

enum class Space { global_ca, global_cg, readonly, texture, constant, shared, host, managed, peer };

/// Whether a space is not the card's own memory: pinned memory of the host, unified memory whose pages lie on the host before each
/// request, memory of another card. Such spaces are read with the loads of global_cg, which bypass the L1: an L1 hit would never
/// reach the bus.
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
  std::optional<unsigned> sm;                  ///< none: any SM
  std::chrono::milliseconds patience{30'000};  ///< a kernel that makes no progress for this long counts as hung
};

/// Callbacks during a measurement, on the calling thread. They must not throw.
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
  std::optional<double> mean_cycles;  ///< record mean: cycles of the load and of computing its address
  /// Record each: the cycles of every entry that are not the load's own (calibration.h). None where the calibration can't tell.
  std::optional<double> overhead_cycles;
  unsigned sm = 0;
};

/// Callbacks while a batch of chases runs; `request` is the index of the chase in the batch.
class BatchEvents : public RunEvents {
 public:
  void on_progress(double) final {}
  virtual void on_progress_of(std::size_t request, double fraction) = 0;
  virtual void on_cycles(std::size_t request, std::vector<float> cycles) = 0;
};

/// Either the answer or the failure is set.
struct BatchOutcome {
  std::optional<ChaseAnswer> answer;
  std::optional<CudaFailure> failure;
};

/// Two agents of one block with an array each: warm A, warm B, time A, time B.
struct PairedOrder {
  ChaseOrder a;           ///< followed by thread 0; its SM, carve-out and patience hold for both agents
  ChaseOrder b;           ///< followed by thread `b_thread`
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
  std::uint64_t loads = 1;  ///< of each thread
  std::uint64_t sharing = 1;
  std::uint64_t block_bytes = 128;  ///< distance from one block of memory to the next
  std::uint64_t repeats = 1;
};

/// Copies `bytes` after the L2 was flushed, or with the source array in the L2.
struct CopyOrder {
  std::uint64_t bytes = 0;
  bool flush = false;
};

enum class Level { l1, shared, l2, dram, host, peer, readonly, texture, constant };
enum class Flow { read, write, copy };

/// Throughput of a level. l1, readonly, texture and shared: each block has its own slice of the array. l2, dram, host and peer: all
/// blocks share the array. host and peer: the SMs read or write pinned memory of the host, or memory of another card. constant:
/// all threads of a warp read one word, which counts once; all blocks read the same piece of the constant memory.
struct BandwidthOrder {
  Level level = Level::l2;
  Flow flow = Flow::read;
  std::uint64_t bytes = 0;               ///< of the array, summed over all blocks
  unsigned access_bytes = 16;            ///< 1, 2, 4, 8 or 16
  std::optional<std::uint64_t> blocks;   ///< none: one on each SM
  std::optional<std::uint64_t> threads;  ///< per block; none: as many as a block can have
};

struct BandwidthAnswer {
  double bytes_per_cycle = 0;
  double bytes_per_second = 0;
};

/// Code of `bytes` bytes, run once untimed and then `repeats` times.
struct InstructionsOrder {
  std::uint64_t bytes = 0;
  std::uint64_t repeats = 1;
  std::uint64_t stride = 0;  ///< from one block to the next, in blocks of kCodeBlockBytes; 0: straight code
};

inline constexpr std::uint64_t kCodeBlockBytes = 256;

struct InstructionsAnswer {
  double cycles_per_instruction = 0;  ///< of blocks: with the calls
  unsigned instruction_bytes = 0;
};

/// Rank 0 of a cluster accesses the shared memory of block `rank`.
struct ClusterOrder {
  unsigned size = 1;
  unsigned rank = 0;
  bool bulk_copy = false;  ///< false: loads
  std::uint64_t accesses = 1;
};

enum class Operation { load, store, atomic, reduce, async_copy, bulk_copy, load_after_store, hit_under_miss, load_after_atomic };

/// Each thread makes operations at its own address, or all threads at one address. All members have been checked, except against
/// the limits that only the card knows.
struct OperationsOrder {
  Operation operation = Operation::load;
  bool in_shared = false;           ///< false: in global memory
  bool warm = false;                ///< true: each thread's address has been loaded into the L1; false: the L1 is empty
  std::uint64_t threads = 1;        ///< per block
  std::uint64_t blocks = 1;         ///< at most one on each SM
  std::uint64_t spacing_bytes = 0;  ///< distance between the addresses of neighbouring threads
  unsigned access_bytes = 4;
  std::uint64_t count = 1;  ///< operations that each thread makes in a row
  std::uint64_t repeats = 1;
  std::uint64_t offset_bytes = 0;  ///< where in the array the first thread's address lies
};

struct OperationsAnswer {
  std::vector<double> cycles;  ///< of each repeat, from the first issue to the last completion
  double overhead_cycles = 0;  ///< median of the same code without the operations
};

/// The eviction priority that a load gives its line in the L2 (PTX: `evict_normal`, and so on).
enum class L2Priority { normal, first, last, unchanged };

/// All SMs read one word in every `spacing_bytes` of the kept array, twice, and then of the swept array, once. Then one thread
/// times loads from places of the kept array. All members have been checked, except against the limits that only the card knows.
struct ResidencyOrder {
  std::uint64_t kept_bytes = 0;
  L2Priority kept = L2Priority::normal;
  std::uint64_t swept_bytes = 0;  ///< 0: no second array
  L2Priority swept = L2Priority::normal;
  std::uint64_t spacing_bytes = 128;
  std::uint64_t timed_offset = 0;  ///< from a word that was read to the word that is timed
  std::uint64_t places = 1;
  std::optional<std::uint64_t> persisting_bytes;  ///< to set aside for lines of priority `last`; none: as the driver does
  std::optional<std::uint64_t> fetch_bytes;       ///< fetch granularity of the L2; none: as the driver does
};

struct ResidencyAnswer {
  std::vector<double> cycles;  ///< of each place, a clock read included
};

/// Trials: each visits a random subset of the places untimed, and then again, timed. The device protocol fixes how subsets and
/// orders are drawn.
struct TrialsOrder {
  Space space = Space::global_ca;  ///< global_ca, global_cg, readonly or texture
  std::uint64_t places = 0;
  std::uint64_t spacing = 0, base = 0;  ///< bytes; used when `listed` is empty
  std::vector<std::uint32_t> listed;    ///< the 4-byte element of each place
  bool same_memory = false;             ///< the virtual addresses of all places map to one physical page: only translation differs
  std::vector<std::uint64_t> listed_addresses;  ///< with same_memory: the byte offset of each place, where places are listed
  std::vector<std::uint32_t> timed;             ///< a bit for each place; empty: all places are timed
  std::uint64_t footprint_bytes = 0;
  std::uint64_t threshold = 0;  ///< a place belongs to a trial's subset if the upper half of its hash is below this
  std::uint64_t fill_passes = 1;
  std::uint64_t trials = 0, first = 0, seed = 0;
  bool same_order = false;
  bool cycles = false;    ///< record cycles; false: a bit for each place
  std::uint32_t cut = 0;  ///< for bits: an access that takes more cycles is a miss
  std::optional<std::uint64_t> flush_bytes;  ///< of other memory that all SMs read before each trial; one trial at a time
  std::optional<int> carveout_percent;
  std::optional<unsigned> sm;
};

struct TrialsAnswer {
  std::vector<std::uint32_t> words;  ///< words_per_trial for each trial: a bit for each place, or the cycles of the timed places in
                                     ///< order (0: not in the subset)
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
  /// the context is gone, and `internal` if the chase did not end at the element that its order requires.
  ChaseAnswer chase(const ChaseOrder& order, ChaseEvents& events);

  /// Several chases, many of them at once on different SMs (batch_plan.h says which); outcomes in the order of the requests. Throws
  /// only failures that make the whole card unusable. SMs contend for the L2 and the memory behind it, so the latencies of misses
  /// differ from those of chases that run alone.
  std::vector<BatchOutcome> chase_batch(std::span<const ChaseOrder> orders, BatchEvents& events);

  PairedAnswer paired_chase(const PairedOrder& order, PairedEvents& events);

  /// Cycles per access of the warp: the latency of dependent loads, without the cost of measuring.
  double bank(const BankOrder& order, RunEvents& events);

  /// Cycles from the first issue to the last arrival, one value for each repeat; clock reads and one store to shared memory
  /// included.
  std::vector<double> outstanding(const OutstandingOrder& order, RunEvents& events);

  /// Cycles of the slowest block, by the clock of its SM, from the moment when all blocks have started until its copy is written.
  double copy(const CopyOrder& order, RunEvents& events);

  /// Measures for about a millisecond. Each byte of a copy counts twice: once read, once written. Throws `invalid` for an array
  /// that the level can't hold, and for one that would measure another level.
  BandwidthAnswer bandwidth(const BandwidthOrder& order, RunEvents& events);

  /// One thread executes independent multiply-adds; the cost of the jump to them is subtracted.
  InstructionsAnswer instructions(const InstructionsOrder& order, RunEvents& events);

  /// Cycles of each access, without the cost of measuring. A bulk copy moves 16 bytes and ends when the other block sees that
  /// they have arrived.
  std::vector<double> cluster(const ClusterOrder& order, RunEvents& events);

  /// With several blocks: the cycles of the slowest one, counted from when all blocks have arrived at a common barrier.
  OperationsAnswer operations(const OperationsOrder& order, RunEvents& events);

  /// The L2 is flushed before. Limits of the context that are set for the request are set back afterwards.
  ResidencyAnswer residency(const ResidencyOrder& order, RunEvents& events);

  /// Without a flush, each SM runs one trial in each launch, because the launch empties the L1.
  TrialsAnswer trials(const TrialsOrder& order, RunEvents& events);

  /// Gives the arrays back to the card; the next request allocates anew.
  void release_memory();

  /// Bytes of the card's memory that are held for arrays.
  std::uint64_t held_bytes() const;

  /// The card's present clocks, temperature and power from its management library; nothing without that library. Needs no context
  /// and disturbs no kernel.
  std::optional<CardConditions> conditions();

  /// Whether an earlier failure destroyed the context: every request then answers `lost`.
  bool is_lost() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace chasescope::cuda
