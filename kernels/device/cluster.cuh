// Shared memory of another SM (compute capability 9.0 and later): loads from it, and bulk copies to it, by rank in the cluster.
//
// Block 0 accesses the shared memory of block `rank`; one thread of each block is active. Dependent loads read a word that holds
// its own address, and are timed like those of a chase. A bulk copy completes at the target block, on another SM with another
// clock. So a round trip is timed: block 0 sends, the target block sees the completion and signals back. The time of the signal is
// known from round trips of signals alone. A copy of a block to itself needs no signal. The signals are relaxed, since nobody reads
// the copied bytes, and an ordering would cost fences.
#pragma once

#include <cstdint>

#include "kernels/device/machine.cuh"
#include "kernels/device/request_launch.h"
#include "kernels/device/spaces.cuh"

#if __CUDA_ARCH__ >= 900

namespace chasescope::cuda {

__device__ __forceinline__ std::uint32_t cluster_rank() {
  std::uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

/// The address of this block's shared memory in block `rank`.
__device__ __forceinline__ std::uint32_t address_in(std::uint32_t address, std::uint32_t rank) {
  std::uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
  return there;
}

__device__ __forceinline__ void wait_for_cluster() {
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;" : : : "memory");
}

/// The generic address, in block `rank`, of a shared variable of this block. Loads in the cluster take generic addresses;
/// converting a 32-bit address before each load would be timed with the load.
__device__ __forceinline__ std::uint64_t generic_address_in(const void* here, std::uint32_t rank) {
  std::uint64_t there;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(here), "r"(rank));
  return there;
}

/// An mbarrier in shared memory, at which a thread waits for one arrival, or for the announced bytes. The thread sleeps until the
/// mbarrier wakes it (try_wait). A polling thread (test_wait) would see an arrival up to one poll of 23 cycles late, and the phase
/// between polls and copies would differ from launch to launch, and with it the measured cycles.
struct Signal {
  std::uint32_t address;  ///< in this block
  std::uint32_t parity = 0;

  __device__ __forceinline__ void initialise() const {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(address) : "memory");
  }
  __device__ __forceinline__ void expect_bytes() const {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(address), "n"(kBulkBytes) : "memory");
  }
  __device__ __forceinline__ void wait() {
    std::uint32_t done = 0;
    while (done == 0)
      asm volatile(
          "{\n\t.reg .pred complete;\n\t"
          "mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 complete, [%1], %2;\n\t"
          "selp.u32 %0, 1, 0, complete;\n\t}"
          : "=r"(done)
          : "r"(address), "r"(parity)
          : "memory");
    parity ^= 1;
  }
};

/// Arrives at a signal of any block of the cluster, by its address there.
__device__ __forceinline__ void signal(std::uint32_t there) {
  asm volatile("mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [%0];" : : "r"(there) : "memory");
}

__device__ __forceinline__ void copy_bulk(std::uint32_t to, std::uint32_t from, std::uint32_t signal_there) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               :
               : "r"(to), "r"(from), "n"(kBulkBytes), "r"(signal_there)
               : "memory");
}

#define CHASESCOPE_CLUSTER_LOAD "ld.u64 %2, [%2];\n\t"
#define CHASESCOPE_4_CLUSTER_LOADS CHASESCOPE_CLUSTER_LOAD CHASESCOPE_CLUSTER_LOAD CHASESCOPE_CLUSTER_LOAD CHASESCOPE_CLUSTER_LOAD
#define CHASESCOPE_CLUSTER_CHAIN(LOADS, CYCLES)                                                                  \
  {                                                                                                              \
    std::uint64_t begin;                                                                                         \
    std::uint64_t end;                                                                                           \
    asm volatile("mov.u64 %0, %%clock64;\n\t" LOADS "st.volatile.shared.u64 [%3], %2;\n\tmov.u64 %1, %%clock64;" \
                 : "=&l"(begin), "=&l"(end), "+l"(next)                                                          \
                 : "r"(sink)                                                                                     \
                 : "memory");                                                                                    \
    CYCLES = saturated(end - begin);                                                                             \
  }
static_assert(kChainStep == 4);

