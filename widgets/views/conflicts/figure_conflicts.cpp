// Conflicts as figures: which lines evict each other, how many lines a set holds, and which of them is evicted.
#include "widgets/views/conflicts/figure_conflicts.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/figure_run.h"
#include "widgets/figure/formats/figure_series.h"
#include "widgets/figure/panel_letter.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"
#include "widgets/views/conflicts/conflict_loads.h"
#include "widgets/views/conflicts/conflict_scene.h"
#include "widgets/views/conflicts/victim_ages_scene.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;
using Shows = FigureRecipe::Shows;

QByteArray whole(std::uint64_t number) { return QByteArray::number(static_cast<qulonglong>(number)); }

QString trialsText(const ConflictFacts& facts) {
  return tr("%1 trials, each cold: a part of the lines is read, and read again in another order.").arg(counted(facts.trials));
}

/// What the figures share: a session, a cache, and the run that shows it.
class CacheFigure : public FigureContent {
 public:
  CacheFigure(const Session& session, FoundSets cache, RunPtr run, const char* name)
      : session_(session), cache_(std::move(cache)), run_(std::move(run)), name_(name) {}
  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, name_);
    json["runs"].push_back(runProvenance(*run_));
    return json;
  }

 protected:
  /// "GeForce GTX 560 Ti (model) · L1 data cache · global.ca. "
  QString who() const {
    const QString setting = settingText(cache_) + QStringLiteral(". ");
    if (session_.device.name.empty()) return setting;
    return QStringLiteral("%1 (%2) · ")
               .arg(QString::fromStdString(session_.device.name),
                    QString::fromStdString(std::string(to_string(session_.device.origin)))) +
           setting;
  }

 private:
  Session session_;
  FoundSets cache_;
  RunPtr run_;
  const char* name_;
};

class ConflictFigure final : public CacheFigure {
 public:
  ConflictFigure(const Session& session, ConflictFacts facts, int panel)
      : CacheFigure(session, facts.cache, facts.run, "conflict-matrix"), facts_(std::move(facts)), panel_(panel) {}
  FigureTraits traits() const override {
    FigureTraits traits{.legends = {LegendPlace::none}};
    for (const ConflictPart part : conflictParts(facts_)) traits.panels << conflictPartTitle(part, facts_, PlotStyle());
    return traits;
  }
  QString title() const override { return tr("Which lines evict each other"); }
  QString caption() const override {
    return who() + trialsText(facts_) + QLatin1Char(' ') + tr("Pairs beyond the dashed line are not due to chance.");
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [this](double width, const PlotStyle& style) {
      return part() ? conflictPartHeight(*part(), width, facts_, style) : conflictHeight(width, facts_, style);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      if (part())
        paintPart(painter, {*part(), area}, facts_, style);
      else
        paintConflicts(painter, area, facts_, style);
    });
  }
  std::vector<SeriesPanel> series(const PlotStyle& /*style*/) const override {
    return {{.x = {.title = tr("Offset of the other line"), .bytes = true},
             .y = {.title = tr("Offset of the line"), .bytes = true},
             .map = SeriesMap{
                 .x = "other_offset_bytes", .y = "offset_bytes", .value = "standard_errors", .title = tr("Standard errors")}}};
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("offset_bytes,other_offset_bytes,set,other_set,trials_with,missed_with,trials_without,missed_without,standard_"
               "errors\n"))
      return;
    for (std::size_t a = 0; a < facts_.places.size(); ++a) {
      QByteArray lines;
      for (std::size_t b = 0; b < facts_.places.size(); ++b) {
        if (a == b) continue;
        const experiment::PairCount count = facts_.counts(a, b);
        lines += whole(facts_.places[a]) + ',' + whole(facts_.places[b]) + ',' + facts_.names[facts_.set_of(a)].toUtf8() + ',' +
                 facts_.names[facts_.set_of(b)].toUtf8() + ',' + whole(count.with) + ',' + whole(count.missed_with) + ',' +
                 whole(count.without) + ',' + whole(count.missed_without) + ',' +
                 QByteArray::number(static_cast<double>(facts_.at(a, b)), 'f', 2) + '\n';
      }
      if (!write(lines)) return;
    }
  }

 private:
  /// The panel that was asked for; nothing: all of them.
  std::optional<ConflictPart> part() const {
    const std::vector<ConflictPart> parts = conflictParts(facts_);
    const auto index = static_cast<std::size_t>(panel_);
    return panel_ >= 0 && index < parts.size() ? std::optional(parts[index]) : std::nullopt;
  }

  ConflictFacts facts_;
  int panel_;
};

