// The sets of a cache or TLB as figures: the sets with the lines that map to them (2014 paper, figures 8 and 10), and the address
// bits that choose the set, with the set of each line (figure 12).
#include "widgets/views/set_map/figure_sets.h"

#include <algorithm>

#include "engine/findings/vocabulary.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/quantity_text.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/paint_alone.h"
#include "widgets/style/words.h"
#include "widgets/views/set_map/set_index_scene.h"
#include "widgets/views/set_map/set_map_scene.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;
using Shows = FigureRecipe::Shows;

bool shows(const FoundSets& cache, const QString& runId) {
  return std::any_of(cache.findings.begin(), cache.findings.end(), [&](const Finding& finding) {
    return finding.quantity != quantity::replacement_policy &&
           std::find(finding.evidence.begin(), finding.evidence.end(), runId.toStdString()) != finding.evidence.end();
  });
}

RunPtr chaseOf(const Session& session, const QString& runId) {
  for (const RunPtr& run : data_runs(session.runs))
    if (run->id == runId.toStdString() && run->chase() != nullptr) return run;
  return nullptr;
}

/// Common part of both figures: the sets of one cache, the lines in them, and the data for the CSV.
class SetFigure : public FigureContent {
 public:
  SetFigure(const Session& session, SetMap map, const char* name) : session_(session), map_(std::move(map)), name_(name) {}

  void writeCsv(const std::function<bool(const QByteArray&)>& write) const override {
    if (!write("set,ways,line,offset_bytes,visits,misses\n")) return;
    for (std::size_t set = 0; set < map_.sets(); ++set) {
      const QByteArray begin =
          QByteArray::number(static_cast<qulonglong>(set)) + ',' + QByteArray::number(map_.cache.ways[set]) + ',';
      if (map_.lines.empty() || map_.lines[set].empty()) {
        if (!write(begin + ",,,\n")) return;
        continue;
      }
      for (const MappedLine& line : map_.lines[set]) {
        QByteArray row = begin + QByteArray::number(static_cast<qulonglong>(line.line)) + ',' +
                         QByteArray::number(static_cast<qulonglong>(line.line) * *map_.cache.line_bytes) + ',';
        row += map_.missesKnown ? QByteArray::number(static_cast<qulonglong>(line.visits)) + ',' +
                                      QByteArray::number(static_cast<qulonglong>(line.misses))
                                : QByteArray(",");
        if (!write(row + '\n')) return;
      }
    }
  }

  nlohmann::json provenance() const override {
    nlohmann::json json = sessionProvenance(session_, name_);
    for (const RunPtr& run : data_runs(session_.runs))
      if (shows(map_.cache, QString::fromStdString(run->id)) || QString::fromStdString(run->id) == map_.runId)
        json["runs"].push_back(runProvenance(*run));
    return json;
  }

 protected:
  const SetMap& map() const { return map_; }
  QString device() const {
    return session_.device.name.empty() ? QString()
                                        : QStringLiteral("%1 (%2) · ")
                                              .arg(QString::fromStdString(session_.device.name),
                                                   QString::fromStdString(std::string(to_string(session_.device.origin))));
  }

 private:
  Session session_;
  SetMap map_;
  const char* name_;
};

class HeightsFigure final : public SetFigure {
 public:
  HeightsFigure(const Session& session, SetMap map) : SetFigure(session, std::move(map), "set-map") {}
  FigureTraits traits() const override { return {.legends = {LegendPlace::none}}; }
  QString title() const override { return tr("Sets and ways"); }
  QString caption() const override {
    QString text = device() + settingText(map().cache) + QStringLiteral(": ") + heightsText(map().cache);
    if (map().contents == SetMap::Contents::run)
      text += QStringLiteral(" · ") + tr("%1, N = %2").arg(map().runId, QString::fromStdString(format_bytes(map().bytes)));
    return text + QStringLiteral(". ") + indexSentence(map().cache);
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      const SetMap drawn = mapForPaper(map(), width, style);
      return heightOfSetMap(drawn, layOutSetMap(drawn, width, style), width, style);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style, [this, style](QPainter& painter, const QRectF& area) {
      const SetMap drawn = mapForPaper(map(), area.width(), style);
      SetMapLayout layout = layOutSetMap(drawn, area.width(), style);
      if (heightOfSetMap(drawn, layout, area.width(), style) > area.height() + 1)
        layout = layOutSetMap(drawn, area, style);  // the figure is to be lower than it would be by itself
      else
        layout.area.moveTopLeft(area.topLeft());
      paintSetMap(painter, drawn, layout, style);
      paintSetMapLegend(&painter, drawn, layout, {area.left(), layout.area.bottom() + style.px(6)}, area.width(), style);
    });
  }
};

class IndexFigure final : public SetFigure {
 public:
  IndexFigure(const Session& session, SetMap map) : SetFigure(session, std::move(map), "set-index") {}
  QString title() const override { return tr("Which address bits choose the set"); }
  QString caption() const override {
    return device() + settingText(map().cache) + QStringLiteral(". ") + indexSentence(map().cache);
  }
  double heightFor(double width_mm, const PlotStyle& paper) const override {
    return heightOfDrawing(width_mm, paper, [&](double width, const PlotStyle& style) {
      return paintSetIndex(nullptr, QRectF(0, 0, width, 1), map().cache, style);
    });
  }
  void compose(QCustomPlot& plot, const PlotStyle& style) const override {
    paintAlone(plot, style,
               [this, style](QPainter& painter, const QRectF& area) { paintSetIndex(&painter, area, map().cache, style); });
  }
};

