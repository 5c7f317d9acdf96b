#include "widgets/views/load/load_facts.h"

#include <algorithm>
#include <array>
#include <map>

#include "engine/findings/vocabulary.h"
#include "engine/inference/curves/load_curve.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using inference::CrowdPoint;
using inference::ThreadCost;
using inference::TimedLevel;
using inference::UnderLoad;

// The name of a level in requests and in findings; nearest first.
struct LoadLevelName {
  const char* request;
  const char* subject;
  bool each_sm;
};
constexpr std::array kLoadLevels{LoadLevelName{"l1", subject::l1_data, true}, LoadLevelName{"shared", subject::shared_memory, true},
                                 LoadLevelName{"l2", subject::l2, false}, LoadLevelName{"dram", subject::dram, false}};

const Finding* toldOf(const std::vector<Finding>& findings, const std::string& subject, std::string_view quantity) {
  const auto found = std::find_if(findings.rbegin(), findings.rend(),
                                  [&](const Finding& one) { return one.subject == subject && one.quantity == quantity; });
  return found == findings.rend() ? nullptr : &*found;
}

std::optional<double> numberOf(const Finding* finding) {
  if (finding == nullptr || finding->status != FindingStatus::measured || !finding->value.is_number()) return std::nullopt;
  return finding->value.get<double>();
}

/// All runs of one level by width; those with the fewest threads first.
using RunsByWidth = std::map<unsigned, std::vector<const Run*>, std::greater<>>;

double askedFor(const Run& run) {
  const auto& request = run.as<BandwidthRequest>()->request;
  return static_cast<double>(*request.blocks) * static_cast<double>(*request.threads) * request.access_bytes;
}

RunsByWidth askedOf(std::span<const RunPtr> runs, const char* level) {
  RunsByWidth widths;
  for (const RunPtr& run : runs)
    if (const auto* asked = run->as<BandwidthRequest>())
      if (run->probe == "load" && asked->request.level == level && asked->request.blocks && asked->request.threads &&
          asked->result.bytes_per_cycle > 0)
        widths[asked->request.access_bytes].push_back(run.get());
  for (auto& [bytes, of_width] : widths)
    std::stable_sort(of_width.begin(), of_width.end(), [](const Run* a, const Run* b) { return askedFor(*a) < askedFor(*b); });
  return widths;
}

UnderLoad readLoad(const std::vector<const Run*>& runs) {
  std::vector<CrowdPoint> points;
  for (const Run* run : runs) points.push_back({askedFor(*run), run->as<BandwidthRequest>()->result.bytes_per_cycle});
  return inference::read_load(points);
}

/// The cost of a load of this width for a thread, computed from the runs as the probe computes it.
std::optional<ThreadCost> threadWith(unsigned bytes, const std::array<RunsByWidth, 2>& asked,
                                     const std::array<std::optional<double>, 2>& lone) {
  std::array<TimedLevel, 2> levels;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const auto found = asked[i].find(bytes);
    if (!lone[i] || found == asked[i].end()) return std::nullopt;
    levels[i] = {*lone[i], readLoad(found->second).alone};
  }
  return inference::thread_cost(levels[0], levels[1]);
}

