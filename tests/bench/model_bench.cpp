// Speed of the software GPU in accesses per second on one core, next to the plainest loop there is: reading a vector.
//
// Goals: 100 million accesses per second for a mix of L1 hits and misses, 50 million through two TLB levels, L1 and
// L2.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/device/software/software_device.h"
#include "engine/model/hierarchy.h"
#include "resources/resources.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;
constexpr std::uint64_t kAccesses = 1 << 20;

model::Card card_of(const std::string& id) {
  const std::string path = "models/" + id + ".json";
  return *load_card(resource_text(path).value(), path);
}

void count(benchmark::State& state, std::uint64_t accesses_each) {
  state.counters["accesses/s"] =
      benchmark::Counter(static_cast<double>(accesses_each) * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// A chase through a vector: the cost of the same accesses where nothing is simulated.
void plain_vector_chase(benchmark::State& state) {
  const std::uint64_t elements = static_cast<std::uint64_t>(state.range(0)) / sizeof(std::uint32_t);
  constexpr std::uint64_t kStride = 32;
  std::vector<std::uint32_t> array(elements);
  for (std::uint64_t i = 0; i < elements; ++i) array[i] = static_cast<std::uint32_t>((i + kStride) % elements);
  std::uint32_t at = 0;
  for (auto _ : state) {
    for (std::uint64_t i = 0; i < kAccesses; ++i) at = array[at];
    benchmark::DoNotOptimize(at);
  }
  count(state, kAccesses);
}

/// The naive way to write a cache model of this size: search a vector of ways, then shift it (LRU).
void plain_vector_cache(benchmark::State& state) {
  constexpr std::size_t kSets = 32;
  constexpr std::size_t kWays = 4;
  std::vector<std::vector<std::uint64_t>> sets(kSets, std::vector<std::uint64_t>(kWays, ~std::uint64_t{0}));
  const std::uint64_t bytes = static_cast<std::uint64_t>(state.range(0));
  std::uint64_t address = 0;
  std::uint64_t misses = 0;
  for (auto _ : state) {
    for (std::uint64_t i = 0; i < kAccesses; ++i) {
      const std::uint64_t line = address / 128;
      std::vector<std::uint64_t>& ways = sets[line % kSets];
      std::size_t way = 0;
      while (way + 1 < kWays && ways[way] != line) ++way;
      misses += ways[way] != line;
      for (; way > 0; --way) ways[way] = ways[way - 1];
      ways[0] = line;
      address += 128;
      if (address >= bytes) address = 0;
    }
    benchmark::DoNotOptimize(misses);
  }
  count(state, kAccesses);
}

/// A whole request: pattern, hierarchy, latencies, trace.
void chase(benchmark::State& state, const std::string& id, MemorySpace space, const Pattern& pattern,
           Record record = Record::each) {
  auto device = *open_software_device(card_of(id));
  ChaseRequest request;
  request.space = space;
  request.pattern = pattern;
  request.warmup = accesses_per_pass(pattern) < kAccesses ? accesses_per_pass(pattern) : 0;
  request.accesses = 4 * kAccesses;
  request.record = record;
  for (auto _ : state) {
    const auto result = device->chase(request, {});
    benchmark::DoNotOptimize(result.has_value());
  }
  count(state, request.warmup + request.accesses);
}

/// The model alone: it turns given addresses into outcomes, without a pattern, latencies or a trace.
void hierarchy(benchmark::State& state, const model::Card& card, const std::string& space, std::uint64_t bytes,
               std::uint64_t stride) {
  model::Hierarchy model(card, space, {}, 1);
  std::vector<std::uint64_t> addresses(kAccesses);
  for (std::uint64_t i = 0; i < kAccesses; ++i) addresses[i] = i * stride % bytes;
  std::vector<std::uint8_t> outcomes(kAccesses);
  for (auto _ : state) {
    model.run(addresses, outcomes);
    benchmark::DoNotOptimize(outcomes.data());
  }
  count(state, kAccesses);
}

model::Card with_policy(const std::string& policy) {
  model::Card card = card_of("gtx560ti");
  card.caches.at("l1").cache.policy = {policy, {}, {}};
  card.paths.at("global.ca").data = {"l1"};
  card.paths.at("global.ca").translation.clear();
  return card;
}

void l1_policy(benchmark::State& state, const std::string& policy) {
  const model::Card card = policy == "weighted_way" ? card_of("gtx560ti") : with_policy(policy);
  hierarchy(state, card, "global.ca", 17 * kKiB, 128);
}

void register_all() {
  benchmark::RegisterBenchmark("plain_vector_chase", plain_vector_chase)->Arg(17 * kKiB)->Arg(16 * kMiB);
  benchmark::RegisterBenchmark("plain_vector_cache", plain_vector_cache)->Arg(17 * kKiB);

  const auto add = [](const char* name, const char* id, MemorySpace space, const Pattern& pattern, Record record = Record::each) {
    benchmark::RegisterBenchmark(name, [=](benchmark::State& state) { chase(state, id, space, pattern, record); });
  };
  // L1 hits and misses in a mix: just above the capacity.
  add("chase/l1_mix/gtx560ti_17KiB", "gtx560ti", MemorySpace::global_ca, UniformPattern{17 * kKiB, 128});
  add("chase/l1_mix/gtx560ti_20KiB", "gtx560ti", MemorySpace::global_ca, UniformPattern{20 * kKiB, 128});
  add("chase/l1_mix/gtx560ti_17KiB_mean", "gtx560ti", MemorySpace::global_ca, UniformPattern{17 * kKiB, 128}, Record::mean);
  add("chase/l1_mix/texture_12416B", "gtx780", MemorySpace::texture, UniformPattern{12416, 32});
  add("chase/l1_words/gtx560ti_17KiB", "gtx560ti", MemorySpace::global_ca, UniformPattern{17 * kKiB, 4});
  // Two TLB levels, L1 and L2. Each of them misses at some accesses, or at all.
  add("chase/two_tlbs_l1_l2/256KiB_128B", "gtx560ti", MemorySpace::global_ca, UniformPattern{256 * kKiB, 128});
  add("chase/two_tlbs_l1_l2/4MiB_128B", "gtx560ti", MemorySpace::global_ca, UniformPattern{4 * kMiB, 128});
  add("chase/two_tlbs_l1_l2/256MiB_4KiB", "gtx560ti", MemorySpace::global_ca, UniformPattern{256 * kMiB, 4 * kKiB});
  add("chase/two_tlbs_l1_l2/256MiB_2MiB", "gtx560ti", MemorySpace::global_ca, UniformPattern{256 * kMiB, 2 * kMiB});
  add("chase/two_tlbs_l1_l2/shuffled_256MiB_4KiB", "gtx560ti", MemorySpace::global_ca, ShuffledPattern{256 * kMiB, 4 * kKiB, 1});
  add("chase/two_tlbs_l2/132MiB_2MiB_kepler", "gtx780", MemorySpace::global_ca, UniformPattern{132 * kMiB, 2 * kMiB});

  for (const char* const policy : {"lru", "fifo", "plru", "nmru", "random", "weighted_way"})
    benchmark::RegisterBenchmark((std::string("hierarchy/l1_policy/") + policy).c_str(),
                                 [=](benchmark::State& state) { l1_policy(state, policy); });
}

}  // namespace
}  // namespace chasescope

int main(int argc, char** argv) {
  chasescope::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
