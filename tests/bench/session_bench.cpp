// Opening and saving a session of ten million accesses (goal: opened in under a second).
//
// The argument is the kind of trace: 0, clocks of single accesses as a card gives them (integers); 1, fractional cycles.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>
#include <memory>

#include "engine/device/recording/recording.h"
#include "engine/session/csv/csv.h"
#include "engine/session/session_file.h"
#include "engine/trace/random.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kAccesses = 10'000'000;

Session large_session(bool fractional) {
  Random random(1);
  Run run{"run-1", "fine-grained", "trace", {}, {}};
  run.chase()->request.pattern = UniformPattern{1 << 20, 128};
  run.chase()->request.accesses = kAccesses;
  for (std::uint64_t done = 0; done < kAccesses;) {
    std::vector<float> chunk;
    for (; chunk.size() < 65'536 && done < kAccesses; ++done) {
      const auto whole = static_cast<float>(random.below(8) == 0 ? 180 + random.below(400) : 32 + random.below(4));
      chunk.push_back(fractional ? whole + static_cast<float>(random.unit()) : whole);
    }
    run.chase()->result.cycles.append(std::move(chunk));
  }
  Session session;
  session.device.name = "bench";
  session.device.calls = {"chase"};
  session.device.spaces = all_memory_spaces();
  session.runs.push_back(std::make_shared<const Run>(std::move(run)));
  return session;
}

/// A temporary folder, which is removed when the benchmark ends.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "session_bench_XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

void count(benchmark::State& state, const std::filesystem::path& path) {
  state.counters["MB"] = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  state.counters["accesses/s"] = benchmark::Counter(static_cast<double>(kAccesses), benchmark::Counter::kIsIterationInvariantRate);
}

void open_session(benchmark::State& state, SessionFormat format) {
  const Folder folder;
  const auto path = folder / "session";
  if (write_session(large_session(state.range(0) == 1), path, format)) return state.SkipWithError("not written");
  for (auto _ : state) {
    const auto session = read_session(path);
    if (!session || session->runs[0]->chase()->result.cycles.size() != kAccesses) return state.SkipWithError("not read");
  }
  count(state, path);
}

void save_session(benchmark::State& state, SessionFormat format) {
  const Folder folder;
  const auto path = folder / "session";
  const Session session = large_session(state.range(0) == 1);
  for (auto _ : state)
    if (write_session(session, path, format)) return state.SkipWithError("not written");
  count(state, path);
}

void save_csv(benchmark::State& state) {
  const Folder folder;
  const auto path = folder / "session.csv";
  const Session session = large_session(state.range(0) == 1);
  for (auto _ : state)
    if (!write_csv(session, path)) return state.SkipWithError("not written");
  count(state, path);
}

void open_csv(benchmark::State& state) {
  const Folder folder;
  const auto path = folder / "session.csv";
  if (!write_csv(large_session(state.range(0) == 1), path)) return state.SkipWithError("not written");
  for (auto _ : state)
    if (!read_csv(path)) return state.SkipWithError("not read");
  count(state, path);
}

BENCHMARK_CAPTURE(open_session, json, SessionFormat::json)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open_session, cbor, SessionFormat::cbor)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(save_session, json, SessionFormat::json)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(save_session, cbor, SessionFormat::cbor)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(open_csv)->Arg(0)->Unit(benchmark::kMillisecond);
BENCHMARK(save_csv)->Arg(0)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace chasescope

BENCHMARK_MAIN();
