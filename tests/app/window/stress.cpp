// stress [--seconds N] [--frames MS] [--discoveries N]: runs a software GPU in free-running mode as fast as it can, while its
// settings are dragged and the trace is zoomed. Then it makes this many discoveries, each in a document of its own. It prints
// traces, frames, the longest time in which the window could not answer, memory, open files and threads (the last three each
// minute, too).
//
// It fails if a trace is incomplete, if runs pile up, or if heap, open files or threads grow after the first traces (or the first
// discoveries). With --frames it also fails if the window could not answer for longer than this many milliseconds. That limit is
// not for every run of the tests, because other programs use the processor, too.
#include <malloc.h>
#include <time.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app/tabs/view_tabs.h"
#include "app/window/main_window.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/views/scope/scope_view.h"

using namespace chasescope;

namespace {

constexpr int kPatience = 60000;             // ms; a limit for a hanging test, not a wait
constexpr double kMostGrowth = 1024 * 1024;  // bytes; a quarter of it goes to undo and to caches that still fill up
constexpr std::size_t kAccesses = 4096;      // of a free-running trace

/// Measures how long the application handles each event, for during that time the window can do nothing else.
class TimedApplication : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override {
    if (depth_ > 0) return QApplication::notify(receiver, event);
    QElapsedTimer timer;
    timer.start();
    const double cpu = cpuTime();
    const bool isFrame = event->type() == QEvent::UpdateRequest;  // read here, for the event may be deleted while it is handled
    ++depth_;
    const bool done = QApplication::notify(receiver, event);
    --depth_;
    const double ms = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    if (!measuring) return done;
    if (isFrame) frames.push_back(ms);
    if (ms > longest) {
      longest = ms;
      cpuOfLongest = cpuTime() - cpu;
    }
    mostCpu = std::max(mostCpu, cpuTime() - cpu);
    return done;
  }
  bool measuring = false;
  double longest = 0;          // ms
  // ms of processor time in the same event; if it is far less than `longest`, other programs had the processor
  double cpuOfLongest = 0;
  double mostCpu = 0;          // ms of processor time, the most of any event
  std::vector<double> frames;  // ms, each repaint of a window

 private:
  static double cpuTime() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
  }

  int depth_ = 0;
};

double heapInUse() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks + info.hblkhd);
}

double residentBytes() {
  std::ifstream file("/proc/self/statm");
  double all = 0, resident = 0;
  file >> all >> resident;
  return resident * 4096;
}

/// How many entries a folder of /proc/self has: "fd" (open files), "task" (threads).
std::ptrdiff_t entries(const char* folder) {
  return std::distance(std::filesystem::directory_iterator(std::string("/proc/self/") + folder), {});
}

double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

struct Options {
  double seconds = 5, frames = 0;
  int discoveries = 0;
};

class Stress {
 public:
  Stress(TimedApplication& application, const Options& options) : application_(application), options_(options), window_(theme_) {}

