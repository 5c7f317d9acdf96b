// All requests to the fake card besides chases. Timed work takes the cycles that fake_card.h gives.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

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
  const auto is_of = [&](const char* level) { return name.find(level) != std::string::npos; };
  const bool sliced = is_of("l1") || is_of("shared") || is_of("readonly") || is_of("texture") || is_of("constant");
  if (is_of("texture") && reinterpret_cast<FakeTexture*>(launch.from)->element_bytes != width) return;
  const bool copies = study || name.find("copy") != std::string::npos;
  const std::uint64_t array = launch.elements * width * (sliced ? blocks : 1);
  if (name.find("shared") == std::string::npos) {
    if (copies) std::memcpy(reinterpret_cast<void*>(launch.to), reinterpret_cast<void*>(launch.from), study ? launch.bytes : array);
    if (name.find("write") != std::string::npos) std::memset(reinterpret_cast<void*>(launch.to), 0, array);
  }
  auto& sums = *reinterpret_cast<SweepSums*>(launch.sums);
  if (sums.first_ns != ~std::uint64_t{0} || sums.ended != 0) return;  // the host did not clear the sums
  const std::uint64_t ns = kFakeLaunchNs + (study ? launch.bytes : array) * launch.passes * (copies ? 2 : 1) / kFakeBytesPerNs;
  const auto cycles = static_cast<std::uint64_t>(static_cast<double>(ns) * kFakeClockGhz);
  auto& answer = *reinterpret_cast<SweepAnswer*>(launch.answer);
  while (wanted("stuck") && read_system(&answer.stop) == 0) pause_briefly();
  answer.sums = {1000, 1000 + ns, cycles * blocks, ns * blocks, cycles, blocks, blocks};
}

std::function<void()> code_work(const std::string& name, void** arguments) {
  if (name == "straight_code")
    return [launch = *static_cast<const CodeLaunch*>(arguments[0])] {
      const std::uint64_t bytes = kCodeBytes - std::uint64_t{launch.entry} * kCodeStep;
      *reinterpret_cast<CodeAnswer*>(launch.answer) = {fake_code_cycles(bytes) * launch.repeats, 1, 0};
    };
  return [launch = *static_cast<const BlocksLaunch*>(arguments[0])] {
    const std::uint64_t first = wanted("loose_blocks") ? 64 : 4 * kCodeBlockAlignment;
    *reinterpret_cast<BlocksAnswer*>(launch.answer) = {fake_block_cycles(launch.blocks, launch.stride) * launch.repeats, 1, first,
                                                       std::uint64_t{wanted("stray_blocks") ? 3U : 0U}, 0};
  };
}

void run_operations(const std::string& name, const OperationsLaunch& launch, unsigned blocks, unsigned threads) {
  if (*reinterpret_cast<std::uint64_t*>(launch.arrived) != 0) return;  // the host did not clear the counter
  auto* cycles = reinterpret_cast<std::uint64_t*>(launch.cycles);
  for (std::uint64_t i = 0; i < launch.repeats; ++i)
    for (std::uint64_t block = 0; block < blocks; ++block) {
      cycles[2 * i * blocks + block] = fake_operations(name, launch.before, std::uint64_t{threads} * launch.count) + block +
                                       launch.array % kFakePlaces + launch.shared_offset;
      cycles[(2 * i + 1) * blocks + block] = kFakeOverhead;
    }
}

namespace {

/// A step of a request `residency`; the text stands around the address of its array, if it has one.
struct ResidencyStep {
  std::string before;
  std::uint64_t array = 0;
  std::string after;
};
std::vector<ResidencyStep> residency_steps;
std::size_t persisting_bytes = kFakePersisting, fetch_bytes = kFakeFetch;

std::string words_apart(std::uint64_t words, std::uint64_t spacing) {
  return std::to_string(words) + " words " + std::to_string(spacing) + " B apart";
}

}  // namespace

void run_residency_read(const std::string& name, const ResidencyReadLaunch& launch, unsigned blocks, unsigned threads) {
  residency_steps.push_back(
      {name + " at ", launch.array,
       ": " + words_apart(launch.words, launch.spacing) + " by " + std::to_string(blocks) + " x " + std::to_string(threads)});
}

void run_residency_time(const ResidencyTimeLaunch& launch) {
  residency_steps.push_back({"residency_time at ", launch.array,
                             ": " + words_apart(launch.words, launch.spacing) + ", " + std::to_string(launch.places) +
                                 " places, offset " + std::to_string(launch.offset)});
  auto* cycles = reinterpret_cast<std::uint32_t*>(launch.cycles);
  for (std::uint32_t i = 0; i < launch.places; ++i)
    cycles[i] = fake_latency((timed_word(launch, i) * launch.spacing + launch.offset) / 4);
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

/// The 4-byte element of a place, counted from the begin of the array. Where all places show one page of memory, the address must
/// be mapped.
std::uint64_t element_of(const TrialsLaunch& launch, std::uint32_t i, bool same_memory) {
  if (!same_memory)
    return launch.listed != 0 ? reinterpret_cast<const std::uint32_t*>(launch.listed)[i] : launch.base + i * launch.spacing;
  const std::uint64_t offset =
      launch.listed != 0 ? reinterpret_cast<const std::uint64_t*>(launch.listed)[i] : launch.far_base + i * launch.far_spacing;
  if (!is_mapped_on_fake(launch.array + offset)) failure = CUDA_ERROR_ILLEGAL_ADDRESS;
  return offset / 4;
}

/// Runs the trial with this ticket. A place "takes" fake_latency() of its element, whatever places were visited before.
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
    if (wanted("half") && sm % 2 == 1) continue;  // other programs hold these SMs
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

using namespace chasescope::cuda;
using namespace chasescope::cuda::fake;

extern "C" {

const char* fake_residency_steps() {
  static std::string text;
  text.clear();
  std::uint64_t lowest = ~std::uint64_t{0};
  for (const ResidencyStep& step : residency_steps)
    if (step.array != 0) lowest = std::min(lowest, step.array);
  for (const ResidencyStep& step : residency_steps)
    text += step.before + (step.array != 0 ? std::to_string(step.array - lowest) : "") + step.after + "\n";
  residency_steps.clear();
  return text.c_str();
}

CUresult cuCtxGetLimit(size_t* value, CUlimit limit) {
  if (wanted("unlimited")) return CUDA_ERROR_UNSUPPORTED_LIMIT;
  *value = limit == CU_LIMIT_PERSISTING_L2_CACHE_SIZE ? persisting_bytes : fetch_bytes;
  return CUDA_SUCCESS;
}

/// A driver that is "stubborn" leaves its limits as they are.
CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  const bool persisting = limit == CU_LIMIT_PERSISTING_L2_CACHE_SIZE;
  residency_steps.push_back({(persisting ? "persisting " : "fetch ") + std::to_string(value), 0, ""});
  if (wanted("stubborn")) return CUDA_SUCCESS;
  if (persisting)
    persisting_bytes = (value + kFakePersistingStep - 1) / kFakePersistingStep * kFakePersistingStep;
  else
    fetch_bytes = value;
  return CUDA_SUCCESS;
}

CUresult cuCtxResetPersistingL2Cache() {
  residency_steps.push_back({"no priorities", 0, ""});
  return CUDA_SUCCESS;
}

}  // extern "C"