/// The same matrix after more and more trials.
class GrowthFigure final : public CacheFigure {
 public:
  GrowthFigure(const Session& session, const ConflictFacts& facts, int panel)
      : CacheFigure(session, facts.cache, facts.run, "conflict-growth") {
    for (const std::size_t part : {32U, 8U, 1U})
      if (facts.trials >= part) all_.push_back(facts.trials / part);
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (panel < 0 || panel >= static_cast<int>(all_.size()) || i == static_cast<std::size_t>(panel))
        stages_.push_back(afterTrials(facts, all_[i]));
  }
  FigureTraits traits() const override {
    FigureTraits traits;
    for (const std::size_t trials : all_) traits.panels << tr("%1 trials").arg(counted(trials));
    return traits;
  }
  QString title() const override { return tr("Sets come out of the noise"); }
  QString caption() const override {
    return who() +
           tr("The same lines, set by set, after more and more trials; full colour begins where a pair is not due to chance. "
              "Colours are in standard errors.");
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [this](double width, const PlotStyle& style) {
      return matrixHeight(widthOfEach(width, style), stages_.back(), style) + (stages_.size() > 1 ? letterHeight(style) : 0);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const double each = widthOfEach(area.width(), style);
      double left = area.left();
      int letter = 0;
      for (std::size_t i = isNarrow(area.width(), style) ? 1 : 0; i < stages_.size(); ++i, left += each + gap(style)) {
        const PartHead head{tr("%1 trials").arg(counted(stages_[i].trials)), {}};
        QRectF place(left, area.top(), each, area.height());
        if (stages_.size() > 1) place = belowLetter(painter, place, letter++, style);
        paintMatrix(painter, place, PlaceOrder::by_set, stages_[i], style, nullptr, &head);
      }
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("trials,offset_bytes,other_offset_bytes,standard_errors\n")) return;
    for (const ConflictFacts& stage : stages_)
      for (std::size_t a = 0; a < stage.places.size(); ++a) {
        QByteArray lines;
        for (std::size_t b = a + 1; b < stage.places.size(); ++b)
          lines += whole(stage.trials) + ',' + whole(stage.places[a]) + ',' + whole(stage.places[b]) + ',' +
                   QByteArray::number(static_cast<double>(stage.at(a, b)), 'f', 2) + '\n';
        if (!write(lines)) return;
      }
  }

 private:
  static double gap(const PlotStyle& style) { return style.em(14); }
  /// In a column two matrices have room beside each other.
  bool isNarrow(double width, const PlotStyle& style) const { return width < style.em(400) && stages_.size() > 2; }
  double widthOfEach(double width, const PlotStyle& style) const {
    const auto count = static_cast<double>(stages_.size() - (isNarrow(width, style) ? 1 : 0));
    return (width - (count - 1) * gap(style)) / count;
  }

  std::vector<std::size_t> all_;       // trials of every stage
  std::vector<ConflictFacts> stages_;  // those that are shown
};

