// The window as a whole: the time from the start of the program to its first picture (goal: under 400 ms on a warm disk), the
// processor time while nothing happens (goal: none), and the time until a session of ten million accesses is seen (goal: under 1
// s).
#include <benchmark/benchmark.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QEventLoop>
#include <QSettings>
#include <QTemporaryDir>
#include <QTimer>
#include <chrono>
#include <cstring>

#include "app/commands/commands.h"
#include "app/documents/font_setup.h"
#include "app/window/main_window.h"
#include "engine/session/session_file.h"
#include "engine/trace/random.h"

extern char** environ;

namespace chasescope {
namespace {

constexpr const char* kChild = "--until-the-first-picture";
constexpr const char* kWatched = "CHASESCOPE_UNTIL_FIRST_PICTURE";
const char* program = nullptr;

/// Ends the program as soon as its main window has been painted.
class FirstPicture : public QObject {
 public:
  using QObject::QObject;
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint && watched->objectName() == QLatin1String("mainWindow"))
      QTimer::singleShot(0, this, [] { std::_Exit(0); });  // after everything that is painted together with it
    return false;
  }
};
void watch() {
  if (qEnvironmentVariableIsSet(kWatched)) qApp->installEventFilter(new FirstPicture(qApp));
}
Q_COREAPP_STARTUP_FUNCTION(watch)

/// The whole program, started anew: loading it, its fonts, settings and list of devices, and the window with all its views.
void first_window(benchmark::State& state) {
  setenv(kWatched, "1", 1);
  for (auto _ : state) {
    char* arguments[] = {const_cast<char*>(program), const_cast<char*>(kChild), nullptr};
    pid_t child = 0;
    const auto begin = std::chrono::steady_clock::now();
    if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments, environ) != 0) return state.SkipWithError("not started");
    int status = 0;
    waitpid(child, &status, 0);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return state.SkipWithError("it ended before its first picture");
    state.SetIterationTime(took.count());
  }
  unsetenv(kWatched);
}

void ensureApplication() {
  if (qApp != nullptr) return;
  static int argc = 1;
  static char name[] = "window_bench";
  static char* argv[] = {name, nullptr};
  prepare_font_configuration();
  new QApplication(argc, argv);  // lives as long as the program
}

void waitFor(int ms) {
  QEventLoop loop;
  QTimer::singleShot(ms, &loop, &QEventLoop::quit);
  loop.exec();
}

double processor() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Milliseconds of the processor in a second in which nothing happens, with a measured trace in sight.
void idle(benchmark::State& state) {
  ensureApplication();
  Theme theme;
  theme.applyTo(*qApp);
  MainWindow window(theme);
  window.show();
  window.openDevice(QStringLiteral("model:gtx560ti"));
  QElapsedTimer patience;
  patience.start();
  while (!window.explorer().device() && patience.elapsed() < 20000) waitFor(10);
  window.actions().run->trigger();
  while (window.explorer().busy() && patience.elapsed() < 20000) waitFor(10);
  waitFor(500);  // time for delayed repaints
  double spent = 0;
  for (auto _ : state) {
    const double before = processor();
    waitFor(1000);
    spent += processor() - before;
  }
  state.counters["cpu_ms_per_s"] = spent / static_cast<double>(state.iterations());
  window.explorer().newSession();
}

/// The time to read a session, to build the pyramids and levels of the views, and to paint the first picture.
void open_in_window(benchmark::State& state, SessionFormat format, const char* ending) {
  ensureApplication();
  const auto accesses = static_cast<std::uint64_t>(state.range(0));
  Random random(1);
  Run run{"run-1", "fine-grained", "trace", {}, {}};
  run.chase()->request.pattern = UniformPattern{1 << 20, 128};
  run.chase()->request.accesses = accesses;
  for (std::uint64_t done = 0; done < accesses;) {
    std::vector<float> chunk;
    for (; chunk.size() < 65'536 && done < accesses; ++done)
      chunk.push_back(static_cast<float>(random.below(8) == 0 ? 180 + random.below(400) : 32 + random.below(4)));
    run.chase()->result.cycles.append(std::move(chunk));
  }
  Session session;
  session.device.name = "bench";
  session.device.calls = {"chase"};
  session.device.spaces = all_memory_spaces();
  session.runs.push_back(std::make_shared<const Run>(std::move(run)));
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("session") + QLatin1String(ending));
  if (write_session(session, path.toStdString(), format)) return state.SkipWithError("not written");
  session = {};
  Theme theme;
  theme.applyTo(*qApp);
  MainWindow window(theme);
  window.show();
  QCoreApplication::processEvents();
  for (auto _ : state) {
    window.openSession(path);
    window.grab();
    if (window.explorer().session().runs.size() != 1) return state.SkipWithError("not opened");
    state.PauseTiming();
    window.explorer().newSession();
    state.ResumeTiming();
  }
}

BENCHMARK(first_window)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(10);
BENCHMARK(idle)->Unit(benchmark::kMillisecond)->Iterations(3);
BENCHMARK_CAPTURE(open_in_window, json, SessionFormat::json, ".json")
    ->Arg(10'000'000)
    ->Arg(100'000'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open_in_window, cbor, SessionFormat::cbor, ".cbor")
    ->Arg(10'000'000)
    ->Arg(100'000'000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace chasescope

int main(int argc, char** argv) {
  using namespace chasescope;
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  if (argc > 1 && std::strcmp(argv[1], kChild) == 0) {
    argc = 1;
    return window_command({}, argc, argv);
  }
  program = argv[0];
  const QTemporaryDir settings;  // a folder of its own, so that no person's settings are read or written
  qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
