// The lines of the report about chases: their latencies, and how long they take.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <thread>

#include "tests/device/card_report.h"

namespace chasescope::card_report {
namespace {

void print_levels(const ChaseResult& result) {
  const std::vector<float> cycles = result.cycles.copy();
  std::printf("min %4.0f  p10 %4.0f  median %4.0f  p90 %4.0f  max %6.0f  overhead %.1f  SM %u", quantile(cycles, 0),
              quantile(cycles, 0.1), quantile(cycles, 0.5), quantile(cycles, 0.9), quantile(cycles, 1),
              result.overhead_cycles.value_or(-1), result.sm.value_or(9999));
}

}  // namespace

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
  for (const MemorySpace space : own_spaces(device.description()))
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
  for (const MemorySpace space : own_spaces(device.description()))
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

}  // namespace chasescope::card_report
