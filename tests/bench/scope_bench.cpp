// Repaint of a ten-million-access trace while it streams (goal: under 16 ms), and the cost of appending to it.
#include <benchmark/benchmark.h>

#include <QApplication>
#include <algorithm>

#include "engine/trace/random.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/theme.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/scope/scope_view.h"

namespace {

using namespace chasescope;

constexpr std::size_t kAccesses = 10'000'000;
constexpr std::size_t kChunk = 4096;

void ensureApplication() {
  if (qApp != nullptr) return;
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  static int argc = 1;
  static char name[] = "scope_bench";
  static char* argv[] = {name, nullptr};
  new QApplication(argc, argv);  // lives as long as the program
}

TraceChunk chunkOf(Random& random) {
  std::vector<float> cycles(kChunk);
  for (float& c : cycles) {
    const std::uint64_t draw = random.below(1000);
    c = (draw < 880 ? 116.0F : draw < 995 ? 404.0F : 655.0F) + static_cast<float>(random.below(5)) - 2.0F;
  }
  return std::make_shared<const std::vector<float>>(std::move(cycles));
}

RunPtr startedRun() {
  auto run = std::make_shared<Run>();
  run->id = "run-1";
  run->probe = "fine-grained";
  run->chase()->request.pattern = UniformPattern{17 * 1024, 128};
  run->chase()->request.accesses = kAccesses;
  return run;
}

void grow(RunStore& store, Random& random, std::size_t accesses) {
  for (std::size_t i = 0; i < accesses; i += kChunk) store.appendPart(QStringLiteral("run-1"), chunkOf(random));
}

/// Times one frame: a part of the trace arrives, and the view repaints. `show` prepares the view once the trace is there.
template <typename View, typename Show>
void repaintWhileStreaming(benchmark::State& state, Show show) {
  ensureApplication();
  Theme theme;
  theme.applyTo(*qApp);
  RunStore store;
  Selection selection;
  Random random(1);
  store.startRun(startedRun());
  grow(store, random, static_cast<std::size_t>(state.range(0)));
  View view(store, selection, theme);
  view.resize(1600, 700);
  selection.setCurrentRun(QStringLiteral("run-1"));
  view.show();
  QCoreApplication::processEvents();
  show(view);
  for (auto _ : state) {
    state.PauseTiming();
    const TraceChunk part = chunkOf(random);
    state.ResumeTiming();
    store.appendPart(QStringLiteral("run-1"), part);
    view.plot()->repaintNow();
    view.repaint();
  }
  state.counters["accesses"] = static_cast<double>(store.run(QStringLiteral("run-1"))->trace.size());
}

void scope_all_in_sight(benchmark::State& state) {
  repaintWhileStreaming<ScopeView>(state, [](ScopeView&) {});
}
void scope_zoomed_in(benchmark::State& state) {
  repaintWhileStreaming<ScopeView>(state, [](ScopeView& view) { view.showAccesses(1000, 3000); });
}
void pattern_all_in_sight(benchmark::State& state) {
  repaintWhileStreaming<MissPatternView>(state, [](MissPatternView&) {});
}

/// The cost of a part of the trace on the window's thread, without painting.
void append_part(benchmark::State& state) {
  ensureApplication();
  RunStore store;
  Random random(2);
  store.startRun(startedRun());
  const TraceChunk part = chunkOf(random);
  for (auto _ : state) store.appendPart(QStringLiteral("run-1"), part);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(kChunk));
}

BENCHMARK(scope_all_in_sight)->Arg(100'000)->Arg(1'000'000)->Arg(kAccesses)->Unit(benchmark::kMillisecond);
BENCHMARK(scope_zoomed_in)->Arg(kAccesses)->Unit(benchmark::kMillisecond);
BENCHMARK(pattern_all_in_sight)->Arg(1'000'000)->Arg(kAccesses)->Unit(benchmark::kMillisecond);
BENCHMARK(append_part)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
