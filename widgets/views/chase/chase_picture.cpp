#include "widgets/views/chase/chase_picture.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace chasescope {
namespace {

constexpr std::uint64_t kMostGrouped =
    4096;                              // accesses of a pass whose tiles are lines: a bar of so many parts is still drawn at once
constexpr std::size_t kMostCells = 4;  // tiles that a line is divided into; a line of more is one cell
constexpr std::size_t kMostWays = 8;   // of a set, that are drawn one by one also where they are empty
constexpr std::size_t kFewSets = 4;    // of a cache, that stand in one row with the words beside them: then all of them are drawn
constexpr std::size_t kFewPlaces = 16;

std::uint64_t strideOfPattern(const Pattern& pattern) {
  if (const auto* uniform = std::get_if<UniformPattern>(&pattern)) return uniform->stride;
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&pattern)) return shuffled->stride;
  return 0;
}

/// What a tile is, and how many there are of it. None where they are too many.
struct Cut {
  bool grouped = false;
  std::vector<std::uint64_t> positions;  ///< of the pass, by address
};

std::optional<Cut> cutUp(const step::Source& source, std::uint64_t unit) {
  const AccessOrder& order = source.order();
  const std::uint64_t period = order.period();
  const bool grouped = period > kMostChaseTiles;
  if (grouped && (unit == 0 || period > kMostGrouped)) return std::nullopt;
  Cut cut{grouped, {}};
  for (std::uint64_t position = 0; position < period; ++position) cut.positions.push_back(position);
  std::stable_sort(cut.positions.begin(), cut.positions.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return order.offset_at_position(a) < order.offset_at_position(b); });
  if (!grouped) return cut;
  std::size_t lines = 0;
  std::uint64_t last = ~std::uint64_t{0};
  for (const std::uint64_t position : cut.positions) {
    const std::uint64_t line = order.offset_at_position(position) / unit;
    lines += line != last ? 1 : 0;
    last = line;
  }
  return lines <= kMostChaseTiles ? std::optional(std::move(cut)) : std::nullopt;
}

ChaseAccess accessAt(const step::Source& source, std::uint64_t at, const RecordedChase& chase) {
  ChaseAccess access;
  access.timed = at - source.warmup();
  if (access.timed < chase.trace.size()) access.cycles = chase.trace[access.timed];
  if (access.cycles) access.verdict = chase.verdicts.of(*access.cycles);
  if (access.verdict != step::Verdict::unknown) return access;
  access.verdict = source.verdict(at, 0);
  if (access.verdict == step::Verdict::not_asked) access.verdict = step::Verdict::unknown;
  return access;
}

/// The tiles with what each took, by address.
void addTiles(ChasePicture& picture, const step::Source& source, const Cut& cut, const RecordedChase& chase) {
  const std::uint64_t unit = picture.cache.spec.unit_bytes;
  const std::uint64_t begin = picture.pass * picture.accesses;
  picture.grouped = cut.grouped;
  picture.unit = unit != 0 && (cut.grouped || picture.stride >= unit) ? ChasePicture::Unit::line : ChasePicture::Unit::word;
  for (const std::uint64_t position : cut.positions) {
    const std::uint64_t offset = source.order().offset_at_position(position);
    const std::uint64_t number =
        picture.unit == ChasePicture::Unit::line ? offset / unit : offset / std::max(picture.element_bytes, 1U);
    if (picture.tiles.empty() || !cut.grouped || picture.tiles.back().number != number) {
      ChaseTile tile;
      tile.offset = offset;
      tile.number = number;
      tile.first = position;
      if (unit != 0) tile.line = offset / unit;
      picture.tiles.push_back(tile);
    }
    ChaseTile& tile = picture.tiles.back();
    tile.first = std::min(tile.first, position);
    tile.accesses.push_back(accessAt(source, begin + position, chase));
  }
  constexpr std::uint64_t kLongNames = 10'000;  // numbers that have no room in a tile
  if (picture.unit == ChasePicture::Unit::word && picture.tiles.back().number >= kLongNames) {
    picture.unit = ChasePicture::Unit::element;
    for (std::size_t i = 0; i < picture.tiles.size(); ++i) picture.tiles[i].number = i;
  }
  for (ChaseTile& tile : picture.tiles) {
    std::sort(tile.accesses.begin(), tile.accesses.end(), [](const auto& a, const auto& b) { return a.timed < b.timed; });
    for (const ChaseAccess& access : tile.accesses) {
      picture.hits += access.verdict == step::Verdict::hit ? 1 : 0;
      picture.misses += access.verdict == step::Verdict::miss || access.verdict == step::Verdict::sector_miss ? 1 : 0;
    }
  }
}

