// Prints what one wants to know of the CUDA device on a card, in one run and in labelled lines; goes on where a line fails.
//
//   card_report [INDEX [WORD…]]     only the lines whose labels begin with one of the words
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "engine/device/cuda/cuda_device.h"
#include "tests/device/card_statistics.h"

namespace {

using namespace chasescope;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = kKiB * 1024;
constexpr std::uint64_t kGiB = kMiB * 1024;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::vector<std::string> wanted_words;

/// Runs `body`, which prints the rest of the line; says why if it can't.
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

ChaseRequest uniform(MemorySpace space, std::uint64_t bytes, std::uint64_t stride, std::uint64_t warmup, std::uint64_t accesses) {
  ChaseRequest request;
  request.space = space;
  request.pattern = UniformPattern{bytes, stride};
  request.warmup = warmup;
  request.accesses = accesses;
  return request;
}

ChaseResult chase(Device& device, const ChaseRequest& request, const RunControl& control = {}) {
  auto result = device.chase(request, control);
  if (!result) throw std::runtime_error(std::string(to_string(result.error().code)) + ": " + result.error().message);
  return *std::move(result);
}

std::string size_text(std::uint64_t bytes) {
  if (bytes >= kGiB && bytes % kGiB == 0) return std::to_string(bytes / kGiB) + " GiB";
  if (bytes >= kMiB && bytes % kMiB == 0) return std::to_string(bytes / kMiB) + " MiB";
  return bytes % kKiB == 0 ? std::to_string(bytes / kKiB) + " KiB" : std::to_string(bytes) + " B";
}

void print_levels(const ChaseResult& result) {
  const std::vector<float> cycles = result.cycles.copy();
  std::printf("min %4.0f  p10 %4.0f  median %4.0f  p90 %4.0f  max %6.0f  overhead %.1f  SM %u", quantile(cycles, 0),
              quantile(cycles, 0.1), quantile(cycles, 0.5), quantile(cycles, 0.9), quantile(cycles, 1),
              result.overhead_cycles.value_or(-1), result.sm.value_or(9999));
}

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

void report_levels(Device& device) {
  struct Case {
    MemorySpace space;
    std::uint64_t bytes;
    std::uint64_t stride;
  };
  const std::vector<Case> cases{
      {MemorySpace::global_ca, 8 * kKiB, 32},       {MemorySpace::global_ca, 8 * kKiB, 128},
      {MemorySpace::global_ca, 128 * kKiB, 128},    {MemorySpace::global_ca, 8 * kMiB, 128},
      {MemorySpace::global_ca, 30 * kMiB, 128},     {MemorySpace::global_ca, 512 * kMiB, 128},
      {MemorySpace::global_cg, 8 * kKiB, 128},      {MemorySpace::global_cg, 8 * kMiB, 128},
      {MemorySpace::global_cg, 512 * kMiB, 128},    {MemorySpace::readonly, 8 * kKiB, 128},
      {MemorySpace::readonly, 8 * kMiB, 128},       {MemorySpace::texture, 8 * kKiB, 128},
      {MemorySpace::texture, 8 * kMiB, 128},        {MemorySpace::constant, 1 * kKiB, 64},
      {MemorySpace::constant, 16 * kKiB, 64},       {MemorySpace::constant, 64 * kKiB, 64},
      {MemorySpace::shared, 8 * kKiB, 4},           {MemorySpace::shared, 200 * kKiB, 128},
      {MemorySpace::global_ca, 4 * kGiB, 2 * kMiB}, {MemorySpace::global_ca, 64 * kGiB, 32 * kMiB},
  };
  for (const Case& c : cases)
    for (const unsigned element : {4U, 8U}) {
      if (element == 8 && c.stride < 8) continue;
      if (element == 4 && c.bytes > 16 * kGiB) continue;
      line("levels, " + std::string(to_string(c.space)) + ", " + size_text(c.bytes) + " by " + size_text(c.stride) + ", " +
               std::to_string(element) + " B elements",
           [&] {
             ChaseRequest request =
                 uniform(c.space, c.bytes, c.stride, std::min<std::uint64_t>(2 * c.bytes / c.stride, 600'000), 8192);
             request.element_bytes = element;
             print_levels(chase(device, request));
           });
    }
}

void report_mean(Device& device) {
  for (const MemorySpace space : device.description().spaces)
    line("mean against each, " + std::string(to_string(space)) + ", 1 KiB by 16 B", [&] {
      ChaseRequest request = uniform(space, kKiB, 16, 128, 200'000);
      const ChaseResult each = chase(device, request);
      request.record = Record::mean;
      std::printf("mean %.2f  median of each %.0f  less overhead %.1f", *chase(device, request).mean_cycles, median(each.cycles),
                  median(each.cycles) - each.overhead_cycles.value_or(0));
    });
}

void report_first_accesses(Device& device) {
  for (const std::uint64_t warmup : {0, 1, 64})
    line("first 12 entries, global.ca, 8 KiB by 128 B, warm-up " + std::to_string(warmup), [&] {
      const ChaseResult result = chase(device, uniform(MemorySpace::global_ca, 8 * kKiB, 128, warmup, 128));
      for (const float cycles : result.cycles.copy(0, 12)) std::printf("%.0f ", static_cast<double>(cycles));
    });
}

void report_boundaries(Device& device) {
  line("entries above 1.5 medians, 8 KiB by 128 B, 1,000,000", [&] {
    const ChaseResult result = chase(device, uniform(MemorySpace::global_ca, 8 * kKiB, 128, 256, 1'000'000));
    const std::vector<float> cycles = result.cycles.copy();
    const double limit = 1.5 * quantile(cycles, 0.5);
    std::size_t just_after = 0;
    std::size_t elsewhere = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i)
      if (static_cast<double>(cycles[i]) > limit) (i >= 1024 && i % 1024 < 64 ? just_after : elsewhere) += 1;
    std::printf("%zu within 64 accesses after a boundary, %zu elsewhere, max %.0f", just_after, elsewhere, quantile(cycles, 1));
  });
  for (const std::uint64_t entries : {8, 16, 32, 64})
    line("after a boundary by pages, " + std::to_string(entries) + " x 2 MiB", [&] {
      const ChaseResult result = chase(device, uniform(MemorySpace::global_ca, entries * 2 * kMiB, 2 * kMiB, 256, 64 * 1024));
      const std::vector<float> cycles = result.cycles.copy();
      double after = 0;
      double all = 0;
      for (std::size_t i = 1024; i < cycles.size(); ++i) {
        all += static_cast<double>(cycles[i]);
        if (i % 1024 < entries) after += static_cast<double>(cycles[i]);
      }
      std::printf("mean of the first pass after a boundary %.1f, of all %.1f", after / (63.0 * static_cast<double>(entries)),
                  all / (63.0 * 1024));
    });
}

void report_l1_sweep(Device& device) {
  for (const int carveout : {-1, 0, 50, 100})
    line("share of misses by KiB, global.ca by 32 B, carve-out " +
             (carveout < 0 ? std::string("default") : std::to_string(carveout) + " %"),
         [&] {
           const double hit = median(chase(device, uniform(MemorySpace::global_ca, 4 * kKiB, 32, 256, 2048)).cycles);
           for (const std::uint64_t kib : {8, 16, 24, 32, 64, 96, 128, 160, 192, 200, 208, 216, 224, 232, 240, 248, 256, 288}) {
             ChaseRequest request = uniform(MemorySpace::global_ca, kib * kKiB, 32, 2 * kib * 32, 4 * kib * 32);
             if (carveout >= 0) request.carveout_percent = carveout;
             std::printf("%llu:%.2f ", static_cast<unsigned long long>(kib), share_above(chase(device, request).cycles, 1.5 * hit));
           }
         });
}

void report_request_times(Device& device) {
  for (const MemorySpace space : device.description().spaces)
    for (const bool changing : {false, true})
      line("ms per request of 4,096 accesses, " + std::string(to_string(space)) +
               (changing ? ", other footprint each time" : ", same"),
           [&] {
             std::vector<float> times;
             for (std::uint64_t i = 0; i < 50; ++i) {
               const std::uint64_t bytes = 8 * kKiB + (changing ? i * 128 : 0);
               const auto start = Clock::now();
               static_cast<void>(chase(device, uniform(space, bytes, 32, 512, 4096)));
               times.push_back(static_cast<float>(milliseconds_since(start)));
             }
             std::printf("median %.3f  p90 %.3f  max %.3f", quantile(times, 0.5), quantile(times, 0.9), quantile(times, 1));
           });
  line("ms per request, global.ca, chosen SM", [&] {
    std::vector<float> times;
    for (unsigned i = 0; i < 50; ++i) {
      ChaseRequest request = uniform(MemorySpace::global_ca, 8 * kKiB, 32, 512, 4096);
      request.sm = i % static_cast<unsigned>(*device.description().properties.sm_count);
      const auto start = Clock::now();
      static_cast<void>(chase(device, request));
      times.push_back(static_cast<float>(milliseconds_since(start)));
    }
    std::printf("median %.3f  p90 %.3f  max %.3f", quantile(times, 0.5), quantile(times, 0.9), quantile(times, 1));
  });
  line("ms per request of 64 accesses, global.ca", [&] {
    std::vector<float> times;
    for (int i = 0; i < 200; ++i) {
      const auto start = Clock::now();
      static_cast<void>(chase(device, uniform(MemorySpace::global_ca, 8 * kKiB, 128, 0, 64)));
      times.push_back(static_cast<float>(milliseconds_since(start)));
    }
    std::printf("median %.3f  p90 %.3f  max %.3f", quantile(times, 0.5), quantile(times, 0.9), quantile(times, 1));
  });
}

class CountingSink final : public RequestSink {
 public:
  void on_progress(std::size_t, double) override {}
  void on_part(std::size_t, const TraceChunk& part) override {
    ++parts;
    accesses += part->size();
    if (first_part == Clock::time_point{}) first_part = Clock::now();
  }
  std::size_t parts = 0;
  std::size_t accesses = 0;
  Clock::time_point first_part{};
};

void report_throughput(Device& device) {
  for (const auto& [space, bytes] : std::vector<std::pair<MemorySpace, std::uint64_t>>{
           {MemorySpace::shared, 8 * kKiB}, {MemorySpace::global_ca, 8 * kKiB}, {MemorySpace::global_ca, 8 * kMiB}})
    line("10,000,000 accesses, " + std::string(to_string(space)) + ", " + size_text(bytes), [&, space = space, bytes = bytes] {
      CountingSink sink;
      const auto start = Clock::now();
      const ChaseResult result = chase(device, uniform(space, bytes, 32, 0, 10'000'000), {.stop = {}, .sink = &sink});
      const double all = milliseconds_since(start);
      const double first = std::chrono::duration<double, std::milli>(sink.first_part - start).count();
      std::printf("%.0f ms, %.1f million a second, %zu parts, first after %.2f ms, %zu entries", all, 10'000.0 / all, sink.parts,
                  first, result.cycles.size());
    });
}

void report_cancel(Device& device) {
  const std::uint64_t endless = std::uint64_t{1} << 45;
  struct Case {
    const char* name;
    std::uint64_t warmup;
    std::uint64_t accesses;
    Record record;
  };
  for (const Case& c : {Case{"timed", 0, std::uint64_t{1} << 28, Record::each}, Case{"warming up", endless, 10, Record::each},
                        Case{"mean", 0, endless, Record::mean}})
    line(std::string("cancel, ") + c.name + ", 1 GiB by 4 KiB", [&] {
      ChaseRequest request = uniform(MemorySpace::global_ca, kGiB, 4096, c.warmup, c.accesses);
      request.record = c.record;
      std::stop_source stop;
      std::mutex mutex;
      Clock::time_point stopped;
      std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        const std::lock_guard lock(mutex);
        stopped = Clock::now();
        stop.request_stop();
      });
      const auto result = device.chase(request, {.stop = stop.get_token(), .sink = nullptr});
      const auto answered = Clock::now();
      const std::lock_guard lock(mutex);
      std::printf("%.2f ms, answer %s", std::chrono::duration<double, std::milli>(answered - stopped).count(),
                  result ? "a result?" : std::string(to_string(result.error().code)).c_str());
    });
}

void report_sms(Device& device) {
  for (const std::uint64_t bytes : {8 * kKiB, 256 * kKiB})
    line("global.cg by SM, " + size_text(bytes) + " by 128 B, medians", [&] {
      std::vector<float> medians;
      unsigned wrong = 0;
      for (unsigned sm = 0; sm < *device.description().properties.sm_count; ++sm) {
        ChaseRequest request = uniform(MemorySpace::global_cg, bytes, 128, bytes / 128, 1024);
        request.sm = sm;
        const ChaseResult result = chase(device, request);
        wrong += result.sm != sm;
        medians.push_back(static_cast<float>(median(result.cycles)));
      }
      std::printf("min %.0f  median %.0f  max %.0f  over %zu SMs, %u on a wrong one", quantile(medians, 0), quantile(medians, 0.5),
                  quantile(medians, 1), medians.size(), wrong);
    });
}

void report_filling(Device& device) {
  struct Case {
    std::uint64_t bytes;
    std::uint64_t stride;
  };
  for (const Case& c : {Case{kGiB, 32}, Case{16 * kGiB, 128}, Case{64 * kGiB, 128}, Case{64 * kGiB, 2 * kMiB}})
    line("ms to allocate, fill and chase once, " + size_text(c.bytes) + " by " + size_text(c.stride), [&] {
      ChaseRequest request = uniform(MemorySpace::global_ca, c.bytes, c.stride, 0, 1);
      request.element_bytes = 8;
      auto start = Clock::now();
      static_cast<void>(chase(device, request));
      const double first = milliseconds_since(start);
      request.pattern = UniformPattern{c.bytes, 2 * c.stride};
      start = Clock::now();
      static_cast<void>(chase(device, request));
      std::printf("%.1f, then filled anew in %.1f", first, milliseconds_since(start));
    });
  line("ms for a shuffled pattern, 64 MiB by 64 B", [&] {
    ChaseRequest request = uniform(MemorySpace::global_ca, 0, 0, 0, 100'000);
    request.pattern = ShuffledPattern{64 * kMiB, 64, 1};
    const auto start = Clock::now();
    const ChaseResult result = chase(device, request);
    std::printf("%.1f, median %.0f cycles", milliseconds_since(start), median(result.cycles));
  });
  const std::uint64_t most = *device.description().properties.max_footprint_bytes / (2 * kMiB) * (2 * kMiB);
  line("the largest footprint, " + size_text(most), [&] {
    ChaseRequest request = uniform(MemorySpace::global_ca, most, 2 * kMiB, 0, most / (2 * kMiB));
    request.element_bytes = 8;
    const auto start = Clock::now();
    const ChaseResult result = chase(device, request);
    std::printf("%.1f ms, median %.0f cycles", milliseconds_since(start), median(result.cycles));
  });
}

template <typename Result>
Result checked(Outcome<Result> outcome) {
  if (!outcome) throw std::runtime_error(std::string(to_string(outcome.error().code)) + ": " + outcome.error().message);
  return *std::move(outcome);
}

void report_batches(Device& device) {
  const auto sms = static_cast<std::size_t>(*device.description().properties.sm_count);
  struct Case {
    MemorySpace space;
    std::uint64_t bytes;
    std::uint64_t accesses;
  };
  for (const Case& c : {Case{MemorySpace::global_ca, 8 * kKiB, 1024}, Case{MemorySpace::global_ca, 96 * kKiB, 1024},
                        Case{MemorySpace::global_ca, 256 * kKiB, 4096}, Case{MemorySpace::readonly, 64 * kKiB, 1024},
                        Case{MemorySpace::shared, 100 * kKiB, 4096}, Case{MemorySpace::constant, 1 * kKiB, 1024}})
    line("batch of one on each SM, " + std::string(to_string(c.space)) + ", " + size_text(c.bytes) + " by 128 B", [&] {
      const ChaseRequest one = uniform(c.space, c.bytes, 128, 2 * c.bytes / 128, c.accesses);
      const std::vector<ChaseRequest> requests(sms, one);
      static_cast<void>(device.chase_batch(requests, {}));
      auto start = Clock::now();
      const auto outcomes = device.chase_batch(requests, {});
      const double together = milliseconds_since(start);
      start = Clock::now();
      for (int i = 0; i < 10; ++i) static_cast<void>(chase(device, one));
      const double alone = milliseconds_since(start) / 10;
      std::vector<float> medians;
      std::vector<unsigned> used;
      for (const auto& outcome : outcomes) {
        if (!outcome) throw std::runtime_error(outcome.error().message);
        medians.push_back(static_cast<float>(median(outcome->cycles)));
        used.push_back(*outcome->sm);
      }
      std::sort(used.begin(), used.end());
      const auto distinct = std::unique(used.begin(), used.end()) - used.begin();
      std::printf("%.2f ms together, %.2f ms for one alone; %td SMs; medians %.0f to %.0f, alone %.0f", together, alone, distinct,
                  quantile(medians, 0), quantile(medians, 1), median(chase(device, one).cycles));
    });
}

void report_banks(Device& device) {
  for (const unsigned word : {4U, 8U, 16U})
    line("bank cycles by stride 0 to 33, words of " + std::to_string(word) + " B", [&] {
      for (std::uint64_t stride = 0; stride <= 33; ++stride)
        std::printf("%.1f ", checked(device.ask(BankRequest{stride, word, 4, 100}, {})).mean_cycles);
    });
}

void report_outstanding(Device& device) {
  for (const std::uint64_t sharing : {1, 2, 32})
    for (const std::uint64_t loads : {1, 2, 4, 16})
      line("outstanding, loads " + std::to_string(loads) + ", sharing " + std::to_string(sharing) + ", threads:median of 9", [&] {
        for (const std::uint64_t threads : {1, 2, 8, 16, 32, 34, 64, 96, 128, 192, 256, 384, 512, 640, 768, 896, 1024}) {
          if (threads < sharing) continue;
          const OutstandingResult result = checked(device.ask(OutstandingRequest{threads, loads, sharing, 128, 9}, {}));
          std::printf("%llu:%.0f ", static_cast<unsigned long long>(threads),
                      quantile({result.cycles.begin(), result.cycles.end()}, 0.5));
        }
      });
  line("outstanding, spread of 200 repeats, 256 threads, 2 loads", [&] {
    const OutstandingResult result = checked(device.ask(OutstandingRequest{256, 2, 1, 128, 200}, {}));
    const std::vector<float> cycles(result.cycles.begin(), result.cycles.end());
    std::printf("min %.0f p10 %.0f median %.0f p90 %.0f max %.0f first %.0f", quantile(cycles, 0), quantile(cycles, 0.1),
                quantile(cycles, 0.5), quantile(cycles, 0.9), quantile(cycles, 1), static_cast<double>(cycles[0]));
  });
}

void report_copies(Device& device) {
  for (const bool flush : {false, true})
    line(std::string("copy, cycles by size, ") + (flush ? "flushed" : "warm"), [&] {
      for (const std::uint64_t kib : {4, 64, 256, 1024, 4096, 8192, 16384, 24576, 32768, 49152, 65536, 98304, 131072}) {
        const auto start = Clock::now();
        const CopyResult result = checked(device.ask(CopyRequest{kib * kKiB, flush}, {}));
        std::printf("%s:%.0f(%.2f ms) ", size_text(kib * kKiB).c_str(), result.cycles.value_or(-1), milliseconds_since(start));
      }
    });
}

void report_bandwidth(Device& device) {
  const auto sms = *device.description().properties.sm_count;
  const std::uint64_t l2 = *device.description().properties.l2_bytes;
  struct Case {
    const char* level;
    std::uint64_t bytes;
  };
  for (const Case& c :
       {Case{"l1", sms * 32 * kKiB}, Case{"l1", sms * 128 * kKiB}, Case{"shared", sms * 32 * kKiB}, Case{"l2", l2 / 16},
        Case{"l2", l2 / 4}, Case{"l2", l2 / 2}, Case{"dram", 4 * l2}, Case{"dram", 16 * l2}, Case{"dram", 64 * l2}})
    for (const Direction direction : {Direction::read, Direction::write, Direction::copy})
      line(std::string("bandwidth, ") + c.level + ", " + std::string(to_string(direction)) + ", " + size_text(c.bytes) +
               ", by width 4, 8, 16",
           [&] {
             for (const unsigned width : {4U, 8U, 16U}) {
               const auto start = Clock::now();
               const BandwidthResult result = checked(device.ask(BandwidthRequest{c.level, direction, c.bytes, width, {}, {}}, {}));
               std::printf("%.1f B/cycle %.0f GB/s (%.1f ms)  ", result.bytes_per_cycle, result.bytes_per_second / 1e9,
                           milliseconds_since(start));
             }
           });
  line("bandwidth, l2, read, by blocks x threads, GB/s", [&] {
    for (const std::uint64_t blocks : {sms / 2, sms, 2 * sms, 4 * sms})
      for (const std::uint64_t threads : {128, 256, 512, 1024})
        std::printf(
            "%llux%llu:%.0f ", static_cast<unsigned long long>(blocks), static_cast<unsigned long long>(threads),
            checked(device.ask(BandwidthRequest{"l2", Direction::read, l2 / 4, 16, blocks, threads}, {})).bytes_per_second / 1e9);
  });
  line("bandwidth, dram, read, by blocks x threads, GB/s", [&] {
    for (const std::uint64_t blocks : {sms, 2 * sms, 4 * sms})
      for (const std::uint64_t threads : {256, 512, 1024})
        std::printf(
            "%llux%llu:%.0f ", static_cast<unsigned long long>(blocks), static_cast<unsigned long long>(threads),
            checked(device.ask(BandwidthRequest{"dram", Direction::read, 16 * l2, 16, blocks, threads}, {})).bytes_per_second /
                1e9);
  });
}

void report_instructions(Device& device) {
  line("instructions, cycles each by quarters of KiB", [&] {
    for (const std::uint64_t quarters :
         {1, 2, 4, 8, 16, 32, 64, 96, 128, 192, 256, 384, 448, 480, 496, 512, 544, 640, 768, 1024, 1536, 2048})
      std::printf("%llu:%.2f ", static_cast<unsigned long long>(quarters),
                  checked(device.ask(InstructionsRequest{quarters * 256, 10}, {})).cycles_per_instruction);
  });
  line("instructions, ms for 128 KiB, 10 times", [&] {
    const auto start = Clock::now();
    static_cast<void>(checked(device.ask(InstructionsRequest{128 * kKiB, 10}, {})));
    std::printf("%.2f", milliseconds_since(start));
  });
}

void report_clusters(Device& device) {
  for (const ClusterOperation operation : {ClusterOperation::load, ClusterOperation::bulk_copy})
    for (const unsigned size : {1U, 2U, 3U, 4U, 6U, 8U, 12U, 16U})
      line("cluster, " + std::string(to_string(operation)) + ", size " + std::to_string(size) + ", rank:median(p10-p90)", [&] {
        for (unsigned rank = 0; rank < size; ++rank) {
          const ClusterResult result = checked(device.ask(ClusterRequest{size, rank, operation, 500}, {}));
          const std::vector<float> cycles(result.cycles.begin(), result.cycles.end());
          std::printf("%u:%.0f(%.0f-%.0f) ", rank, quantile(cycles, 0.5), quantile(cycles, 0.1), quantile(cycles, 0.9));
        }
      });
}

void report_pairs(Device& device) {
  for (const MemorySpace a : device.description().spaces)
    line("paired, A: " + std::string(to_string(a)) + ", medians of A and B, both 512 B by 16 B", [&] {
      for (const MemorySpace b : device.description().spaces) {
        const PairedChaseResult result =
            checked(device.ask(PairedChaseRequest{uniform(a, 512, 16, 128, 1024), uniform(b, 512, 16, 128, 1024), 32}, {}));
        std::printf("%s %.0f %.0f  ", std::string(to_string(b)).c_str(), median(result.a.cycles), median(result.b.cycles));
      }
    });
  for (const MemorySpace b :
       {MemorySpace::global_ca, MemorySpace::readonly, MemorySpace::texture, MemorySpace::global_cg, MemorySpace::shared})
    line("paired, A's misses beside B in " + std::string(to_string(b)) + ", A 96 KiB, B by KiB", [&] {
      const double hit = median(chase(device, uniform(MemorySpace::global_ca, 4 * kKiB, 32, 256, 1024)).cycles);
      for (const std::uint64_t kib : {4, 32, 64, 96, 128, 160, 192}) {
        PairedChaseRequest request{uniform(MemorySpace::global_ca, 96 * kKiB, 32, 96 * 64, 3072),
                                   uniform(b, kib * kKiB, 32, kib * 64, 16), 32};
        request.a.carveout_percent = b == MemorySpace::shared ? std::nullopt : std::optional(0.0);
        std::printf("%llu:%.2f ", static_cast<unsigned long long>(kib),
                    share_above(checked(device.ask(request, {})).a.cycles, 1.5 * hit));
      }
    });
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
