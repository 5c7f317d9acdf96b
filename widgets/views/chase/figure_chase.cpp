#include "widgets/views/chase/figure_chase.h"

#include <algorithm>

#include "engine/session/document/run_series.h"
#include "engine/step/explanation.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/run_model.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/words.h"
#include "widgets/views/chase/chase_scene.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;

class ChaseFigure final : public FigureContent {
 public:
  ChaseFigure(const Session& session, std::shared_ptr<const FigureRun> run, ChasePicture picture, QString basis)
      : session_(session), run_(std::move(run)), picture_(std::move(picture)), basis_(std::move(basis)) {}

  QString title() const override { return tr("One pass of a chase"); }
  QString caption() const override {
    return requestText(session_, run_->run->chase()->request, true) + QStringLiteral(". ") + passSentence(picture_, {}) +
           QLatin1Char(' ') + basis_;
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      return layOutChase(picture_, &picture_, width, 0, style).height;
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      painter.save();
      painter.translate(area.topLeft());
      paintChase(painter, {picture_, &picture_}, layOutChase(picture_, &picture_, area.width(), area.height(), style), style);
      painter.restore();
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("access,pass,offset_bytes,line,set,cycles,miss\n")) return;
    for (const ChaseTile& tile : picture_.tiles)
      for (const ChaseAccess& access : tile.accesses) {
        const QByteArray row = csvNumber(access.timed) + ',' + csvNumber(picture_.pass) + ',' +
                               csvNumber(run_->order.offset(access.timed)) + ',' +
                               (tile.line ? csvNumber(*tile.line) : QByteArray()) + ',' +
                               (tile.set ? csvNumber(std::uint64_t{*tile.set}) : QByteArray()) + ',' +
                               (access.cycles ? csvNumber(*access.cycles) : QByteArray()) + ',' + missWord(access.verdict) + '\n';
        if (!write(row)) return;
      }
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "chase");
    json["runs"].push_back(runProvenance(*run_->run));
    return json;
  }

 private:
  Session session_;
  std::shared_ptr<const FigureRun> run_;
  ChasePicture picture_;
  QString basis_;
};

/// The best source of the cache's states that agrees with the recorded latencies, extended to the end of the run.
step::MadeSource trusted(const step::Recording& recording, const Session& session, const step::RunModel& model) {
  constexpr std::uint64_t kPiece = 65536;
  step::Footing from = step::Footing::model;
  while (true) {
    step::MadeSource made = step::make_source(recording, session.findings, model, from);
    while (made.source && !made.source->complete() && !made.source->given_up()) made.source->extend(kPiece);
    if (!made.source || made.source->trusted() || made.footing == step::Footing::trace) return made;
    from = made.footing == step::Footing::model ? step::Footing::findings : step::Footing::trace;
  }
}

constexpr const char* kChase = "fine-grained";

/// Whether a pass of the run is short enough to be drawn, which a closer look has to confirm. A walk of fewer than two passes has
/// no warm pass.
bool mayFit(const Run& run) {
  const auto* chase = run.chase();
  if (chase == nullptr || run.cycles().empty()) return false;
  const ChaseRequest& request = chase->request;
  const std::uint64_t pass = accesses_per_pass(request.pattern);
  return pass > 1 && pass <= kMostChaseTiles && request.accesses >= pass && request.warmup + request.accesses >= 2 * pass;
}

/// The last chase that can be drawn. In a session of a discovery, only a chase that somebody ran besides, because the discovery's
/// own walks test single sets.
QString lastThatFits(const Session& session) {
  const bool discovered = session.environment.is_object() && session.environment.value("probe", nlohmann::json()) == "discover";
  QString id;
  for (const RunPtr& run : data_runs(session.runs))
    if (mayFit(*run) && (!discovered || run->probe == kChase)) id = QString::fromStdString(run->id);
  return id;
}

}  // namespace

FigureOutcome chaseFigure(const Session& session, const QString& runId) {
  FigureOutcome outcome;
  const QString id = runId.isEmpty() ? lastThatFits(session) : runId;
  if (id.isEmpty()) {
    outcome.unmeasured = true;
    outcome.error = tr("The session has no chase of so few elements that a pass of it can be drawn");
    return outcome;
  }
  const auto run = figureRun(session, id, outcome.error);
  if (!run) return outcome;
  const ChaseRequest& request = run->run->chase()->request;
  const step::LatencyVerdicts verdicts = verdictsOf(*run, session.findings);
  step::MadeSource made =
      trusted({run->run->id, request, run->run->chase()->result, run->trace(), run->levels}, session, run_model_of(session));
  if (!made.source) {
    outcome.error = QString::fromStdString(made.why_not);
    return outcome;
  }
  const auto pass = passToShow(*made.source, {});
  if (!pass) {
    outcome.error = tr("Run %1 timed no pass as a whole.").arg(id);
    return outcome;
  }
  ChasePicture picture = gatherChase(*made.source, *pass, {request, run->trace(), verdicts});
  if (picture.tooMany()) {
    outcome.error = tooManySentence(picture);
    return outcome;
  }
  outcome.figure = std::make_shared<ChaseFigure>(session, run, std::move(picture), QString::fromStdString(made.source->basis()));
  return outcome;
}

const FigureEntry& chaseEntry() {
  static const FigureEntry entry{
      "chase",
      QT_TRANSLATE_NOOP("Figure", "One pass of a chase: the array, the cache and the latency of each access"),
      ofRun<chaseFigure>,
      false,
      {{.probes = {kSmallEnd, kLargeEnd, {kChase, Role::fills, fewLines}}}}};
  return entry;
}

}  // namespace chasescope
