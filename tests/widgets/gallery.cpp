// Fills every widget with synthetic runs and saves screenshots for a person to look at. ctest does not run it.
//
//   QT_SCALE_FACTOR=2 widget_gallery -platform offscreen --out shots --size 1440x900 --theme dark --type 1.0
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSplitter>
#include <QTimer>
#include <functional>

#include <QListView>

#include "tests/widgets/sample_curves.h"
#include "tests/widgets/sample_runs.h"
#include "widgets/document/findings_model.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/figure/figure_export.h"
#include "widgets/registry/figure_list.h"
#include "widgets/shell/device_list.h"
#include "widgets/shell/findings_panel.h"
#include "widgets/shell/log_panel.h"
#include "widgets/shell/parameter_form.h"
#include "widgets/shell/probe_list.h"
#include "widgets/style/theme.h"
#include "widgets/style/theme_sheet.h"
#include "widgets/views/pattern/figure_pattern.h"
#include "widgets/views/pattern/miss_pattern_view.h"
#include "widgets/views/scope/figure_scope.h"
#include "widgets/views/scope/scope_view.h"

namespace {

using namespace chasescope;

ProbeInfo fineGrained() {
  ProbeInfo info{"fine-grained", "Fine-grained chase", "Caches", "Times every single access of one chase.", "2014 paper §3.2", {}};
  info.parameters = {
      {"space",
       "Memory space",
       ParameterKind::choice,
       "global.ca",
       false,
       {"global.ca", "global.cg", "texture"},
       "Which path the loads take."},
      {"bytes",
       "Footprint N",
       ParameterKind::bytes,
       "17KiB",
       false,
       {},
       "How much memory the chase walks through. One line more than the cache holds makes its first set miss."},
      {"stride",
       "Stride s",
       ParameterKind::bytes,
       "128B",
       false,
       {},
       "The distance between accesses. A whole line shows each line once."},
      {"passes", "Passes", ParameterKind::count, "24", false, {}, "How often the chase goes round."},
      {"carveout", "Carve-out", ParameterKind::percent, "", true, {}, "Share of the L1 that becomes shared memory."}};
  return info;
}

struct Desk {
  Theme theme;
  RunStore store;
  Selection selection;
};

/// A window with every widget in the place that it has in the program.
class Sheet : public QWidget {
 public:
  explicit Sheet(Desk& desk) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(12, 12, 12, 12);
    grid->setSpacing(12);
    auto* left = looking(new QWidget(this), "card");
    left->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(4, 8, 4, 8);
    devices = new DeviceList(desk.theme, left);
    probes = new ProbeList(desk.theme, left);
    form = new ParameterForm(desk.theme, left);
    column->addWidget(devices, 4);
    column->addWidget(probes, 4);
    column->addWidget(form, 6);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(12, 0, 12, 4);
    run = looking(new QPushButton(desk.theme.icon("play", desk.theme.colours().accentInk), "Run", left), "primary");
    buttons->addWidget(run);
    buttons->addWidget(new QPushButton(desk.theme.icon("stop"), "Stop", left));
    column->addLayout(buttons);
    scope = new ScopeView(desk.store, desk.selection, desk.theme, this);
    pattern = new MissPatternView(desk.store, desk.selection, desk.theme, this);
    findings = new FindingsPanel(desk.store, desk.theme, this);
    log = new LogPanel(desk.theme, this);
    left->setFixedWidth(desk.theme.scaled(252));
    findings->setFixedWidth(desk.theme.scaled(360));
    grid->addWidget(left, 0, 0, 3, 1);
    grid->addWidget(scope, 0, 1);
    grid->addWidget(pattern, 1, 1);
    grid->addWidget(log, 2, 1);
    grid->addWidget(findings, 0, 2, 3, 1);
    grid->setRowStretch(0, 5);
    grid->setRowStretch(1, 5);
    grid->setRowStretch(2, 2);
    grid->setColumnStretch(1, 1);
  }

