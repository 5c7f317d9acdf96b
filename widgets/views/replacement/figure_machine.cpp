// A replacement policy as an automaton: the state of a full set after each hit and each miss (CacheQuery, PLDI 2020).
#include "widgets/views/replacement/figure_machine.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/style/words.h"
#include "widgets/views/replacement/machine_scene.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;
using Shows = FigureRecipe::Shows;

/// The finding that the automaton comes from.
const Finding* findingOf(const MachineFacts& facts) {
  return facts.cache.find(facts.is_learnt ? quantity::replacement_machine : quantity::replacement_policy);
}

class MachineFigure final : public FigureContent {
 public:
  MachineFigure(const Session& session, MachineFacts facts) : session_(session), facts_(std::move(facts)) {}
  FigureTraits traits() const override { return {.legends = {LegendPlace::none}}; }
  QString title() const override { return tr("Replacement as a machine"); }
  QString caption() const override {
    QString text = settingText(facts_.cache) + QStringLiteral(". ");
    if (!session_.device.name.empty())
      text = QStringLiteral("%1 (%2) · ")
                 .arg(QString::fromStdString(session_.device.name),
                      QString::fromStdString(std::string(to_string(session_.device.origin)))) +
             text;
    text += tr("What a hit in each way and a miss make of a full set; a miss replaces the line of the way that is named.");
    return facts_.hasRing() ? text + QLatin1Char(' ') + tr("Hits that change nothing have no arrow.") : text;
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [this](double width, const PlotStyle& style) {
      return headHeight(machineHead(facts_), width, style) + machineHeight(width, facts_, style);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const PartHead head = machineHead(facts_);
      paintHead(painter, area.topLeft(), area.width(), head, style);
      paintMachine(painter, area.adjusted(0, headHeight(head, area.width(), style), 0, 0), facts_, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("state,input,way,next_state,replaced_way\n")) return;
    for (std::size_t state = 0; state < facts_.states(); ++state) {
      const inference::PolicyAutomaton::State& one = facts_.automaton.states[state];
      QByteArray lines;
      for (std::size_t way = 0; way < facts_.automaton.ways; ++way)
        lines += QByteArray::number(static_cast<qulonglong>(state)) + ",hit," + QByteArray::number(static_cast<qulonglong>(way)) +
                 ',' + QByteArray::number(one.next[way]) + ",\n";
      lines += QByteArray::number(static_cast<qulonglong>(state)) + ",miss,," + QByteArray::number(one.next.back()) + ',' +
               QByteArray::number(one.victim) + '\n';
      if (!write(lines)) return;
    }
  }
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, "policy-machine");
    const std::vector<std::string>& evidence = findingOf(facts_)->evidence;
    for (const RunPtr& run : session_.runs)
      if (std::find(evidence.begin(), evidence.end(), run->id) != evidence.end()) json["runs"].push_back(runProvenance(*run));
    return json;
  }

 private:
  Session session_;
  MachineFacts facts_;
};

bool isEvidence(const MachineFacts& facts, const QString& runId) {
  const std::vector<std::string>& evidence = findingOf(facts)->evidence;
  return std::find(evidence.begin(), evidence.end(), runId.toStdString()) != evidence.end();
}

}  // namespace

FigureOutcome policyMachineFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<FoundSets> caches = cachesOf(session, choice.cache);
  std::optional<MachineFacts> found;
  QString tooLarge;
  for (const FoundSets& cache : caches) {
    auto facts = gatherMachine(cache);
    if (!facts) continue;
    if (facts->states() > kMostStatesOfTable) {
      if (tooLarge.isEmpty())
        tooLarge =
            tr("The replacement of %1 is a machine of %2 states, and at most %3 can be drawn")
                .arg(settingText(cache))
                .arg(facts->states())
                .arg(kMostStatesOfTable) +
            (facts->is_learnt ? tr("; the session has all of them, with its finding replacement_machine.") : QStringLiteral("."));
      continue;
    }
    if (!found || isEvidence(*facts, choice.run)) found = std::move(facts);
  }
  if (found) return {std::make_shared<MachineFigure>(session, *std::move(found)), {}};
  if (!tooLarge.isEmpty()) return {nullptr, tooLarge};
  if (const QString why = whyUntold(caches, {quantity::replacement_policy, quantity::replacement_machine}); !why.isEmpty())
    return {nullptr, tr("No machine of the replacement can be drawn. %1").arg(why)};
  for (const FoundSets& cache : caches)
    if (!cache.policy.empty())
      return {nullptr, tr("%1 replaces by %2, and of a set like its there is no machine of few states")
                               .arg(settingText(cache), QString::fromStdString(cache.policy)) +
                           QLatin1Char('.')};
  return {nullptr,
          tr("The session does not tell how %1 replaces its lines").arg(choice.cache.isEmpty() ? tr("a cache") : choice.cache),
          true};
}

const FigureEntry& policyMachineEntry() {
  static const FigureEntry entry
      {"policy-machine", QT_TRANSLATE_NOOP("Figure", "Replacement: a machine of states, by hits and misses"), policyMachineFigure, true,
      {{Shows::caches, {{"replacement", Role::fills, inItsSpace}, {"sets", Role::fills, inItsSpace}, {"line", Role::fills, inItsSpace}}}}};
  return entry;
}

}  // namespace chasescope