__device__ __forceinline__ void load_from_cluster(ClusterAnswer& answer, std::uint32_t accesses, std::uint64_t next,
                                                  std::uint32_t sink, std::uint32_t* cycles) {
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; i < kClusterRounds; ++i) {
    CHASESCOPE_CLUSTER_CHAIN(CHASESCOPE_4_CLUSTER_LOADS, answer.rounds[i])
    CHASESCOPE_CLUSTER_CHAIN(CHASESCOPE_4_CLUSTER_LOADS CHASESCOPE_4_CLUSTER_LOADS, answer.rounds[kClusterRounds + i])
  }
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t turn = 0; turn < 2; ++turn) {  // the first turn brings the instructions into the caches
    CHASESCOPE_NO_UNROLL
    for (std::uint32_t i = 0; i < (turn == 0 ? min(accesses, 16) : accesses); ++i)
      CHASESCOPE_CLUSTER_CHAIN(CHASESCOPE_CLUSTER_LOAD, cycles[i])
  }
}

}  // namespace chasescope::cuda

extern "C" __global__ void cluster_load(const chasescope::cuda::ClusterLaunch launch) {
  using namespace chasescope::cuda;
  __shared__ std::uint64_t word;
  __shared__ std::uint64_t sink;
  __shared__ std::uint32_t cycles[kClusterChunk];
  const std::uint32_t rank = cluster_rank();
  word = generic_address_in(&word, rank);
  wait_for_cluster();
  if (rank == 0) {
    auto& answer = *reinterpret_cast<ClusterAnswer*>(launch.answer);
    load_from_cluster(answer, launch.accesses, generic_address_in(&word, launch.rank) + lane_id(),
                      static_cast<std::uint32_t>(__cvta_generic_to_shared(&sink)), cycles);
    for (std::uint32_t i = 0; i < launch.accesses; ++i) answer.cycles[i] = cycles[i];
    publish_system(&answer.finished, 1);
  }
  wait_for_cluster();  // no block may end while another block still reads its shared memory
}

extern "C" __global__ void cluster_bulk_copy(const chasescope::cuda::ClusterLaunch launch) {
  using namespace chasescope::cuda;
  __shared__ __align__(16) unsigned char source[kBulkBytes];
  __shared__ __align__(16) unsigned char target[kBulkBytes];
  __shared__ std::uint64_t arrival;  // bytes or a signal have arrived at the target block
  __shared__ std::uint64_t reply;    // a signal has come back to block 0
  __shared__ std::uint32_t cycles[kClusterChunk];
  const auto address = [](const void* pointer) { return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer)); };
  const std::uint32_t rank = cluster_rank();
  const std::uint32_t asked = launch.rank;
  Signal arrived{address(&arrival)};
  Signal replied{address(&reply)};
  arrived.initialise();
  replied.initialise();
  for (std::uint32_t i = 0; i < kBulkBytes; ++i) source[i] = static_cast<unsigned char>(i);
  asm volatile("fence.mbarrier_init.release.cluster;\n\tfence.proxy.async.shared::cta;" : : : "memory");
  wait_for_cluster();

  auto& answer = *reinterpret_cast<ClusterAnswer*>(launch.answer);
  const std::uint32_t to = address_in(address(target), asked);
  const std::uint32_t arrived_there = address_in(arrived.address, asked);
  const std::uint32_t reply_to = address_in(replied.address, 0);
  const std::uint32_t rounds = kClusterRounds + launch.accesses;  // the first rounds also wait for instruction fetches
  CHASESCOPE_NO_UNROLL
  for (std::uint32_t i = 0; i < rounds; ++i) {
    if (rank == 0 && asked == 0) {
      arrived.expect_bytes();
      const std::uint64_t begin = read_clock();
      copy_bulk(to, address(source), arrived_there);
      arrived.wait();
      const std::uint64_t end = read_clock();
      if (i >= kClusterRounds) cycles[i - kClusterRounds] = saturated(end - begin);
    } else if (rank == 0) {
      std::uint64_t begin = read_clock();
      copy_bulk(to, address(source), arrived_there);
      replied.wait();
      std::uint64_t end = read_clock();
      if (i >= kClusterRounds) cycles[i - kClusterRounds] = saturated(end - begin);
      begin = read_clock();
      signal(arrived_there);
      replied.wait();
      end = read_clock();
      if (i < kClusterRounds) answer.rounds[i] = saturated(end - begin);
    } else if (rank == asked) {
      arrived.expect_bytes();
      arrived.wait();
      signal(reply_to);
      arrived.wait();
      signal(reply_to);
    }
  }
  if (rank == 0) {
    for (std::uint32_t i = 0; i < launch.accesses; ++i) answer.cycles[i] = cycles[i];
    publish_system(&answer.finished, 1);
  }
  wait_for_cluster();
}

#endif