  void fill(Desk& desk) {
    devices->setDevices({{"cuda:0", "NVIDIA H200", "Hopper, 132 SMs", DeviceEntry::Kind::card, DeviceEntry::State::closed},
                         {"model:gtx560ti", "GeForce GTX 560 Ti", "Fermi; numbers from the 2014 paper", DeviceEntry::Kind::model,
                          DeviceEntry::State::open},
                         {"model:gtx780", "GeForce GTX 780", "Kepler", DeviceEntry::Kind::model, DeviceEntry::State::closed},
                         {"recording:h200", "H200, 21 Nov", "a session", DeviceEntry::Kind::recording, DeviceEntry::State::closed},
                         {"ssh:gpu07", "gpu07", "no answer", DeviceEntry::Kind::remote, DeviceEntry::State::failed}});
    devices->setCurrent("model:gtx560ti");
    std::vector<ProbeInfo> list{fineGrained()};
    for (const auto& [name, title, group] : std::vector<std::array<const char*, 3>>{{"capacity", "Capacity", "Caches"},
                                                                                    {"sets", "Sets and index", "Caches"},
                                                                                    {"replacement", "Replacement", "Caches"},
                                                                                    {"tlb", "TLB levels and sets", "Translation"},
                                                                                    {"banks", "Bank conflicts", "Shared memory"}})
      list.push_back({name, title, group, "", "", {}});
    probes->setProbes(list);
    probes->setState("fine-grained", ProbeList::State::running);
    probes->setState("capacity", ProbeList::State::done);
    probes->setState("sets", ProbeList::State::failed);
    probes->setUnavailable({{"banks", "This device has no shared memory to measure."}});
    probes->setCurrent("fine-grained");
    form->setProbe(fineGrained());
    form->setSliders(true);
    const QDateTime t(QDate(2026, 11, 21), QTime(3, 0, 0));
    log->add(LogPanel::Level::info, "Opened GeForce GTX 560 Ti (model)", t);
    log->add(LogPanel::Level::good, "Fine-grained chase: 3,264 accesses in 0.03 s", t.addMSecs(1250));
    log->add(LogPanel::Level::warning, "Passes differ from each other: one pass is no evidence here", t.addMSecs(1300));
    log->add(LogPanel::Level::error, "gpu07 did not answer within 10 s; check that ssh reaches it without a password",
             t.addMSecs(9000));
    desk.store.setSession(sample::session());
    desk.selection.setCurrentRun("run-1");
  }

  DeviceList* devices;
  ProbeList* probes;
  ParameterForm* form;
  QPushButton* run;
  ScopeView* scope;
  MissPatternView* pattern;
  FindingsPanel* findings;
  LogPanel* log;
};

