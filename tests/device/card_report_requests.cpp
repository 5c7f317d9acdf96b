// The lines of the report about all other requests: their results, and how long they take.
#include <algorithm>
#include <cstdio>

#include "tests/device/card_report.h"

namespace chasescope::card_report {

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
  for (const MemorySpace a : own_spaces(device.description()))
    line("paired, A: " + std::string(to_string(a)) + ", medians of A and B, both 512 B by 16 B", [&] {
      for (const MemorySpace b : own_spaces(device.description())) {
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

}  // namespace chasescope::card_report