  int run() {
    window_.resize(1280, 800);
    window_.show();
    window_.keepIn(journal_.path().toStdString());  // as the program does
    if (!QTest::qWaitForWindowExposed(&window_, kPatience)) return fault("the window does not show");
    window_.openDevice(QStringLiteral("model:gtx560ti"));
    if (!QTest::qWaitFor([&] { return window_.explorer().device().has_value(); }, kPatience))
      return fault("the model does not open");
    window_.views().setCurrentIndex(0);
    QObject::connect(&window_.explorer(), &Explorer::probeEnded, &window_, [this](const QString&, const QString& sentence) {
      if (!sentence.isEmpty() && window_.freeRun().active()) faults_ << sentence;
      ended();
    });
    window_.actions().freeRun->trigger();
    QElapsedTimer clock;
    clock.start();
    // Memory that is filled once (fonts, levels, buffers of both traces) is filled after a fifth of the time.
    const auto passed = [&](double seconds) {
      return [&clock, seconds] { return static_cast<double>(clock.elapsed()) >= seconds * 1000; };
    };
    const int most = static_cast<int>(options_.seconds * 1000) + kPatience;
    if (!QTest::qWaitFor(passed(options_.seconds / 5), most)) return fault("time does not pass");
    const double heap = heapInUse(), resident = residentBytes();
    const std::ptrdiff_t files = entries("fd"), threads = entries("task");
    const std::size_t runs = window_.explorer().store().runs().size();
    application_.measuring = true;
    const int before = traces_;
    QTimer minute;
    QObject::connect(&minute, &QTimer::timeout, &window_, [&] { tellCurve(clock.elapsed()); });
    tellCurve(clock.elapsed());
    minute.start(60'000);
    if (!QTest::qWaitFor(passed(options_.seconds), most)) return fault("time does not pass");
    minute.stop();
    application_.measuring = false;
    const double grown = heapInUse() - heap;
    const double seconds = options_.seconds * 0.8;
    std::printf("traces           %d, %.1f a second\n", traces_, (traces_ - before) / seconds);
    std::printf("frames           %zu, %.1f a second; median %.1f ms, 99 %% below %.1f ms, longest %.1f ms\n",
                application_.frames.size(), static_cast<double>(application_.frames.size()) / seconds,
                quantile(application_.frames, 0.5), quantile(application_.frames, 0.99), quantile(application_.frames, 1));
    std::printf("longest event    %.1f ms, of which the processor worked for %.1f ms; at most it worked for %.1f ms in one\n",
                application_.longest, application_.cpuOfLongest, application_.mostCpu);
    std::printf("heap             %.2f MiB, grown by %.2f MiB; resident %.1f MiB, grown by %.2f MiB\n", heap / 1048576,
                grown / 1048576, resident / 1048576, (residentBytes() - resident) / 1048576);
    tellHandles("free run", files, threads);
    if (traces_ - before < 3) faults_ << QStringLiteral("hardly a trace came");
    if (grown > kMostGrowth) faults_ << QStringLiteral("the heap has grown by %1 bytes").arg(grown);
    if (window_.explorer().store().runs().size() != runs)
      faults_ << QStringLiteral("runs pile up: %1, then %2").arg(runs).arg(window_.explorer().store().runs().size());
    if (options_.frames > 0 && application_.longest > options_.frames)
      faults_ << QStringLiteral("the window was deaf for %1 ms, %2 ms of them at work")
                     .arg(application_.longest)
                     .arg(application_.cpuOfLongest);
    window_.freeRun().setActive(false);
    checkLast();
    if (options_.discoveries > 0) discover();
    faults_.removeDuplicates();
    for (const QString& sentence : std::as_const(faults_)) std::fprintf(stderr, "FAILED: %s\n", qPrintable(sentence));
    return faults_.isEmpty() ? 0 : 1;
  }

 private:
  static int fault(const char* sentence) {
    std::fprintf(stderr, "FAILED: %s\n", sentence);
    return 1;
  }

  /// Called after each trace: sets another footprint, as a person who drags the slider, and zooms at some traces.
  void ended() {
    if (!window_.freeRun().active()) return;
    ++traces_;
    const ShownRun* shown = window_.explorer().store().run(window_.explorer().selection().currentRun());
    if (shown == nullptr || shown->trace.size() != kAccesses || shown->state != ShownRun::State::finished)
      faults_ << QStringLiteral("a trace is not whole: %1 accesses").arg(shown == nullptr ? 0 : shown->trace.size());
    const auto findings = window_.explorer().store().findings().size();
    if (findings == 0 || findings > 20) faults_ << QStringLiteral("there are %1 findings of one trace").arg(findings);
    constexpr int kSizes = 24;
    const int kib = 8 + std::abs(traces_ % (2 * kSizes) - kSizes);
    window_.form().setValues({{"bytes", std::to_string(kib) + "KiB"}});
    ScopePlot* plot = window_.views().of<ScopeView>().plot();
    if (traces_ % 50 == 10) plot->showAccesses(1000, 1400);
    if (traces_ % 50 == 35) plot->fit();
  }

  /// Prints a line of memory, open files, threads and traces: one point of the curve of a soak.
  void tellCurve(qint64 ms) const {
    std::printf("at %5lld s       heap %.2f MiB, resident %.1f MiB, %td open files, %td threads, %d traces\n", ms / 1000,
                heapInUse() / 1048576, residentBytes() / 1048576, entries("fd"), entries("task"), traces_);
    std::fflush(stdout);  // so that a soak that is ended early has printed what it measured
  }

  /// Fails if there are more open files or threads than before.
  void tellHandles(const char* when, std::ptrdiff_t files, std::ptrdiff_t threads) {
    const std::ptrdiff_t filesNow = entries("fd"), threadsNow = entries("task");
    std::printf("%-16s %td open files, then %td; %td threads, then %td\n", when, files, filesNow, threads, threadsNow);
    if (filesNow > files) faults_ << QStringLiteral("open files: %1, then %2").arg(files).arg(filesNow);
    if (threadsNow > threads) faults_ << QStringLiteral("threads: %1, then %2").arg(threads).arg(threadsNow);
  }

  /// Discoveries one after another, each in a document of its own.
  void discover() {
    constexpr int kFirst = 3;  // after this many discoveries, memory that is filled once is filled
    Explorer& explorer = window_.explorer();
    if (!QTest::qWaitFor([&] { return !explorer.busy(); }, kPatience)) faults_ << QStringLiteral("the free run does not end");
    double heap = 0;
    std::ptrdiff_t files = 0, threads = 0;
    for (int i = 0; i < options_.discoveries; ++i) {
      QSignalSpy ended(&explorer, &Explorer::probeEnded);
      window_.runProbe(QStringLiteral("discover"), {{"effort", "quick"}});
      if (!QTest::qWaitFor([&] { return ended.count() > 0; }, kPatience) || explorer.session().findings.empty()) {
        faults_ << QStringLiteral("discovery %1 found nothing").arg(i + 1);
        return;
      }
      explorer.newSession();
      if (i + 1 != kFirst) continue;
      heap = heapInUse();
      files = entries("fd");
      threads = entries("task");
    }
    if (options_.discoveries <= kFirst) return;
    const double grown = heapInUse() - heap;
    std::printf("discoveries      %d; heap %.2f MiB, grown by %.2f MiB\n", options_.discoveries, heap / 1048576, grown / 1048576);
    tellHandles("discoveries", files, threads);
    if (grown > kMostGrowth) faults_ << QStringLiteral("the heap has grown by %1 bytes over discoveries").arg(grown);
  }

  /// The last trace that was shown is the one that the document holds.
  void checkLast() {
    const Session& session = window_.explorer().session();
    const ShownRun* shown = window_.explorer().store().run(window_.explorer().selection().currentRun());
    if (session.runs.empty() || shown == nullptr || session.runs.front()->cycles().size() != kAccesses) {
      faults_ << QStringLiteral("the document does not hold the last trace");
      return;
    }
    for (std::size_t i = 0; i < kAccesses; ++i)
      if (shown->trace[i] != session.runs.front()->cycles()[i]) {
        faults_ << QStringLiteral("access %1 is shown as another than the document has").arg(i);
        return;
      }
  }

  TimedApplication& application_;
  Options options_;
  Theme theme_;
  QTemporaryDir journal_;
  MainWindow window_;
  QStringList faults_;
  int traces_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  TimedApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("ChaseScopeTest"));
  QApplication::setOrganizationName(QStringLiteral("ChaseScopeTest"));
  Options options;
  const QStringList words = QApplication::arguments();
  for (qsizetype i = 1; i + 1 < words.size(); i += 2) {
    if (words[i] == QLatin1String("--seconds")) options.seconds = words[i + 1].toDouble();
    if (words[i] == QLatin1String("--discoveries")) options.discoveries = words[i + 1].toInt();
    if (words[i] == QLatin1String("--frames")) options.frames = words[i + 1].toDouble();
  }
  return Stress(application, options).run();
}