class OccupancyFigure final : public CacheFigure {
 public:
  OccupancyFigure(const Session& session, ConflictFacts facts, int /*panel*/)
      : CacheFigure(session, facts.cache, facts.run, "set-occupancy"), facts_(std::move(facts)) {}
  FigureTraits traits() const override { return {.legends = {LegendPlace::none}}; }
  QString title() const override { return tr("How many lines of a set stay"); }
  QString caption() const override {
    QString text = who() + trialsText(facts_) + QLatin1Char(' ') + tr("Pale: hit; with a cross: missed.");
    if (!drawsEndOfWays(facts_)) return text;
    const double most = mostMissingThatFit(facts_);
    return text + QLatin1Char(' ') +
           (most == 0 ? tr("Up to the dashed line no line ever misses: a set has so many ways.")
                      : tr("Up to the dashed line, where a set has ways for all, %1 of the lines miss at most; beyond it many do.")
                            .arg(QString::fromStdString(share_text(most))));
    return text;
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [this](double width, const PlotStyle& style) {
      return conflictPartHeight(ConflictPart::loads, width, facts_, style);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      paintPart(painter, {ConflictPart::loads, area}, facts_, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("set,lines_in,trials,missed_share\n")) return;
    for (std::size_t set = 0; set < facts_.sets(); ++set)
      for (std::size_t in = 1; in < facts_.set_loads[set].size(); ++in) {
        const ConflictFacts::Load& load = facts_.set_loads[set][in];
        if (load.trials > 0 && !write(facts_.names[set].toUtf8() + ',' + whole(in) + ',' + whole(load.trials) + ',' +
                                      QByteArray::number(load.missed, 'g', 6) + '\n'))
          return;
      }
  }

 private:
  ConflictFacts facts_;
};

class AgesFigure final : public CacheFigure {
 public:
  AgesFigure(const Session& session, VictimAges ages)
      : CacheFigure(session, ages.cache, ages.run, "victim-ages"), ages_(std::move(ages)) {}
  QString title() const override { return tr("Which line of a full set goes"); }
  QString caption() const override {
    QString text =
        who() + tr("Shares of %1 replacements in one set, by how long ago the line that went was last used, and came in.")
                    .arg(counted(ages_.victims));
    if (!ages_.by_way.empty()) text += QLatin1Char(' ') + tr("Below: by the way that it sat in.");
    return text;
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [this](double width, const PlotStyle& style) {
      return headHeight(agesHead(ages_), width, style) + agesHeight(ages_, style);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const PartHead head = agesHead(ages_);
      paintHead(painter, area.topLeft(), area.width(), head, style);
      paintAges(painter, area.adjusted(0, headHeight(head, area.width(), style), 0, 0), ages_, style);
    });
  }
  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("age_from_oldest,share_by_last_use,share_by_arrival\n")) return;
    for (std::size_t age = 0; age < ages_.ways; ++age)
      if (!write(whole(age + 1) + ',' + QByteArray::number(ages_.by_use[age], 'g', 6) + ',' +
                 QByteArray::number(ages_.by_arrival[age], 'g', 6) + '\n'))
        return;
  }

 private:
  VictimAges ages_;
};

/// Why the session tells nothing of any cache; empty if it does, or if nothing was asked.
QString whyNothing(const Session& session) {
  if (!found_sets(session.findings).empty()) return {};
  for (const Finding& finding : session.findings)
    if (finding.status == FindingStatus::not_measurable && !finding.reason.empty()) return QString::fromStdString(finding.reason);
  return {};
}

/// Whether the session is one of a probe that makes trials.
bool wereAsked(const Session& session) {
  const auto probe = session.environment.find("probe");
  return (probe != session.environment.end() && *probe == "conflicts") ||
         std::any_of(session.runs.begin(), session.runs.end(), [](const RunPtr& run) { return run->probe == "conflicts"; });
}

}  // namespace

namespace {

/// The trials that a figure of conflicts shows, or why there are none.
FigureOutcome ofConflicts(const Session& session, const FigureChoice& choice,
                          FigurePtr (*make)(const Session&, ConflictFacts, int)) {
  const std::vector<FoundSets> caches = cachesOf(session, choice.cache);
  if (auto facts = gatherConflicts(session.runs, caches, session.findings, choice.run))
    return {make(session, *std::move(facts), choice.panel), {}};
  if (!choice.run.isEmpty())
    return {nullptr, tr("The run %1 has no trials of at most %2 places that show sets").arg(choice.run).arg(kMostConflictPlaces)};
  if (caches.empty() && !found_sets(session.findings).empty())
    return {nullptr, tr("The session tells of no cache %1").arg(choice.cache)};
  // What another probe could not tell of a cache's sets says nothing of the trials, which nobody has made.
  if (!wereAsked(session)) return {nullptr, tr("The session holds no trials that show sets"), true};
  QString why = whyUntold(caches, {"sets"});
  if (why.isEmpty()) why = whyNothing(session);
  if (!why.isEmpty()) return {nullptr, tr("Conflicts between lines can’t be drawn. %1").arg(why)};
  if (std::any_of(session.runs.begin(), session.runs.end(), [](const RunPtr& run) { return run->as<TrialsRequest>() != nullptr; }))
    return {nullptr, tr("In the trials that the session holds no places evict each other, or there are more than %1 of them")
                         .arg(kMostConflictPlaces)};
  return {nullptr, tr("The session holds no trials that show sets"), true};
}

template <typename Figure>
FigurePtr makeOf(const Session& session, ConflictFacts facts, int panel) {
  return std::make_shared<Figure>(session, std::move(facts), panel);
}

/// Why none of these caches, of some of which the policy is known, shows which line goes; empty if it is known of none that could.
QString whyNoAges(const std::vector<FoundSets>& caches, const QString& wanted) {
  const FoundSets* behind = nullptr;
  for (const FoundSets& cache : caches) {
    if (cache.policy.empty() || cache.translates()) continue;
    if (!cache.nearest) {
      behind = &cache;
      continue;
    }
    const QString part = partName(cache.subject);
    if (!cache.line_bytes) return tr("Which line goes can’t be drawn: the size of a line is not known. (%1)").arg(part);
    if (!cache.index) return tr("Which line goes can’t be drawn: what chooses the set is not known. (%1)").arg(part);
    return tr("Which line goes can’t be drawn: the session holds no chase in which one set has a line more than ways, and whose "
              "misses are clear. (%1)")
        .arg(part);
  }
  if (behind != nullptr)
    return tr(
        "Which line goes is drawn for the nearest cache of a memory space only: in caches behind it, evictions are hidden by "
        "the caches in front.");
  const bool translates = std::any_of(caches.begin(), caches.end(), [](const FoundSets& cache) { return cache.translates(); });
  return translates && !wanted.isEmpty() ? tr("Which line goes is drawn for caches of data only.") : QString();
}

bool isEvidence(const FoundSets& cache, const QString& runId) {
  const Finding* policy = cache.find(quantity::replacement_policy);
  return policy != nullptr &&
         std::find(policy->evidence.begin(), policy->evidence.end(), runId.toStdString()) != policy->evidence.end();
}

}  // namespace

