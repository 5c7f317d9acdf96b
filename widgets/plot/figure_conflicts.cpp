// Who hurts whom as a figure: what sets are seen in.
#include <QCoreApplication>
#include <algorithm>

#include "engine/trace/quantity_text.h"
#include "widgets/plot/conflict_scene.h"
#include "widgets/plot/figure.h"
#include "widgets/plot/figure_run.h"
#include "widgets/plot/plot_canvas.h"
#include "widgets/plot/set_map_scene.h"

namespace chasescope {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

class ConflictFigure final : public FigureContent {
 public:
  ConflictFigure(const Session& session, ConflictFacts facts) : session_(session), facts_(std::move(facts)) {}
  QString title() const override { return tr("Who hurts whom"); }
  QString caption() const override {
    return QStringLiteral("%1 (%2) · %3. ")
               .arg(QString::fromStdString(session_.device.name), QString::fromStdString(std::string(to_string(session_.device.origin))),
                    settingText(facts_.cache)) +
           tr("%1 trials, each cold: half of the lines are read, and read again in another order. What lies beyond the dashed line is no chance.")
               .arg(QString::fromStdString(format_count(facts_.trials)));
  }
  double heightFor(double width_mm) const override {
    return heightOfDrawing(width_mm, [this](double width, const PlotStyle& style) { return conflictHeight(width, facts_, style); });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QCPPainter& painter, const QRectF& area) { paintConflicts(painter, area, facts_, style); });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("offset_bytes,other_offset_bytes,set,other_set,standard_errors\n")) return;
    for (std::size_t a = 0; a < facts_.places.size(); ++a) {
      QByteArray lines;
      for (std::size_t b = a + 1; b < facts_.places.size(); ++b)
        lines += QByteArray::number(static_cast<qulonglong>(facts_.places[a])) + ',' + QByteArray::number(static_cast<qulonglong>(facts_.places[b])) +
                 ',' + facts_.names[facts_.set_of(a)].toUtf8() + ',' + facts_.names[facts_.set_of(b)].toUtf8() + ',' +
                 QByteArray::number(static_cast<double>(facts_.at(a, b)), 'f', 2) + '\n';
      if (!write(lines)) return;
    }
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "conflict-matrix");
    json["runs"].push_back(runProvenance(*facts_.run));
    return json;
  }

 private:
  Session session_;
  ConflictFacts facts_;
};

/// Why the session tells nothing of any cache; empty if it does, or if nothing was asked.
QString whyNothing(const Session& session) {
  if (!found_sets(session.findings).empty()) return {};
  for (const Finding& finding : session.findings)
    if (finding.status == FindingStatus::not_measurable && !finding.reason.empty()) return QString::fromStdString(finding.reason);
  return {};
}

}  // namespace

FigureOutcome conflictFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<FoundSets> caches = cachesOf(session, choice.cache);
  if (auto facts = gatherConflicts(session.runs, caches, choice.run)) return {std::make_shared<ConflictFigure>(session, *std::move(facts)), {}};
  if (!choice.run.isEmpty())
    return {nullptr, tr("The run %1 has no trials of at most %2 places that show sets").arg(choice.run).arg(kMostConflictPlaces)};
  if (caches.empty() && !found_sets(session.findings).empty()) return {nullptr, tr("The session tells of no cache %1").arg(choice.cache)};
  QString why = whyUntold(caches, {"sets"});
  if (why.isEmpty()) why = whyNothing(session);
  if (!why.isEmpty()) return {nullptr, tr("Who hurts whom can’t be drawn. %1").arg(why)};
  if (std::any_of(session.runs.begin(), session.runs.end(), [](const RunPtr& run) { return run->as<TrialsRequest>() != nullptr; }))
    return {nullptr, tr("In the trials that the session holds no places hurt each other, or there are more than %1 of them").arg(kMostConflictPlaces)};
  return {nullptr, tr("The session holds no trials that show sets"), true};
}

}  // namespace chasescope