void settle(QWidget& widget) {
  widget.ensurePolished();
  for (int i = 0; i < 4; ++i) QCoreApplication::processEvents();
  for (auto* plot : widget.findChildren<ScopePlot*>()) plot->repaintNow();
  for (auto* plot : widget.findChildren<PatternPlot*>()) plot->repaintNow();
  QCoreApplication::processEvents();
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QCommandLineParser parser;
  parser.addOptions({{"out", "folder", "folder", "gallery"},
                     {"size", "WxH", "size", "1440x900"},
                     {"theme", "light or dark", "theme", "light"},
                     {"type", "scale", "scale", "1"},
                     {"tag", "file name prefix", "tag", ""}});
  parser.process(application);
  const QStringList size = parser.value("size").split('x');
  const QDir out(parser.value("out"));
  out.mkpath(".");

  Desk desk;
  desk.theme.setMode(parser.value("theme") == "dark" ? Theme::Mode::dark : Theme::Mode::light);
  desk.theme.setFontScale(parser.value("type").toDouble());
  desk.theme.applyTo(application);

  Sheet sheet(desk);
  sheet.resize(size[0].toInt(), size[1].toInt());
  sheet.show();
  const auto shot = [&](const QString& name) {
    settle(sheet);
    sheet.grab().save(out.filePath(parser.value("tag") + name + ".png"));
  };
  shot("empty");
  sheet.fill(desk);
  sheet.findings->list()->setCurrentIndex(sheet.findings->model()->index(1));
  shot("full");

  sheet.scope->showAccesses(600, 1100);
  sheet.scope->setCursor(ScopeView::Cursor::a, 700);
  sheet.scope->setCursor(ScopeView::Cursor::b, 836);
  desk.selection.setBrush(AccessRange{900, 1000});
  desk.selection.setHoveredAccess(760);
  sheet.pattern->setShade(PatternShade::hitMiss);
  if (QWidget* bytes = sheet.form->editor("bytes")) bytes->setFocus();
  sheet.form->setValues({{"bytes", "17 Kib extra"}});
  // The mouse rests on an access.
  QWidget* canvas = sheet.scope->plot()->canvas();
  settle(sheet);
  const QPoint rest = sheet.scope->plot()->positionOf(620);
  QMouseEvent hover(QEvent::MouseMove, rest, canvas->mapToGlobal(rest), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
  QCoreApplication::sendEvent(canvas, &hover);
  shot("zoomed");

  sheet.scope->showAccesses(800, 860);
  desk.selection.setBrush(std::nullopt);
  sheet.scope->plot()->canvas()->setFocus();
  sheet.pattern->setShade(PatternShade::hitMiss);
  desk.selection.setCurrentRun("sweep-14");
  sheet.pattern->setRows(MissPatternView::Rows::sweep);
  shot("sweep");

  // A long trace while it streams, and one that failed.
  sample::Cache cache;
  cache.lru = false;
  const RunPtr longRun = sample::chase("run-long", cache, 17 * 1024, 128, 0, 2'000'000, 9);
  desk.store.startRun(sample::started(*longRun));
  desk.selection.setCurrentRun("run-long");
  sheet.pattern->setRows(MissPatternView::Rows::passes);
  desk.store.appendPart("run-long", longRun->chase()->result.cycles.chunks().front());
  sheet.pattern->setShade(PatternShade::latency);
  shot("streaming");
  desk.store.failRun("run-long",
                     "The card was lost while it measured. What had landed is kept; open the device again and press Run.");
  shot("failed");

  Session session = sample::session();
  for (const sample::Measured& all : {sample::tlbs(), sample::footprints(), sample::strides(), sample::spectrum()}) {
    session.runs.insert(session.runs.end(), all.runs.begin(), all.runs.end());
    session.findings.insert(session.findings.end(), all.findings.begin(), all.findings.end());
  }
  for (const QString& name : figureNames())
    for (const double width : {84.0, 177.8})
      for (const char* ending : {".pdf", ".svg", ".png"}) {
        FigureOptions options;
        options.width_mm = width;
        const QString path = out.filePath(QString("figure-%1-%2%3").arg(name).arg(width).arg(QLatin1String(ending)));
        const FigureOutcome made = makeFigure(name, session, {.run = name == "scope" ? "run-1" : "", .cache = {}});
        if (!made) continue;  // the sample has no runs for it
        const ExportOutcome done = exportFigure(*made.figure, options, path, *figureFormatFrom(path));
        if (!done) qWarning("%s", qPrintable(done.error));
      }
  FigureOptions options;
  options.width_mm = 120;
  exportFigure(*missPatternFigure(session, "run-1", PatternRows::passes, PatternShade::latency).figure, options,
               out.filePath("figure-passes.pdf"), FigureFormat::pdf);
  exportFigure(*missPatternFigure(session, "run-1", PatternRows::passes, PatternShade::latency).figure, options,
               out.filePath("figure-passes.png"), FigureFormat::png);
  Session big = session;
  big.runs = {longRun};
  exportFigure(*scopeFigure(big).figure, options, out.filePath("figure-long.png"), FigureFormat::png);
  options.csv = false;
  exportFigure(*scopeFigure(big).figure, options, out.filePath("figure-long.pdf"), FigureFormat::pdf);
  exportFigure(*scopeFigure(big).figure, options, out.filePath("figure-long.svg"), FigureFormat::svg);
  return 0;
}
