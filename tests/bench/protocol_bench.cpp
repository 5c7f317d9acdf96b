// The time that a trace takes through the device protocol: a chase on a software GPU behind exec:, and the same chase without the
// protocol. The program is its own server ("protocol_bench serve ID").
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/protocol/server.h"

namespace {

void chase(benchmark::State& state, const std::string& id) {
  const auto device = chasescope::open_device(id);
  if (!device) return state.SkipWithError(device.error().message.c_str());
  chasescope::ChaseRequest request;
  request.pattern = chasescope::UniformPattern{16384, 128};
  request.accesses = static_cast<std::uint64_t>(state.range(0));
  for (auto _ : state) {
    const auto outcome = (*device)->chase(request, {});
    if (!outcome) return state.SkipWithError(outcome.error().message.c_str());
    benchmark::DoNotOptimize(outcome->cycles.size());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

void direct_chase(benchmark::State& state) { chase(state, "model:gtx560ti"); }
void served_chase(benchmark::State& state) { chase(state, "exec:/proc/self/exe serve model:gtx560ti"); }

BENCHMARK(direct_chase)->Arg(4096)->Arg(1'000'000)->Arg(10'000'000)->UseRealTime();
BENCHMARK(served_chase)->Arg(4096)->Arg(1'000'000)->Arg(10'000'000)->UseRealTime();

int serve(const char* id) {
  const auto device = chasescope::open_device(id);
  if (!device) {
    std::fprintf(stderr, "%s\n", device.error().message.c_str());
    return 1;
  }
  chasescope::serve(**device, STDIN_FILENO, STDOUT_FILENO);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "serve") return serve(argv[2]);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
