// Prints a report about the CUDA device on a card, in one run and in labelled lines. It goes on after a line that failed.
//
//   card_report [INDEX [WORD…]]     only the lines whose labels begin with one of the words
#include "tests/device/card_report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>

#include "engine/device/cuda/cuda_device.h"

namespace chasescope::card_report {

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::vector<std::string> wanted_words;

void line(const std::string& label, const std::function<void()>& body) {
  const auto begins = [&](const std::string& word) { return label.starts_with(word); };
  if (!wanted_words.empty() && std::none_of(wanted_words.begin(), wanted_words.end(), begins)) return;
  std::printf("%-58s ", (label + ":").c_str());
  std::fflush(stdout);
  try {
    body();
    std::printf("\n");
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
  }
  std::fflush(stdout);
}

ChaseResult chase(Device& device, const ChaseRequest& request, const RunControl& control) {
  return checked(device.chase(request, control));
}

std::string size_text(std::uint64_t bytes) {
  if (bytes >= kGiB && bytes % kGiB == 0) return std::to_string(bytes / kGiB) + " GiB";
  if (bytes >= kMiB && bytes % kMiB == 0) return std::to_string(bytes / kMiB) + " MiB";
  return bytes % kKiB == 0 ? std::to_string(bytes / kKiB) + " KiB" : std::to_string(bytes) + " B";
}

namespace {

void report_description(const Description& card) {
  const Properties& p = card.properties;
  const auto number = [](const std::optional<std::uint64_t>& value) { return value ? std::to_string(*value) : std::string("-"); };
  std::printf("name: %s\ndriver: %s\nruntime: %s\nnotes: %s\n", card.name.c_str(), p.driver.value_or("-").c_str(),
              p.runtime.value_or("-").c_str(), p.notes.value_or("-").c_str());
  std::printf("compute capability %s, SMs %s, warp %s, threads per block %s, clock kHz %s, memory clock kHz %s, bus bits %s\n",
              p.compute_capability.value_or("-").c_str(), number(p.sm_count).c_str(), number(p.warp_size).c_str(),
              number(p.max_threads_per_block).c_str(), number(p.clock_khz).c_str(), number(p.memory_clock_khz).c_str(),
              number(p.memory_bus_bits).c_str());
  std::printf("memory %s, L2 %s, shared per SM %s, per block %s, constant %s, registers per SM %s\n",
              number(p.memory_bytes).c_str(), number(p.l2_bytes).c_str(), number(p.shared_bytes_per_sm).c_str(),
              number(p.shared_bytes_per_block).c_str(), number(p.constant_bytes).c_str(), number(p.registers_per_sm).c_str());
  for (const MemorySpace space : card.spaces)
    std::printf("largest footprint in %s: %s B\n", std::string(to_string(space)).c_str(),
                number(card.max_footprint(space)).c_str());
}

void report(Device& device) {
  report_levels(device);
  report_mean(device);
  report_first_accesses(device);
  report_boundaries(device);
  report_l1_sweep(device);
  report_request_times(device);
  report_throughput(device);
  report_cancel(device);
  report_sms(device);
  report_batches(device);
  report_banks(device);
  report_outstanding(device);
  report_pairs(device);
  report_copies(device);
  report_bandwidth(device);
  report_instructions(device);
  report_clusters(device);
  report_filling(device);
}

}  // namespace
}  // namespace chasescope::card_report

using namespace chasescope;
using namespace chasescope::card_report;

int main(int argc, char** argv) {
  const auto index = static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 0);
  wanted_words.assign(argv + std::min(argc, 2), argv + argc);
  auto start = Clock::now();
  std::string why;
  const auto cards = list_cuda_cards(&why);
  std::printf("listing took %.1f ms\n", milliseconds_since(start));
  for (const CudaCard& card : cards) std::printf("cuda:%u %s, %s\n", card.index, card.name.c_str(), card.summary.c_str());
  if (cards.empty()) {
    std::printf("no card: %s\n", why.c_str());
    return 1;
  }
  start = Clock::now();
  auto device = open_cuda_device(index);
  std::printf("opening took %.1f ms\n", milliseconds_since(start));
  if (!device) {
    std::printf("FAILED to open: %s\n", device.error().message.c_str());
    return 1;
  }
  std::unique_ptr<Device> card = *std::move(device);
  report_description(card->description());
  report(*card);

  const std::uint64_t offered = *card->description().properties.max_footprint_bytes;
  start = Clock::now();
  card.reset();
  std::printf("closing took %.1f ms\n", milliseconds_since(start));
  start = Clock::now();
  auto again = open_cuda_device(index);
  std::printf("opening again took %.1f ms%s%s\n", milliseconds_since(start),
              again ? "" : ", FAILED: ", again ? "" : again.error().message.c_str());
  if (again)
    std::printf("memory offered: %llu B at first, %llu B after closing\n", static_cast<unsigned long long>(offered),
                static_cast<unsigned long long>(*(*again)->description().properties.max_footprint_bytes));
  return 0;
}
