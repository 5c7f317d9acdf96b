// victim window|free|command: measures until it is killed. Each result is written to standard output when it is shown as finished:
//   run ID        a run of the discovery        findings N      how many findings are there
//   trace BYTES   a trace of the free run, whose footprint grows from one to the next
#include <unistd.h>

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "app/measurement/probe_session.h"
#include "app/window/main_window.h"
#include "engine/session/document/run_series.h"
#include "engine/session/journal/journal_folder.h"
#include "widgets/shell/parameter_form.h"

using namespace chasescope;

namespace {

constexpr const char* kDevice = "model:h100";

/// Written without a buffer, so that a kill loses no line.
void say(const std::string& line) {
  [[maybe_unused]] const auto told = write(STDOUT_FILENO, (line + "\n").data(), line.size() + 1);
}

/// Writes the results that a terminal would show. The first second is left out, because a command keeps no journal that early.
class Said final : public ProbeSink {
 public:
  void on_run_started(const RunPtr&) override {}
  void on_part(const std::string&, const TraceChunk&) override {}
  void on_progress(double, const std::string&) override {}
  void on_run_finished(const RunPtr& run) override {
    if (counts()) say("run " + run->id);
  }
  void on_finding(const Finding&) override {
    ++findings_;
    if (counts()) say("findings " + std::to_string(findings_));
  }

 private:
  bool counts() const { return std::chrono::steady_clock::now() - begun_ > std::chrono::milliseconds(1200); }
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::size_t findings_ = 0;
};

int command() {
  Said said;
  // A thousand sweeps one after another take minutes. Each finishes a run every few milliseconds.
  const ProbeStep sweep{.probe = "footprint-sweep", .values = [](const Session&) { return ParameterValues(); }};
  const auto session =
      measure_session({.id = kDevice, .noise = {}, .seed = {}, .request_log = {}}, std::vector(1000, sweep), &said);
  return session ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "command") return command();
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  Theme theme;
  MainWindow window(theme);
  window.show();
  window.keepIn(journal_folder());
  Explorer& explorer = window.explorer();
  if (mode == "window") {
    QObject::connect(&explorer.store(), &RunStore::runFinished, &window, [](const QString& id) { say("run " + id.toStdString()); });
    QObject::connect(&explorer.store(), &RunStore::findingAdded, &window,
                     [](int index) { say("findings " + std::to_string(index + 1)); });
    window.onceOpen([] {});
    QObject::connect(&explorer, &Explorer::deviceOpened, &window, [&] { window.runProbe("discover", {{"seconds", "60"}}); });
  } else {
    std::uint64_t bytes = 4096;
    QObject::connect(&explorer, &Explorer::deviceOpened, &window, [&] {
      window.runProbe("fine-grained", {{"bytes", std::to_string(bytes)}, {"stride", "32"}}, true);
    });
    QObject::connect(&explorer, &Explorer::probeEnded, &window, [&] {
      for (const RunPtr& run : explorer.session().runs)
        if (const auto* chase = run->chase(); chase != nullptr && is_data(*run))
          say("trace " + std::to_string(footprint_bytes(chase->request.pattern, 4)));
      window.form().setValues({{"bytes", std::to_string(bytes += 32)}, {"stride", "32"}});
    });
  }
  window.openDevice(QString::fromLatin1(kDevice));
  return QApplication::exec();
}
