#include "kernels/host/bank_run.h"

#include <algorithm>
#include <string>

#include "kernels/device/request_launch.h"

namespace chasescope::cuda {
namespace {

constexpr std::uint64_t kBankRepeatsPerLaunch = 4096;  // some ms, even with every lane in one bank

void refuse_impossible_banks(const Workbench& bench, const BankOrder& order, std::uint64_t bytes) {
  const CardProperties& card = bench.properties;
  if (order.bank_bytes != 4)  // only compute capability 3.x could choose, and these kernels run on none of them
    throw CudaFailure(Failure::unsupported, "The banks of " + card.name + " are always 4 bytes wide; there is no mode of " +
                                                std::to_string(order.bank_bytes) + ".");
  if (bytes > card.shared_bytes_per_block)
    throw CudaFailure(Failure::invalid, "A stride of " + std::to_string(order.stride) + " words of " +
                                            std::to_string(order.word_bytes) + " B needs " + std::to_string(bytes) +
                                            " B of shared memory; a block of " + card.name + " has " +
                                            std::to_string(card.shared_bytes_per_block) + ".");
}

}  // namespace

double run_bank(Workbench& bench, const BankOrder& order, RunEvents& events) {
  const std::uint64_t stride_bytes = order.stride * order.word_bytes;
  const std::uint64_t bytes = 31 * stride_bytes + order.word_bytes;
  refuse_impossible_banks(bench, order, bytes);
  const std::string name = "bank_" + std::to_string(order.word_bytes);
  const CUfunction kernel = bench.kernels.function(name);
  bench.kernels.allow_shared_bytes(kernel, bench.properties.shared_bytes_per_block);

  auto& sums = *bench.answer<BankSums>();
  std::uint64_t short_chains = 0;
  std::uint64_t long_chains = 0;
  for (std::uint64_t done = 0; done < order.repeats;) {
    refuse_if_stopped(events);
    const std::uint64_t repeats = std::min(kBankRepeatsPerLaunch, order.repeats - done);
    sums = {};
    BankLaunch launch{bench.answers.address(), static_cast<std::uint32_t>(stride_bytes), static_cast<std::uint32_t>(repeats)};
    bench.run(name, 1, 32, bytes, launch);
    if (sums.finished == 0) throw no_word();
    short_chains += sums.short_chains;
    long_chains += sums.long_chains;
    done += repeats;
    events.on_progress(static_cast<double>(done) / static_cast<double>(order.repeats));
  }
  const auto loads = static_cast<double>(order.repeats) * (kLongBankChain - kShortBankChain);
  return (static_cast<double>(long_chains) - static_cast<double>(short_chains)) / loads;
}

}  // namespace chasescope::cuda
