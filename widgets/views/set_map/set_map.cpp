#include "widgets/views/set_map/set_map.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "engine/findings/vocabulary.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

bool sameSwitches(const FoundSets& cache, const ChaseRequest& request) {
  const nlohmann::json carveout = request.carveout_percent ? nlohmann::json(*request.carveout_percent) : nlohmann::json();
  const nlohmann::json l1 = request.l1_kib ? nlohmann::json(*request.l1_kib) : nlohmann::json();
  return cache.setting.value("carveout_percent", nlohmann::json()) == carveout &&
         cache.setting.value("l1_kib", nlohmann::json()) == l1;
}

/// Why no lines of this cache can be placed; empty if they can.
QString whyUnplaceable(const FoundSets& cache) {
  if (!cache.index) {
    const Finding* function = cache.find(quantity::set_index_function);
    const bool word = function != nullptr && function->status == FindingStatus::measured;
    return word ? tr("Which lines share a set was found, but is too long for a finding to tell.")
                : tr("Which lines share a set is not known, so none are placed.");
  }
  if (!cache.line_bytes) return tr("How long a line is has not been measured, so none are placed.");
  return {};
}

/// The lines that a pass touches, each once, and the line of each position in the pass.
struct Touched {
  std::vector<MappedLine> lines;
  std::vector<std::uint32_t> at;  ///< by position
};
std::optional<Touched> touchedBy(const AccessOrder& order, std::uint64_t lineBytes) {
  Touched touched;
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  touched.at.reserve(order.period());
  for (std::uint64_t position = 0; position < order.period(); ++position) {
    const std::uint64_t line = order.offset_at_position(position) / lineBytes;
    const auto [place, fresh] = known.try_emplace(line, static_cast<std::uint32_t>(touched.lines.size()));
    if (fresh) touched.lines.push_back({.line = line, .position = position});
    if (touched.lines.size() > kMostMappedLines) return std::nullopt;
    touched.at.push_back(place->second);
  }
  return touched;
}

/// Counts warm accesses and misses of each line. In the first pass every line is loaded for the first time, so its misses say
/// nothing about the sets.
void countMisses(Touched& touched, const Run& run, std::uint64_t warmup, float highestHit) {
  const std::size_t period = touched.at.size();
  const std::size_t cold = warmup >= period ? 0 : period - static_cast<std::size_t>(warmup);
  run.cycles().for_each_segment(cold, run.cycles().size(), [&](std::span<const float> cycles, std::size_t first) {
    std::size_t position = static_cast<std::size_t>((warmup + first) % period);
    for (const float c : cycles) {
      MappedLine& line = touched.lines[touched.at[position]];
      ++line.visits;
      line.misses += c > highestHit ? 1 : 0;
      if (++position == period) position = 0;
    }
  });
}

/// Puts the lines into their sets, sorted by address. False if the set of a line is not known.
bool place(SetMap& map, std::vector<MappedLine> lines) {
  std::sort(lines.begin(), lines.end(), [](const MappedLine& a, const MappedLine& b) { return a.line < b.line; });
  map.lines.assign(map.sets(), {});
  for (const MappedLine& line : lines) {
    const auto set = map.cache.set_of(line.line * *map.cache.line_bytes);
    if (!set || *set >= map.lines.size()) {
      map.lines.clear();
      return false;
    }
    map.lines[*set].push_back(line);
  }
  return true;
}

}  // namespace

std::size_t SetMap::overflowing() const {
  std::size_t count = 0;
  for (std::size_t set = 0; set < lines.size(); ++set) count += lines[set].size() > cache.ways[set] ? 1 : 0;
  return count;
}

std::size_t SetMap::mostLines() const {
  std::size_t most = 0;
  for (const auto& of_set : lines) most = std::max(most, of_set.size());
  return most;
}

std::optional<SetMap::Place> SetMap::placeOf(std::uint64_t line) const {
  if (lines.empty() || !cache.line_bytes) return std::nullopt;
  const auto set = cache.set_of(line * *cache.line_bytes);
  if (!set || *set >= lines.size()) return std::nullopt;
  const auto& of_set = lines[*set];
  const auto found =
      std::lower_bound(of_set.begin(), of_set.end(), line, [](const MappedLine& a, std::uint64_t n) { return a.line < n; });
  if (found == of_set.end() || found->line != line) return std::nullopt;
  return Place{static_cast<std::size_t>(*set), static_cast<std::size_t>(found - of_set.begin())};
}

SetMap mapArray(const FoundSets& cache) {
  SetMap map;
  map.cache = cache;
  map.whyNot = whyUnplaceable(cache);
  if (map.empty() || !map.whyNot.isEmpty() || cache.entries() > kMostMappedLines) return map;
  std::vector<MappedLine> lines(cache.entries());
  for (std::uint64_t line = 0; line < lines.size(); ++line) lines[line].line = lines[line].position = line;
  if (!place(map, std::move(lines))) {
    map.whyNot = tr("The list of which lines share a set ends before the cache is full.");
    return map;
  }
  map.contents = SetMap::Contents::array;
  map.bytes = cache.entries() * *cache.line_bytes;
  return map;
}

SetMap mapRun(const FoundSets& cache, const Run& run, std::optional<float> highestHit) {
  const Exchange<ChaseRequest>* chase = run.chase();
  if (chase == nullptr || cache.ways.empty() || !whyUnplaceable(cache).isEmpty()) return mapArray(cache);
  const auto instead = [&](const QString& why) {
    SetMap map = mapArray(cache);
    map.whyNot = why;
    return map;
  };
  const ChaseRequest& request = chase->request;
  if (!cache.translates() && !sameSwitches(cache, request))
    return instead(tr("The chosen run had another carve-out or L1 size than the one in which these sets were measured."));
  const AccessOrder order(request, chase->result);
  constexpr std::uint64_t kLongestPass = std::uint64_t{1} << 24U;
  auto touched = order.period() == 0 || order.period() > kLongestPass ? std::nullopt : touchedBy(order, *cache.line_bytes);
  if (!touched) return instead(tr("The chosen run touches more lines than can be drawn."));
  SetMap map;
  map.cache = cache;
  const bool ownSpace = to_string(request.space) == cache.setting.value("space", std::string());
  map.missesKnown = cache.nearest && ownSpace && highestHit.has_value() && !run.cycles().empty();
  if (map.missesKnown)
    countMisses(*touched, run, request.warmup, *highestHit);
  else
    map.whyNot = cache.nearest && ownSpace ? tr("One trace does not tell whether these accesses hit.")
                                           : tr("This run’s latencies tell hits of the nearest cache, not of this one.");
  if (!place(map, std::move(touched->lines))) return instead(tr("The chosen run touches lines of which the set is not known."));
  map.contents = SetMap::Contents::run;
  map.runId = QString::fromStdString(run.id);
  map.bytes = footprint_bytes(request.pattern, request.element_bytes);
  return map;
}

SetMap firstSets(const SetMap& map, std::size_t sets) {
  SetMap part = map;
  if (sets >= map.sets()) return part;
  part.of_sets = map.sets();
  part.cache.ways.resize(sets);
  if (!part.lines.empty()) part.lines.resize(sets);
  return part;
}

}  // namespace chasescope
