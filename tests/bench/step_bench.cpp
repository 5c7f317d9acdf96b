// Stepping through a million accesses. Goal: any of them is reached in under 50 ms, forward or back.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/device/software/software_device.h"
#include "engine/inference/levels/latency_levels.h"
#include "engine/step/make_source.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kAccesses = 1'000'000;

std::unique_ptr<step::Source> prepared(const std::string& id, MemorySpace space, std::uint64_t bytes, std::uint64_t stride) {
  auto device = *open_preset(id);
  ChaseRequest request;
  request.space = space;
  request.pattern = UniformPattern{bytes, stride};
  request.accesses = kAccesses;
  const ChaseResult result = *device->chase(request, {});
  const auto levels = inference::find_latency_levels(result.cycles);
  auto made =
      step::make_source({"run-1", request, result, result.cycles, levels}, {}, {std::make_shared<const model::Card>(*preset_card(id)), 1});
  return std::move(made.source);
}

/// Replays the whole run once, as is done when a run is first looked at.
void prepare(benchmark::State& state, const std::string& id, MemorySpace space, std::uint64_t bytes, std::uint64_t stride) {
  for (auto _ : state) {
    state.PauseTiming();
    auto source = prepared(id, space, bytes, stride);
    state.ResumeTiming();
    source->extend(kAccesses);
  }
}

void seek(benchmark::State& state, const std::string& id, MemorySpace space, std::uint64_t bytes, std::uint64_t stride) {
  const auto source = prepared(id, space, bytes, stride);
  source->extend(kAccesses);
  Random random(1);
  const std::size_t parts = source->parts().size();
  for (auto _ : state) benchmark::DoNotOptimize(source->look(random.below(kAccesses), random.below(parts)));
}

void next_event(benchmark::State& state, const std::string& id, MemorySpace space, std::uint64_t bytes, std::uint64_t stride) {
  const auto source = prepared(id, space, bytes, stride);
  source->extend(kAccesses);
  for (auto _ : state) benchmark::DoNotOptimize(source->next(0, step::Event::eviction, source->parts().size() - 1));
}

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;

/// The same trace without its model, as a run of a recorded card is replayed.
step::MadeSource recorded(const std::string& id, MemorySpace space, std::uint64_t bytes, std::uint64_t stride,
                                       const std::vector<Finding>& findings) {
  auto device = *open_preset(id);
  ChaseRequest request;
  request.space = space;
  request.pattern = UniformPattern{bytes, stride};
  request.accesses = kAccesses;
  const ChaseResult result = *device->chase(request, {});
  const auto levels = inference::find_latency_levels(result.cycles);
  auto made = step::make_source({"run-1", request, result, result.cycles, levels}, findings, {}, step::Footing::findings);
  made.source->extend(kAccesses);
  return made;
}

/// The findings of the probes about Fermi's texture cache (2014 paper, table 4). With its policy they are enough to replay its
/// runs.
std::vector<Finding> texture_findings(bool with_policy) {
  std::vector<Finding> findings;
  const auto add = [&](const char* quantity, nlohmann::json value) {
    Finding finding;
    finding.subject = "texture";
    finding.quantity = quantity;
    finding.value = std::move(value);
    finding.status = FindingStatus::measured;
    findings.push_back(std::move(finding));
  };
  add("capacity_bytes", 12288);
  add("line_bytes", 32);
  add("sets", 4);
  add("ways", 96);
  add("set_index_bits", {7, 8});
  add("set_index_function", "bits");
  if (with_policy) add("replacement_policy", "lru");
  return findings;
}

void seek_recorded(benchmark::State& state, const std::string& id, MemorySpace space, std::uint64_t bytes, std::uint64_t stride,
                   bool with_policy) {
  const step::MadeSource made = recorded(id, space, bytes, stride, texture_findings(with_policy));
  Random random(1);
  const std::size_t parts = made.source->parts().size();
  for (auto _ : state) benchmark::DoNotOptimize(made.source->look(random.below(kAccesses), random.below(parts)));
  state.SetLabel(made.footing == step::Footing::findings ? "state from findings" : "the trace alone");
}

#define STEPS_OF(name, ...)                                                                    \
  BENCHMARK_CAPTURE(prepare, name, __VA_ARGS__)->Unit(benchmark::kMillisecond)->Iterations(3); \
  BENCHMARK_CAPTURE(seek, name, __VA_ARGS__)->Unit(benchmark::kMillisecond)->Iterations(200);  \
  BENCHMARK_CAPTURE(next_event, name, __VA_ARGS__)->Unit(benchmark::kMillisecond)

STEPS_OF(fermi_l1, "gtx560ti", MemorySpace::global_ca, 20 * kKiB, 128);
STEPS_OF(fermi_texture, "gtx560ti", MemorySpace::texture, 13 * kKiB, 32);
STEPS_OF(kepler_pages, "gtx780", MemorySpace::global_cg, 600 * kMiB, 2 * kMiB);
STEPS_OF(hopper_l2, "h100", MemorySpace::global_ca, 60 * kMiB, 128);  // the state of the cache has megabytes
STEPS_OF(hopper_l1, "h100", MemorySpace::global_ca, 300 * kKiB, 32);

BENCHMARK_CAPTURE(seek_recorded, texture_from_findings, "gtx560ti", MemorySpace::texture, 13 * kKiB, 32, true)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(200);
BENCHMARK_CAPTURE(seek_recorded, texture_from_the_trace, "gtx560ti", MemorySpace::texture, 13 * kKiB, 32, false)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(200);

}  // namespace
}  // namespace chasescope

BENCHMARK_MAIN();