FigureOutcome conflictFigure(const Session& session, const FigureChoice& choice) {
  return ofConflicts(session, choice, makeOf<ConflictFigure>);
}

FigureOutcome conflictGrowthFigure(const Session& session, const FigureChoice& choice) {
  return ofConflicts(session, choice, makeOf<GrowthFigure>);
}

FigureOutcome occupancyFigure(const Session& session, const FigureChoice& choice) {
  return ofConflicts(session, choice, makeOf<OccupancyFigure>);
}

FigureOutcome victimAgesFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<FoundSets> caches = cachesOf(session, choice.cache);
  std::optional<VictimAges> found;
  for (const FoundSets& cache : caches)
    if (!found || isEvidence(cache, choice.run))
      if (auto ages = gatherAges(cache, session.runs, session.findings)) found = std::move(ages);
  if (found) return {std::make_shared<AgesFigure>(session, *std::move(found)), {}};
  if (const QString why = whyUntold(caches, {quantity::replacement_policy}); !why.isEmpty())
    return {nullptr, tr("Which line goes can’t be drawn. %1").arg(why)};
  if (const QString why = whyNoAges(caches, choice.cache); !why.isEmpty()) return {nullptr, why};
  return {nullptr,
          tr("The session does not tell how %1 replaces its lines").arg(choice.cache.isEmpty() ? tr("a cache") : choice.cache),
          true};
}

const FigureEntry& conflictMatrixEntry() {
  static const FigureEntry entry{"conflict-matrix",
                                 QT_TRANSLATE_NOOP("Figure", "Conflicts: which lines evict each other, and the sets"),
                                 conflictFigure,
                                 true,
                                 {{Shows::caches, {{"conflicts", Role::fills, inNamedSpace}}}},
                                 nullptr,
                                 quantity::sets};
  return entry;
}

const FigureEntry& conflictGrowthEntry() {
  static const FigureEntry entry{"conflict-growth",
                                 QT_TRANSLATE_NOOP("Figure", "Conflicts: the sets with more and more trials"),
                                 conflictGrowthFigure,
                                 true,
                                 {{Shows::caches, {{"conflicts", Role::fills, inNamedSpace}}}},
                                 nullptr,
                                 quantity::sets};
  return entry;
}

const FigureEntry& setOccupancyEntry() {
  static const FigureEntry entry{"set-occupancy",
                                 QT_TRANSLATE_NOOP("Figure", "Conflicts: how many lines of a set stay"),
                                 occupancyFigure,
                                 true,
                                 {{Shows::caches, {{"conflicts", Role::fills, inNamedSpace}}}},
                                 nullptr,
                                 quantity::sets};
  return entry;
}

const FigureEntry& victimAgesEntry() {
  static const FigureEntry entry{
      "victim-ages",
      QT_TRANSLATE_NOOP("Figure", "Replacement: which line of a full set is evicted, by its age"),
      victimAgesFigure,
      true,
      {{Shows::caches,
        {{"replacement", Role::fills, inItsSpace}, {"sets", Role::fills, inItsSpace}, {"line", Role::fills, inItsSpace}}}}};
  return entry;
}

}  // namespace chasescope