/// The cache of `caches` that a run is behind; else the nearest cache of the memory space that the run chased; else the first cache
/// about which enough is known, as `suits` decides.
std::optional<SetMap> chooseMap(const Session& session, const std::vector<FoundSets>& caches, const QString& runId,
                                const std::function<bool(const FoundSets&)>& suits) {
  const RunPtr run = chaseOf(session, runId);
  const FoundSets* chosen = nullptr;
  int best = 0;
  for (const FoundSets& cache : caches) {
    if (!suits(cache)) continue;
    const bool own =
        run != nullptr && cache.nearest && cache.setting.value("space", std::string()) == to_string(run->chase()->request.space);
    const int rank = run != nullptr && shows(cache, runId) ? 3 : own ? 2 : 1;
    if (rank <= best) continue;
    best = rank;
    chosen = &cache;
  }
  if (chosen == nullptr) return std::nullopt;
  if (run == nullptr || best == 3) return mapArray(*chosen);
  const auto prepared = prepareRun(run);
  return mapRun(*chosen, *run, verdictsOf(*prepared, session.findings).highest_hit());
}

bool hasHeights(const FoundSets& cache) { return !cache.ways.empty(); }
bool hasHeightsAndLine(const FoundSets& cache) { return hasHeights(cache) && cache.line_bytes.has_value(); }
bool hasIndex(const FoundSets& cache) {
  return cache.index && cache.index->kind != inference::SetIndex::Kind::one_set &&
         (cache.line_bytes || cache.index->kind == inference::SetIndex::Kind::linear);
}

QString named(const FigureChoice& choice) { return choice.cache.isEmpty() ? tr("a cache") : choice.cache; }

}  // namespace

FigureOutcome setMapFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<FoundSets> caches = cachesOf(session, choice.cache);
  auto map = chooseMap(session, caches, choice.run, hasHeights);
  if (map) return {std::make_shared<HeightsFigure>(session, std::move(*map)), {}};
  const QString why = whyUntold(caches, {quantity::ways_per_set, quantity::ways, quantity::sets});
  return why.isEmpty() ? FigureOutcome{nullptr, tr("The session does not tell the sets and ways of %1").arg(named(choice)), true}
                       : FigureOutcome{nullptr, tr("The sets can’t be drawn. %1").arg(why)};
}

FigureOutcome setIndexFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<FoundSets> caches = cachesOf(session, choice.cache);
  auto map = chooseMap(session, caches, choice.run, hasIndex);
  if (map) return {std::make_shared<IndexFigure>(session, std::move(*map)), {}};
  if (!caches.empty() && std::all_of(caches.begin(), caches.end(), [](const FoundSets& cache) { return cache.sets == 1U; }))
    return {nullptr, tr("There is one set only, which no address bits choose.")};
  const QString why = whyUntold(caches, {quantity::set_index_bits, quantity::set_index_function, quantity::sets});
  return why.isEmpty() ? FigureOutcome{nullptr, tr("The session does not have the index function of %1").arg(named(choice)), true}
                       : FigureOutcome{nullptr, tr("What chooses the set can’t be drawn. %1").arg(why)};
}

namespace {

/// Whether the nearest cache of global loads is enough: the larger caches behind it need not be measured then.
bool wantsNearest(const FigureWish& wish) {
  return (wish.cache.empty() || wish.cache == subject::l1_data) && !wish.given.contains("space") &&
         !wish.given.contains("caches") && wish.device.serves(MemorySpace::global_ca);
}

std::optional<ParameterValues> nearestAlone(const FigureWish& wish) {
  if (!wantsNearest(wish)) return inItsSpace(wish);
  return ParameterValues{{"space", std::string(to_string(MemorySpace::global_ca))}, {"caches", "nearest"}};
}

/// Measures all caches, where only the nearest was measured and is not enough for the figure.
template <bool (*fills)(const FoundSets&)>
std::optional<ParameterValues> ifNotYet(const FigureWish& wish) {
  const std::vector<FoundSets> found = found_sets(wish.findings);
  if (!wantsNearest(wish) || std::any_of(found.begin(), found.end(), fills)) return std::nullopt;
  return inItsSpace(wish);
}

}  // namespace

const FigureEntry& setMapEntry() {
  static const FigureEntry entry{"set-map",
                                 QT_TRANSLATE_NOOP("Figure", "Sets and ways, and the lines that share each set"),
                                 setMapFigure,
                                 true,
                                 {{Shows::caches,
                                   {{"sets", Role::fills, nearestAlone},
                                    {"line", Role::fills, nearestAlone},
                                    {"sets", Role::fills, ifNotYet<hasHeights>},
                                    {"line", Role::fills, ifNotYet<hasHeightsAndLine>},
                                    {"fine-grained", Role::on_request, justTooLarge}}},
                                  {Shows::tlbs, {{"tlb"}}}}};
  return entry;
}

const FigureEntry& setIndexEntry() {
  static const FigureEntry entry{"set-index",
                                 QT_TRANSLATE_NOOP("Figure", "Set index: which address bits choose the set"),
                                 setIndexFigure,
                                 true,
                                 {{Shows::caches,
                                   {{"sets", Role::fills, nearestAlone},
                                    {"line", Role::fills, nearestAlone},
                                    {"sets", Role::fills, ifNotYet<hasIndex>},
                                    {"line", Role::fills, ifNotYet<hasIndex>}}},
                                  {Shows::tlbs, {{"tlb"}}}}};
  return entry;
}

}  // namespace chasescope