void addPath(ChasePicture& picture, const Cut& cut) {
  std::vector<std::size_t> tile_at(picture.accesses);
  std::size_t tile = 0, used = 0;
  for (const std::uint64_t position : cut.positions) {
    if (used == picture.tiles[tile].accesses.size()) {
      ++tile;
      used = 0;
    }
    tile_at[position] = tile;
    ++used;
  }
  for (const std::size_t each : tile_at)
    if (picture.path.empty() || picture.path.back() != each) picture.path.push_back(each);
  picture.ascending = std::is_sorted(picture.path.begin(), picture.path.end());
}

void addLines(ChasePicture& picture) {
  for (std::size_t i = 0; i < picture.tiles.size(); ++i) {
    if (!picture.tiles[i].line) return;
    if (picture.lines.empty() || picture.lines.back().number != *picture.tiles[i].line)
      picture.lines.push_back({*picture.tiles[i].line, {}});
    picture.lines.back().tiles.push_back(i);
  }
  const std::uint64_t unit = picture.cache.spec.unit_bytes;
  if (!picture.grouped && picture.stride != 0 && picture.stride < unit)
    picture.cells = static_cast<std::size_t>(unit / picture.stride);
  if (picture.cells > kMostCells) picture.cells = 1;
}

/// Sets that the array does not touch, where the whole cache is small enough to be seen: that they stand empty is half of the
/// story.
void addUntouched(ChasePicture& picture) {
  const auto& ways = picture.cache.spec.ways;
  if (!picture.cache.knows_ways || picture.sets.empty() || ways.size() > kFewSets ||
      std::accumulate(ways.begin(), ways.end(), std::size_t{0}) > kFewPlaces)
    return;
  for (const ChaseSet& set : picture.sets)
    for (const ChaseWay& way : set.ways)
      if (way.state == step::Way::State::unknown) return;
  for (std::uint32_t number = 0; number < ways.size(); ++number) {
    const auto at = std::find_if(picture.sets.begin(), picture.sets.end(), [&](const auto& set) { return set.number >= number; });
    if (at != picture.sets.end() && at->number == number) continue;
    ChaseSet set;
    set.number = number;
    set.places = ways[number];
    set.ways.assign(ways[number], {step::Way::State::empty, 0});
    picture.sets.insert(at, std::move(set));
  }
}

