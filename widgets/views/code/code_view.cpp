#include "widgets/views/code/code_view.h"

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "widgets/document/run_store.h"
#include "widgets/document/selection.h"
#include "widgets/style/part_look.h"
#include "widgets/style/theme.h"
#include "widgets/style/words.h"
#include "widgets/views/code/code_plot.h"
#include "widgets/views/code/figure_code.h"

namespace chasescope {
namespace {

bool isOfCode(const Finding& finding) {
  return finding.quantity == quantity::prefetch || finding.subject == subject::instruction_l0 ||
         finding.subject == subject::instruction_l1 || finding.subject == subject::instruction_l2;
}

const Finding* measured(const std::vector<Finding>& findings, const char* subject, const char* quantity) {
  for (const Finding& finding : findings)
    if ((subject == nullptr || finding.subject == subject) && finding.quantity == quantity &&
        finding.status == FindingStatus::measured)
      return &finding;
  return nullptr;
}

}  // namespace

CodeView::CodeView(RunStore& store, Selection& selection, const Theme& theme, QWidget* parent)
    : MeasuredView({tr("Instructions"), QStringLiteral("sweep"), tr("What instructions wait for"),
                    tr("Straight code of growing length: where the time of an instruction rises, an instruction cache is full "
                       "(topology thesis §6.2). Code in blocks, run in the order of memory and scattered: where the first is "
                       "faster, instructions are fetched ahead."),
                    probesOf(instructionCachesEntry()) + probesOf(instructionPrefetchEntry())},
                   store, selection, theme, parent),
      plot_(new CodePlot) {
  setContent(plot_);
  setFocusProxy(plot_);
  plot_->setPlotStyle(theme.plotStyle());
  connect(&theme, &Theme::themeChanged, this, [this] { plot_->setPlotStyle(this->theme().plotStyle()); });
  connect(&selection_, &Selection::currentRunChanged, this, [this](const QString& id) {
    plot_->setRun(id.toStdString());
    refreshTexts();
  });
  connect(plot_, &CodePlot::chosen, this, [this] {
    refreshTexts();
    if (const QString run = chosenRun(); !run.isEmpty()) selection_.setCurrentRun(run);
  });
  refresh();
}

void CodeView::gather() {
  std::vector<RunPtr> runs;
  for (const auto& shown : store().runs())
    if (shown->state == ShownRun::State::finished && shown->run->as<InstructionsRequest>() != nullptr) runs.push_back(shown->run);
  plot_->setCharts(std::make_shared<const CodeCharts>(gatherCode(runs, store().findings())));
}

bool CodeView::hasContent() const { return !plot_->charts().empty(); }

QString CodeView::whyNothingShown() const {
  for (const Finding& finding : store().findings())
    if (isOfCode(finding) && finding.status == FindingStatus::not_measurable && !finding.reason.empty())
      return QString::fromStdString(finding.reason);
  return {};
}

QString CodeView::facts() const {
  if (const QStringList words = plot_->describe(); !words.isEmpty()) return words.join(QStringLiteral(" · "));
  QStringList parts;
  const std::vector<Finding>& findings = store().findings();
  for (const char* subject : {subject::instruction_l0, subject::instruction_l1, subject::instruction_l2})
    if (const Finding* capacity = measured(findings, subject, quantity::capacity_bytes); capacity && capacity->value.is_number())
      parts << tr("%1: %2").arg(partName(subject), sizeText(capacity->value.get<double>()));
  if (const Finding* prefetch = measured(findings, nullptr, quantity::prefetch); prefetch && prefetch->value.is_string())
    parts << (prefetch->value.get<std::string>() == "yes" ? tr("fetched ahead") : tr("not fetched ahead"));
  return parts.join(QStringLiteral(" · "));
}

QString CodeView::chosenRun() const {
  const QString run = QString::fromStdString(plot_->run());
  return store().run(run) == nullptr ? QString() : run;
}

QString CodeView::figure() const {
  // The figure of the chart that has the chosen point, else of the first chart.
  const CodeCharts& charts = plot_->charts();
  const auto chosen = markOf(charts, plot_->run());
  const std::string run = runOf(charts, chosen.value_or(ChartMark{}));
  const ShownRun* shown = store().run(QString::fromStdString(run));
  const auto* code = shown == nullptr ? nullptr : shown->run->as<InstructionsRequest>();
  const bool straight = code == nullptr || code->request.order == CodeOrder::straight;
  return QString::fromLatin1((straight ? instructionCachesEntry() : instructionPrefetchEntry()).name);
}

const ViewEntry& codeViewEntry() {
  static const ViewEntry entry{
      .id = "instructions",
      .tab = QT_TRANSLATE_NOOP("View", "Instructions"),
      .shows = QT_TRANSLATE_NOOP("View", "Times of instructions: instruction caches and prefetch"),
      .make = makeView<CodeView>,
      .figures = {&instructionCachesEntry(), &instructionPrefetchEntry()},
      .probes = {"instructions", "prefetch"},
      .calls = {InstructionsRequest::kCall},
  };
  return entry;
}

}  // namespace chasescope

#include "moc_code_view.cpp"