LoadedWidth widthOf(unsigned bytes, const std::vector<const Run*>& runs, const ThreadCost& thread, bool each_sm, double sms,
                    bool in_seconds) {
  LoadedWidth width{bytes, {}};
  for (const Run* run : runs) {
    if (run->auxiliary) continue;
    const auto& result = run->as<BandwidthRequest>()->result;
    const double cycles = thread.latency(inference::time_of({askedFor(*run), result.bytes_per_cycle}));
    width.points.push_back({.threads = askedFor(*run) / bytes / sms,
                            .bytes = result.bytes_per_cycle * cycles / (each_sm ? sms : 1),
                            .rate = in_seconds ? result.bytes_per_second : result.bytes_per_cycle,
                            .cycles = cycles,
                            .run = run->id});
  }
  std::stable_sort(width.points.begin(), width.points.end(), [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  return width;
}

}  // namespace

const LoadedLevel* Loads::find(const std::string& subject) const {
  const auto found = std::find_if(levels.begin(), levels.end(), [&](const LoadedLevel& level) { return level.subject == subject; });
  return found == levels.end() ? nullptr : &*found;
}

Loads gatherLoads(std::span<const RunPtr> runs, const std::vector<Finding>& findings, const Description& device) {
  Loads loads;
  const auto sms = static_cast<double>(device.properties.sm_count.value_or(0));
  if (sms == 0) return loads;
  loads.in_seconds = std::none_of(runs.begin(), runs.end(), [](const RunPtr& run) {
    const auto* asked = run->as<BandwidthRequest>();
    return run->probe == "load" && asked != nullptr && asked->result.bytes_per_second <= 0;
  });
  const auto loneOf = [&](const char* subject) { return numberOf(toldOf(findings, subject, quantity::lone_latency_cycles)); };
  const std::array<RunsByWidth, 2> near_and_far{askedOf(runs, "l1"), askedOf(runs, "l2")};
  const std::array<std::optional<double>, 2> their_lone{loneOf(subject::l1_data), loneOf(subject::l2)};
  for (const LoadLevelName& name : kLoadLevels) {
    const auto lone = loneOf(name.subject);
    const RunsByWidth asked = askedOf(runs, name.request);
    if (!lone || *lone <= 0 || asked.empty()) continue;
    LoadedLevel level{.subject = name.subject, .each_sm = name.each_sm, .sms = sms, .lone = *lone};
    for (const auto& [bytes, of_width] : asked) {
      const UnderLoad load = readLoad(of_width);
      if (load.verdict == UnderLoad::Verdict::too_few || load.alone <= 0) continue;
      auto thread =
          name.subject == std::string_view(subject::shared_memory) ? std::nullopt : threadWith(bytes, near_and_far, their_lone);
      if (!thread) level.at_least = true;
      if (!thread) thread = ThreadCost{*lone / load.alone, 0};
      LoadedWidth width = widthOf(bytes, of_width, *thread, name.each_sm, sms, loads.in_seconds);
      if (!width.points.empty()) level.widths.push_back(std::move(width));
    }
    if (level.widths.empty()) continue;
    const auto& any = asked.begin()->second.back()->as<BandwidthRequest>()->result;
    level.clock = loads.in_seconds ? any.bytes_per_second / any.bytes_per_cycle : 1;
    for (const LoadedWidth& width : level.widths)
      for (const LoadedPoint& point : width.points) level.best = std::max(level.best, point.rate);
    const Finding* busy = toldOf(findings, name.subject, quantity::saturating_bytes);
    level.busy = numberOf(busy);
    level.loaded = numberOf(toldOf(findings, name.subject, quantity::loaded_latency_cycles));
    if (!level.busy && busy != nullptr) level.why = QString::fromStdString(busy->reason);
    loads.levels.push_back(std::move(level));
  }
  return loads;
}

std::optional<LoadMark> markOf(const Loads& loads, const std::string& run) {
  for (std::size_t level = 0; level < loads.levels.size(); ++level)
    for (std::size_t width = 0; width < loads.levels[level].widths.size(); ++width)
      for (std::size_t point = 0; point < loads.levels[level].widths[width].points.size(); ++point)
        if (loads.levels[level].widths[width].points[point].run == run) return LoadMark{level, width, point};
  return std::nullopt;
}

QString busyText(const LoadedLevel& level) {
  if (!level.busy) return tr("Saturation not known");
  const QString size = QString::fromStdString(short_size_text(*level.busy).joined());
  if (level.at_least)
    return level.each_sm ? tr("Saturated by at least %1 in each SM").arg(size) : tr("Saturated by at least %1").arg(size);
  return level.each_sm ? tr("Saturated by %1 under way in each SM").arg(size) : tr("Saturated by %1 under way").arg(size);
}

QStringList pointWords(const Loads& loads, const LoadMark& mark) {
  const LoadedWidth& width = loads.levels[mark.level].widths[mark.width];
  const LoadedPoint& point = width.points[mark.point];
  const QString rate = loads.in_seconds ? QString::fromStdString(quantity_text(point.rate, "bytes/s").joined())
                                        : tr("%1 B per cycle").arg(QString::fromStdString(number_text(point.rate)));
  return {tr("%1 threads in each SM, %2 B a load").arg(QString::fromStdString(number_text(point.threads))).arg(width.access_bytes),
          tr("%1 under way").arg(QString::fromStdString(short_size_text(point.bytes).joined())), rate,
          tr("%1 cycles a load").arg(cyclesText(point.cycles))};
}

}  // namespace chasescope
