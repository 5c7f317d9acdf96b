// The average latency over the size of the array, line by line beyond the end of a cache (C2070 poster, "determining
// associativity"): each further line overflows one more set, so the ramp is as long as one way is large.
#include "widgets/views/sweeps/figure_staircase.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>

#include "engine/findings/condition_values.h"
#include "engine/findings/found_sets.h"
#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/curve_point.h"
#include "engine/session/document/run_series.h"
#include "engine/trace/number_text.h"
#include "widgets/figure/chart_figure.h"
#include "widgets/figure/figure_run.h"
#include "widgets/plot/view_csv.h"
#include "widgets/style/part_look.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using Role = FigureProbe::Role;
using Shows = FigureRecipe::Shows;

constexpr const char* kGrowingChases = "miss-pattern";  // the probe whose chases grow line by line
constexpr std::size_t kFewestSteps = 8;                 // footprints; fewer are no staircase

/// Chases of one space and stride at one division of the array between L1 and shared memory, by footprint.
struct Staircase {
  MemorySpace space = MemorySpace::global_ca;
  std::uint64_t stride = 0;
  decltype(ChaseRequest::carveout_percent) carveout_percent;
  decltype(ChaseRequest::l1_kib) l1_kib;
  struct Step {
    double cycles = 0;
    std::string run;
  };
  std::map<std::uint64_t, Step> steps;
};

std::vector<Staircase> staircasesOf(const Session& session) {
  using Key = std::tuple<MemorySpace, std::uint64_t, decltype(Staircase::carveout_percent), decltype(Staircase::l1_kib)>;
  std::map<Key, Staircase> all;
  for (const RunPtr& run : data_runs(session.runs)) {
    if (run->probe != kGrowingChases || run->chase() == nullptr || run->cycles().empty()) continue;
    const auto& chase = *run->chase();
    const auto* uniform = std::get_if<UniformPattern>(&chase.request.pattern);
    if (uniform == nullptr || uniform->stride == 0) continue;
    const ChaseRequest& asked = chase.request;
    Staircase& staircase = all[{asked.space, uniform->stride, asked.carveout_percent, asked.l1_kib}];
    staircase.space = asked.space;
    staircase.stride = uniform->stride;
    staircase.carveout_percent = asked.carveout_percent;
    staircase.l1_kib = asked.l1_kib;
    const auto pass = static_cast<std::size_t>(accesses_per_pass(chase.request.pattern));
    staircase.steps[uniform->bytes] = {
        inference::drift_free_average_of(run->cycles(), pass).cycles - chase.result.overhead_cycles.value_or(0), run->id};
  }
  std::vector<Staircase> found;
  for (auto& [key, staircase] : all)
    if (staircase.steps.size() >= kFewestSteps) found.push_back(std::move(staircase));
  return found;
}

/// The smallest step between the arrays' sizes.
std::uint64_t growthOf(const Staircase& staircase) {
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (auto step = std::next(staircase.steps.begin()); step != staircase.steps.end(); ++step)
    least = std::min(least, step->first - std::prev(step)->first);
  return least;
}

/// Whether findings under these conditions hold for the chases. A cache that is divided otherwise has another size and other sets.
bool holdsFor(const nlohmann::json& conditions, const Staircase& staircase) {
  const auto same = [&](const char* key, const auto& asked) {
    const auto said = conditions.find(key);
    return said == conditions.end() || !said->is_number() ? !asked : asked && said->template get<double>() == *asked;
  };
  return word_in(conditions, "space") == to_string(staircase.space) && same("carveout_percent", staircase.carveout_percent) &&
         same("l1_kib", staircase.l1_kib);
}

/// The cache whose end the chases show, if possible with what is known of it as it is divided there; null if nothing is known of
/// it.
const FoundSets* cacheOf(const std::vector<FoundSets>& caches, const Staircase& staircase) {
  const FoundSets* other = nullptr;
  for (const FoundSets& cache : caches) {
    if (!cache.nearest || word_in(cache.setting, "space") != to_string(staircase.space)) continue;
    if (holdsFor(cache.setting, staircase)) return &cache;
    if (other == nullptr) other = &cache;
  }
  return other;
}

/// The largest footprint that fits into the cache, if it was measured.
std::optional<std::uint64_t> endOf(const Session& session, const FoundSets& cache, const Staircase& staircase) {
  for (const char* quantity : {quantity::contiguous_bytes, quantity::capacity_bytes})
    for (const Finding& finding : session.findings)
      if (finding.subject == cache.subject && finding.quantity == quantity && finding.status == FindingStatus::measured &&
          finding.value.is_number() && holdsFor(finding.conditions, staircase))
        return static_cast<std::uint64_t>(finding.value.get<double>());
  return std::nullopt;
}

constexpr double kKibibyte = 1024;
double kibibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / kKibibyte; }

QString sizeIn(std::uint64_t bytes) { return QString::fromStdString(size_words(bytes)); }

