// The requests besides the chase: what is asked and what comes back, member for member as the device protocol names them.
//
//   BankRequest request{.stride = 2, .word_bytes = 4, .bank_bytes = 4, .repeats = 64};
//   auto outcome = device.ask(request, {});   // Outcome<BankResult>
//
// Values only. Each request names its call (`kCall`) and the type of its result (`Result`), so that codec, server and client
// are written once for all of them. Sizes are bytes, times are SM clock cycles.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/chase.h"
#include "engine/device/residency.h"

/// The list of all requests besides the chase. Code that has to treat all of them (the seam's variant, runs, codec, server,
/// recorder) is generated from this list.
#define CHASESCOPE_OTHER_REQUESTS(of)                                                                                        \
  of(PairedChaseRequest) of(BankRequest) of(OutstandingRequest) of(CopyRequest) of(BandwidthRequest) of(InstructionsRequest) \
      of(ClusterRequest) of(OperationsRequest) of(ResidencyRequest) of(TrialsRequest)

namespace chasescope {

struct PairedChaseResult {
  ChaseResult a;
  ChaseResult b;
  friend bool operator==(const PairedChaseResult&, const PairedChaseResult&) = default;
};

/// Two threads of one block (agents A and B) follow separate arrays: warm A, warm B, time A, time B. If A's array was evicted by B,
/// their memory spaces share a cache.
struct PairedChaseRequest {
  using Result = PairedChaseResult;
  static constexpr std::string_view kCall = "paired_chase";
  ChaseRequest a;         ///< followed by thread 0
  ChaseRequest b;         ///< followed by thread `b_thread`
  unsigned b_thread = 1;  ///< from 1 to below the threads of a block
  friend bool operator==(const PairedChaseRequest&, const PairedChaseRequest&) = default;
};

struct BankResult {
  double mean_cycles = 0;  ///< per access of the warp
  friend bool operator==(const BankResult&, const BankResult&) = default;
};

/// One warp reads shared memory: lane i starts at word i·stride (2014 paper, bank conflicts).
struct BankRequest {
  using Result = BankResult;
  static constexpr std::string_view kCall = "bank";
  std::uint64_t stride = 1;  ///< words; 0: all lanes read one word
  unsigned word_bytes = 4;   ///< 4, 8 or 16
  unsigned bank_bytes = 4;   ///< the bank mode: 4 or 8
  std::uint64_t repeats = 1;
  friend bool operator==(const BankRequest&, const BankRequest&) = default;
};

struct OutstandingResult {
  std::vector<double> cycles;  ///< one per repeat, from the first issue to the last arrival
  friend bool operator==(const OutstandingResult&, const OutstandingResult&) = default;
};

/// `threads` threads issue `loads` independent loads each; `sharing` neighbouring threads load the same block (request study).
struct OutstandingRequest {
  using Result = OutstandingResult;
  static constexpr std::string_view kCall = "outstanding";
  std::uint64_t threads = 1;
  std::uint64_t loads = 1;
  std::uint64_t sharing = 1;  ///< 1: all blocks unique
  std::uint64_t block_bytes = 128;
  std::uint64_t repeats = 1;  ///< before each repeat the blocks are absent from the L1 and present in the L2
  friend bool operator==(const OutstandingRequest&, const OutstandingRequest&) = default;
};

/// At least one of the two members is set.
struct CopyResult {
  std::optional<double> cycles;
  std::optional<double> seconds;
  friend bool operator==(const CopyResult&, const CopyResult&) = default;
};

/// Copies `bytes`; with `flush`, the L2 is flushed before (request study).
struct CopyRequest {
  using Result = CopyResult;
  static constexpr std::string_view kCall = "copy";
  std::uint64_t bytes = 0;
  bool flush = false;
  friend bool operator==(const CopyRequest&, const CopyRequest&) = default;
};

enum class Direction { read, write, copy };

/// The protocol's word ("read").
std::string_view to_string(Direction direction);
std::optional<Direction> direction_from(std::string_view word);

struct BandwidthResult {
  double bytes_per_cycle = 0;
  double bytes_per_second = 0;
  friend bool operator==(const BandwidthResult&, const BandwidthResult&) = default;
};

/// Throughput of one level.
struct BandwidthRequest {
  using Result = BandwidthResult;
  static constexpr std::string_view kCall = "bandwidth";
  std::string level;  ///< "l1", "shared", "l2", "dram", or a name that the device knows
  Direction direction = Direction::read;
  std::uint64_t bytes = 0;               ///< of the array, summed over all blocks
  unsigned access_bytes = 4;             ///< of one load or store: 4, 8 or 16; 1 and 2, which a device may refuse
  std::optional<std::uint64_t> blocks;   ///< unset: the device chooses
  std::optional<std::uint64_t> threads;  ///< per block; unset: the device chooses
  friend bool operator==(const BandwidthRequest&, const BandwidthRequest&) = default;
};

/// In which order code runs: straight, or in blocks of equal size, each of which ends with a branch to a computed address. The
/// instructions are the same for both orders of blocks, so that only what the SM fetches ahead of the branch can make a difference.
enum class CodeOrder {
  straight,
  in_order,   ///< each block is followed by the one behind it in memory
  scattered,  ///< no block is, or comes soon after; scattered_stride() of engine/trace/block_order.h
};

/// The protocol's word ("in_order").
std::string_view to_string(CodeOrder order);
std::optional<CodeOrder> code_order_from(std::string_view word);

struct InstructionsResult {
  double cycles_per_instruction = 0;
  std::uint64_t instruction_bytes = 16;
  /// Of the blocks in which the code ran. JSON leaves it out for straight code. A device that doesn't know the order of a request
  /// runs straight code and states no block.
  std::uint64_t block_bytes = 0;
  friend bool operator==(const InstructionsResult&, const InstructionsResult&) = default;
};

/// Code of `bytes` bytes, run once untimed and then `repeats` times. The calls of blocks count as part of their instructions.
struct InstructionsRequest {
  using Result = InstructionsResult;
  static constexpr std::string_view kCall = "instructions";
  std::uint64_t bytes = 0;
  std::uint64_t repeats = 1;
  /// JSON leaves it out where it is straight, so that devices and files that do not know it go on working.
  CodeOrder order = CodeOrder::straight;
  friend bool operator==(const InstructionsRequest&, const InstructionsRequest&) = default;
};

enum class ClusterOperation { load, bulk_copy };

/// The protocol's word ("bulk_copy").
std::string_view to_string(ClusterOperation operation);
std::optional<ClusterOperation> cluster_operation_from(std::string_view word);

struct ClusterResult {
  std::vector<double> cycles;  ///< one per access
  friend bool operator==(const ClusterResult&, const ClusterResult&) = default;
};

/// Accesses to the shared memory of another block of the cluster (Hopper and later).
struct ClusterRequest {
  using Result = ClusterResult;
  static constexpr std::string_view kCall = "cluster";
  unsigned cluster_size = 1;
  unsigned rank = 0;  ///< of the block whose shared memory is accessed; below `cluster_size`
  ClusterOperation operation = ClusterOperation::load;
  std::uint64_t accesses = 1;
  friend bool operator==(const ClusterRequest&, const ClusterRequest&) = default;
};

enum class MemoryOperation {
  load,
  store,
  atomic,
  reduce,
  async_copy,
  bulk_copy,
  load_after_store,
  hit_under_miss,
  load_after_atomic
};

/// The protocol's word ("load_after_store").
std::string_view to_string(MemoryOperation operation);
std::optional<MemoryOperation> memory_operation_from(std::string_view word);

enum class OperationLevel { shared, global };

/// The protocol's word ("global").
std::string_view to_string(OperationLevel level);
std::optional<OperationLevel> operation_level_from(std::string_view word);

struct OperationsResult {
  std::vector<double> cycles;  ///< one per repeat, from the first issue to the last completion, the cost of measuring included
  double overhead_cycles = 0;  ///< cycles of the same code without the operations
  friend bool operator==(const OperationsResult&, const OperationsResult&) = default;
};

/// Each thread makes `count` operations at its own address, `spacing_bytes` behind the address of the thread before (0: all threads
/// use one address). A load or an atomic is complete when its value is stored in shared memory. A store or a reduction (an atomic
/// that returns nothing) is complete when a fence behind it has completed; the fence's own cost is the overhead. A copy is complete
/// when its bytes are in shared memory. `load_after_store`: a load from the address where the thread has stored some time before.
/// `hit_under_miss`: a load that hits the L1 right behind a load that misses; complete when the value of the hit has arrived.
/// `load_after_atomic`: a load past the L1 from the address of an atomic that the thread has completed before.
struct OperationsRequest {
  using Result = OperationsResult;
  static constexpr std::string_view kCall = "operations";
  MemoryOperation operation = MemoryOperation::load;
  OperationLevel level = OperationLevel::global;
  bool warm = false;          ///< global: true: each thread has loaded its address into the L1 before; false: the L1 is empty
  std::uint64_t threads = 1;  ///< per block
  std::uint64_t blocks = 1;   ///< each on its own SM; the result is that of the slowest block
  std::uint64_t spacing_bytes = 0;  ///< 0, or a multiple of `access_bytes`
  unsigned access_bytes = 4;        ///< loads from global memory and asynchronous copies: 4, 8 or 16; bulk copies: a multiple of 16
  std::uint64_t count = 1;          ///< independent operations of a thread in a row; more than 1 for atomics and reductions only
  std::uint64_t repeats = 1;        ///< before each repeat, lines of global memory are in the L2
  /// The place of the first thread's address in the array, a multiple of `access_bytes`. JSON leaves it out where it is 0, so that
  /// devices and files that do not know it go on working.
  std::uint64_t offset_bytes = 0;
  friend bool operator==(const OperationsRequest&, const OperationsRequest&) = default;
};

}  // namespace chasescope