/// What the sets hold after the pass: as the last access to each of them left it.
void addSets(ChasePicture& picture, step::Source& source) {
  if (picture.lines.empty() || !picture.cache.knows_sets) return;
  const std::uint64_t unit = picture.cache.spec.unit_bytes;
  std::map<std::uint32_t, std::pair<std::uint64_t, step::Look>> last;  // of each set
  std::map<std::uint64_t, std::size_t> line_of;                        // by number
  for (std::size_t i = 0; i < picture.lines.size(); ++i) line_of[picture.lines[i].number] = i;
  for (ChaseTile& tile : picture.tiles) {
    const std::uint64_t at = source.warmup() + tile.accesses.back().timed;
    step::Look look = source.look(at, 0);
    tile.set = look.set;
    if (!look.set) continue;
    auto& known = last[*look.set];
    if (known.second.set && known.first > at) continue;
    known = {at, std::move(look)};
  }
  for (const auto& [number, seen] : last) {
    ChaseSet set;
    set.number = number;
    std::vector<bool> held(picture.lines.size(), false);
    const std::vector<step::Way>& ways = seen.second.after;
    const bool all = ways.size() <= kMostWays;
    for (const step::Way& way : ways) {
      const auto line = way.state == step::Way::State::held ? line_of.find(way.unit / unit) : line_of.end();
      if (line != line_of.end()) held[line->second] = true;
      if (line != line_of.end())
        set.ways.push_back({way.state, line->second});
      else if (all)
        set.ways.push_back({way.state == step::Way::State::held ? step::Way::State::unknown : way.state, 0});
      else
        ++set.more_ways;
    }
    if (picture.cache.knows_ways && number < picture.cache.spec.ways.size()) set.places = picture.cache.spec.ways[number];
    const bool told =
        std::none_of(ways.begin(), ways.end(), [](const step::Way& way) { return way.state == step::Way::State::unknown; });
    for (std::size_t i = 0; i < picture.lines.size(); ++i) {
      const ChaseTile& first = picture.tiles[picture.lines[i].tiles.front()];
      if (first.set != number) continue;
      ++set.lines;
      for (const std::size_t tile : picture.lines[i].tiles) {
        set.misses += picture.tiles[tile].misses();
        for (const ChaseAccess& access : picture.tiles[tile].accesses) set.hits += access.verdict == step::Verdict::hit ? 1 : 0;
      }
      if (!held[i] && told) set.lost.push_back(i);
    }
    const auto needed = [&](std::size_t line) {
      std::uint64_t soonest = ~std::uint64_t{0};
      for (const std::size_t tile : picture.lines[line].tiles) soonest = std::min(soonest, picture.tiles[tile].first);
      return soonest;
    };
    std::sort(set.lost.begin(), set.lost.end(), [&](std::size_t a, std::size_t b) { return needed(a) < needed(b); });
    picture.sets.push_back(std::move(set));
  }
}

}  // namespace

std::size_t ChaseTile::misses() const {
  return static_cast<std::size_t>(std::count_if(accesses.begin(), accesses.end(), [](const ChaseAccess& access) {
    return access.verdict == step::Verdict::miss || access.verdict == step::Verdict::sector_miss;
  }));
}

step::Verdict ChaseTile::verdict() const {
  if (misses() > 0) return step::Verdict::miss;
  const bool hit = !accesses.empty() && std::all_of(accesses.begin(), accesses.end(),
                                                    [](const ChaseAccess& access) { return access.verdict == step::Verdict::hit; });
  return hit ? step::Verdict::hit : step::Verdict::unknown;
}

float ChaseTile::slowest() const {
  float most = 0;
  for (const ChaseAccess& access : accesses) most = std::max(most, access.cycles.value_or(0));
  return most;
}

const ChaseSet* ChasePicture::setOf(const ChaseTile& tile) const {
  for (const ChaseSet& set : sets)
    if (tile.set == set.number) return &set;
  return nullptr;
}

const ChaseLine* ChasePicture::lineNumbered(std::uint64_t number) const {
  for (const ChaseLine& line : lines)
    if (line.number == number) return &line;
  return nullptr;
}

std::optional<std::uint64_t> passToShow(const step::Source& source, std::optional<std::uint64_t> chosen) {
  constexpr std::uint64_t kWarm = 2;  // passes that fill a cache of any policy that fills empty ways first
  const std::uint64_t period = source.order().period();
  if (period == 0) return std::nullopt;
  const std::uint64_t first = (source.warmup() + period - 1) / period, end = source.size() / period;
  if (first >= end) return std::nullopt;
  if (!chosen) return std::clamp(kWarm, first, end - 1);
  return std::clamp(source.order().pass(source.warmup() + *chosen), first, end - 1);
}

ChasePicture gatherChase(step::Source& source, std::uint64_t pass, const RecordedChase& chase) {
  ChasePicture picture;
  picture.cache = source.parts().front();
  picture.footprint = footprint_bytes(chase.request.pattern, chase.request.element_bytes);
  picture.stride = strideOfPattern(chase.request.pattern);
  picture.element_bytes = chase.request.element_bytes;
  picture.pass = pass;
  picture.accesses = source.order().period();
  const auto cut = cutUp(source, picture.cache.spec.unit_bytes);
  if (!cut) return picture;
  addTiles(picture, source, *cut, chase);
  addPath(picture, *cut);
  addLines(picture);
  addSets(picture, source);
  addUntouched(picture);
  return picture;
}

}  // namespace chasescope