/// The size of one way: a line in each set, in bytes, if both are known of the cache as it is divided in the chases.
std::optional<std::uint64_t> wayOf(const FoundSets& cache, const Staircase& staircase) {
  if (!holdsFor(cache.setting, staircase)) return std::nullopt;
  return cache.sets && cache.line_bytes && *cache.sets > 0 ? std::optional(*cache.sets * *cache.line_bytes) : std::nullopt;
}

FigurePtr drawn(const Session& session, const Staircase& staircase, const FoundSets* cache, const FigureChoice& choice) {
  ChartFigure figure{.name = "staircase", .title = tr("Staircase at the end of a cache")};
  Chart chart;
  chart.panel.x = {.title = tr("Size of the array (KiB)")};
  chart.panel.y = {.title = tr("Average latency (cycles)"), .from = 0};
  chart.x_unit = tr("bytes");
  chart.x_step = 1024;  // the axis is in KiB
  chart.y_unit = tr("cycles");
  DataSeries curve{.line = DataSeries::Line::solid, .mark = DataSeries::Mark::dot};
  for (const auto& [bytes, step] : staircase.steps) {
    curve.points.push_back({.x = kibibytes(bytes), .y = step.cycles});
    figure.runs.push_back(step.run);
  }
  chart.panel.series.push_back(std::move(curve));

  const QString part = cache == nullptr ? QString() : partName(cache->subject);
  figure.caption = tr("%1Loads through %2, %3 apart, over arrays that grow by %4.")
                       .arg(part.isEmpty() ? QString() : part + QStringLiteral(": "),
                            QString::fromStdString(std::string(to_string(staircase.space))), sizeIn(staircase.stride),
                            sizeIn(growthOf(staircase)));
  const auto end = cache == nullptr ? std::nullopt : endOf(session, *cache, staircase);
  const std::uint64_t last = staircase.steps.rbegin()->first;
  if (end && *end >= staircase.steps.begin()->first && *end < last)
    chart.places.push_back({kibibytes(*end), tr("%1 fit").arg(sizeIn(*end))});
  if (const auto way = end ? wayOf(*cache, staircase) : std::nullopt) {
    if (*end + *way <= last) chart.places.push_back({kibibytes(*end + *way), tr("and a way more, %1").arg(sizeIn(*way))});
    figure.caption +=
        QLatin1Char(' ') + tr("Each line more overflows one more of the %1 sets of %2 lines: a way is %1 × %3 = %4.")
                               .arg(counted(*cache->sets), counted(cache->most_ways()), sizeIn(*cache->line_bytes), sizeIn(*way));
  }
  figure.charts = {std::move(chart)};
  figure.colours = [](std::size_t /*chart*/, std::size_t /*series*/, const PlotStyle& style) {
    return levelColour(0, style.palette);
  };
  figure.csv = [staircase](const std::function<bool(const QByteArray&)>& write) {
    if (!write("space,footprint_bytes,stride_bytes,average_cycles,run\n")) return;
    for (const auto& [bytes, step] : staircase.steps)
      if (!write(csvText(std::string(to_string(staircase.space))) + ',' + csvNumber(bytes) + ',' + csvNumber(staircase.stride) +
                 ',' + QByteArray::number(step.cycles, 'g', 9) + ',' + csvText(step.run) + '\n'))
        return;
  };
  return chartFigure(session, std::move(figure), choice);
}

FigureOutcome staircaseFigure(const Session& session, const FigureChoice& choice) {
  const std::vector<Staircase> staircases = staircasesOf(session);
  const std::vector<FoundSets> caches = found_sets(session.findings);
  QString tooCoarse;
  for (const Staircase& staircase : staircases) {
    const FoundSets* cache = cacheOf(caches, staircase);
    const bool wanted = choice.cache.isEmpty() || (cache != nullptr && cache->subject == choice.cache.toStdString());
    if (!wanted) continue;
    // If the arrays grow by a way or more per step, there is no point on the ramp that the figure is about.
    if (const auto way = cache == nullptr ? std::nullopt : wayOf(*cache, staircase); way && growthOf(staircase) >= *way) {
      tooCoarse = tr("The arrays grow by %1, and a way of the cache has %2: no step between them shows (--set step=%3 shows all).")
                      .arg(sizeIn(growthOf(staircase)), sizeIn(*way))
                      .arg(*cache->line_bytes);
      continue;
    }
    return {drawn(session, staircase, cache, choice), {}};
  }
  if (!tooCoarse.isEmpty()) return {nullptr, tooCoarse};
  return {nullptr, tr("The session has no chases that grow line by line behind the end of a cache"), true};
}

}  // namespace

const FigureEntry& staircaseEntry() {
  static const FigureEntry entry{
      .name = "staircase",
      .title = QT_TRANSLATE_NOOP("Figure", "Latency behind the end of a cache, line by line: how large a way is"),
      .make = staircaseFigure,
      .chooses_cache = true,
      .recipes = {{Shows::caches,
                   {{"sets", Role::fills, inItsSpace},
                    {"line", Role::fills, inItsSpace},
                    {"capacity", Role::guides, inItsSpace},
                    {"miss-pattern", Role::fills, halfAsMuchAgain}}}}};
  return entry;
}

}  // namespace chasescope
