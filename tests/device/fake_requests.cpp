// All that the fake card is asked besides chases. What is timed takes the time that fake_card.h says.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "kernels/device/chase_loops.cuh"
#include "kernels/device/trial_draw.cuh"
#include "tests/device/fake_card.h"
#include "tests/device/fake_kernels.h"
#include "tests/device/fake_mapping.h"

namespace chasescope::cuda::fake {

void run_bank(const BankLaunch& launch) {
  const std::uint64_t latency = fake_bank_latency(launch.stride_bytes);
  auto& sums = *reinterpret_cast<BankSums*>(launch.sums);
  sums = {launch.repeats * (kShortBankChain * latency + kFakeOverhead), launch.repeats * (kLongBankChain * latency + kFakeOverhead),
          1};
}

void run_outstanding(const std::string& name, const OutstandingLaunch& launch, unsigned threads) {
  const std::uint64_t loads = std::stoul(name.substr(name.find('_') + 1));
  if (launch.groups != (threads + launch.sharing - 1) / launch.sharing) return;
  auto* cycles = reinterpret_cast<std::uint64_t*>(launch.cycles);
  for (std::uint32_t i = 0; i < launch.repeats; ++i) cycles[i] = fake_burst(launch.groups * loads, i);
}

void run_sweep(const std::string& name, const SweepLaunch& launch, unsigned blocks) {
  const bool study = name == "copy_bytes";
  const std::uint64_t width = study ? 8 : std::stoul(name.substr(name.rfind('_') + 1));
  const bool sliced = name.find("l1") != std::string::npos || name.find("shared") != std::string::npos;
  const bool copies = study || name.find("copy") != std::string::npos;
  const std::uint64_t array = launch.elements * width * (sliced ? blocks : 1);
  if (name.find("shared") == std::string::npos) {
    if (copies) std::memcpy(reinterpret_cast<void*>(launch.to), reinterpret_cast<void*>(launch.from), study ? launch.bytes : array);
    if (name.find("write") != std::string::npos) std::memset(reinterpret_cast<void*>(launch.to), 0, array);
  }
  auto& sums = *reinterpret_cast<SweepSums*>(launch.sums);
  if (sums.first_ns != ~std::uint64_t{0} || sums.ended != 0) return;  // it was not cleared
  const std::uint64_t ns = kFakeLaunchNs + (study ? launch.bytes : array) * launch.passes * (copies ? 2 : 1) / kFakeBytesPerNs;
  const auto cycles = static_cast<std::uint64_t>(static_cast<double>(ns) * kFakeClockGhz);
  auto& answer = *reinterpret_cast<SweepAnswer*>(launch.answer);
  while (wanted("stuck") && read_system(&answer.stop) == 0) pause_briefly();
  answer.sums = {1000, 1000 + ns, cycles * blocks, ns * blocks, cycles, blocks, blocks};
}

void run_code(const CodeLaunch& launch) {
  const std::uint64_t bytes = kCodeBytes - std::uint64_t{launch.entry} * kCodeStep;
  *reinterpret_cast<CodeAnswer*>(launch.answer) = {fake_code_cycles(bytes) * launch.repeats, 1, 0};
}

void run_operations(const std::string& name, const OperationsLaunch& launch, unsigned blocks, unsigned threads) {
  if (*reinterpret_cast<std::uint64_t*>(launch.arrived) != 0) return;  // it was not cleared
  auto* cycles = reinterpret_cast<std::uint64_t*>(launch.cycles);
  for (std::uint64_t i = 0; i < launch.repeats; ++i)
    for (std::uint64_t block = 0; block < blocks; ++block) {
      cycles[2 * i * blocks + block] = fake_operations(name, launch.before, std::uint64_t{threads} * launch.count) + block;
      cycles[(2 * i + 1) * blocks + block] = kFakeOverhead;
    }
}

void run_cluster(const std::string& name, const ClusterLaunch& launch, unsigned blocks) {
  if (launch.rank >= blocks) return;
  auto& answer = *reinterpret_cast<ClusterAnswer*>(launch.answer);
  const std::uint32_t load = fake_cluster_load(launch.rank);
  const bool bulk = name == "cluster_bulk_copy";
  for (std::uint32_t i = 0; i < kClusterRounds; ++i) {
    answer.rounds[i] = bulk ? 2 * kFakeSignal : kFakeOverhead + kChainStep * load;
    answer.rounds[kClusterRounds + i] = kFakeOverhead + 2 * kChainStep * load;
  }
  for (std::uint32_t i = 0; i < launch.accesses; ++i)
    answer.cycles[i] = (bulk ? fake_bulk_copy(launch.rank) + (launch.rank == 0 ? 0 : kFakeSignal) : load + kFakeOverhead) + i % 2;
  answer.finished = 1;
}

namespace {

/// The 4-byte element of a place. Of places that show one page of memory, the address must be mapped.
std::uint64_t element_of(const TrialsLaunch& launch, std::uint32_t i, bool same_memory) {
  if (!same_memory)
    return launch.listed != 0 ? reinterpret_cast<const std::uint32_t*>(launch.listed)[i] : launch.base + i * launch.spacing;
  const std::uint64_t offset =
      launch.listed != 0 ? reinterpret_cast<const std::uint64_t*>(launch.listed)[i] : launch.far_base + i * launch.far_spacing;
  if (!is_mapped_on_fake(launch.array + offset)) failure = CUDA_ERROR_ILLEGAL_ADDRESS;
  return offset / 4;
}

/// Every SM takes one trial of a launch; a place "takes" fake_latency() of its element, whatever was visited before.
void run_trial(const TrialsLaunch& launch, std::uint32_t ticket, bool same_memory) {
  const auto* const timed = reinterpret_cast<const std::uint32_t*>(launch.timed);
  auto* const slot = reinterpret_cast<std::uint32_t*>(launch.answers) + std::uint64_t{ticket} * launch.slot_words;
  std::fill(slot, slot + launch.slot_words, 0);
  const CardDraw draw(launch, ticket);
  const CardDraw::Order order = draw.order(launch.fill_passes);
  for (std::uint64_t k = 0; k <= launch.mask; ++k) {
    const std::uint32_t i = order.at(k);
    if (i >= launch.places) continue;
    const bool named = timed != nullptr && (timed[i / 32] >> (i % 32) & 1) != 0;
    if (!named && (timed != nullptr || !draw.is_in(i))) continue;
    const std::uint32_t cycles = fake_latency(element_of(launch, i, same_memory));
    if (launch.cycles != 0)
      slot[1 + (timed != nullptr ? rank_of_timed(timed, (launch.places + 31) / 32, i) : i)] = cycles;
    else if (cycles > launch.cut)
      slot[1 + i / 32] |= 1U << (i % 32);
  }
  slot[0] = launch.done;
}

}  // namespace

void run_trials(const TrialsLaunch& launch, unsigned blocks, bool same_memory) {
  if (launch.wanted_sm >= 0 && wanted("blind")) return;
  auto& tickets = *reinterpret_cast<std::uint64_t*>(launch.tickets);
  const unsigned sms = launch.wanted_sm >= 0 ? 1 : std::min(blocks, kFakeSms);
  for (unsigned sm = 0; sm < sms; ++sm) {
    if (wanted("half") && sm % 2 == 1) continue;  // somebody else has these
    for (std::uint32_t made = 0; made < launch.in_a_row && tickets < launch.trials; ++made)
      run_trial(launch, static_cast<std::uint32_t>(tickets++), same_memory);
  }
}

void run_clock_window(const ClockLaunch& launch) {
  static unsigned windows = 0;
  static std::string before;
  const char* words = std::getenv("CHASESCOPE_FAKE_CUDA");
  if (const std::string now = words == nullptr ? "" : words; now != before) {
    windows = 0;
    before = now;
  }
  double ghz = kFakeClockGhz;
  if (wanted("idle") && windows < kFakeSlowWindows) ghz = kFakeIdleGhz;
  if (wanted("limited")) ghz = kFakeLimitedGhz;
  if (wanted("restless") && windows % 2 == 1) ghz = kFakeIdleGhz;
  ++windows;
  const auto cycles = static_cast<std::uint64_t>(ghz * static_cast<double>(launch.nanoseconds));
  *reinterpret_cast<ClockAnswer*>(launch.answer) = {cycles, launch.nanoseconds, 1};
}

}  // namespace chasescope::cuda::fake
