#include "widgets/figure/figure_probes.h"

#include <algorithm>
#include <utility>

#include "engine/findings/condition_values.h"
#include "engine/findings/found_sets.h"
#include "engine/findings/vocabulary.h"
#include "engine/probe/parameters.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

/// The facts about a cache that a chase over footprints needs.
struct Nearest {
  std::uint64_t holds = 0;  ///< the largest footprint without a miss, bytes
  std::uint64_t line = 0;   ///< bytes
};

/// A measured finding of the cache in a memory space; null if there is none.
const Finding* measured(const std::vector<Finding>& findings, const std::string& subject, const std::string& space,
                        std::string_view quantity) {
  for (const Finding& finding : findings)
    if (finding.subject == subject && finding.quantity == quantity && finding.status == FindingStatus::measured &&
        finding.value.is_number() && word_in(finding.conditions, "space") == space)
      return &finding;
  return nullptr;
}

/// The nearest cache of a space whose capacity is known, with the bytes that one miss brings.
std::optional<Nearest> nearestOf(const std::vector<Finding>& findings, const std::string& space) {
  for (const std::string& subject : cache_subjects()) {
    const Finding* size = measured(findings, subject, space, quantity::contiguous_bytes);
    if (size == nullptr) size = measured(findings, subject, space, quantity::capacity_bytes);
    if (size == nullptr) continue;
    const Finding* line = measured(findings, subject, space, quantity::line_bytes);
    if (line == nullptr) line = measured(findings, subject, space, quantity::fetch_bytes);
    Nearest cache{.holds = static_cast<std::uint64_t>(size->value.get<double>())};
    if (line != nullptr) cache.line = static_cast<std::uint64_t>(line->value.get<double>());
    // Without a measured line size, the stride of the sweep over footprints stands for it: the sweep chose its stride by the bytes
    // of a miss.
    if (line == nullptr && size->conditions.contains("stride") && size->conditions["stride"].is_number_unsigned())
      cache.line = size->conditions["stride"].get<std::uint64_t>();
    if (cache.line != 0 && cache.holds >= cache.line) return cache;
  }
  // Where no finding gives the capacity, the capacity follows from the sets.
  for (const FoundSets& cache : found_sets(findings))
    if (cache.nearest && cache.setting.value("space", std::string()) == space && cache.line_bytes && cache.entries() > 0)
      return Nearest{cache.entries() * *cache.line_bytes, *cache.line_bytes};
  return std::nullopt;
}

std::string givenOr(const FigureWish& wish, const char* key, std::string otherwise) {
  const auto given = wish.given.find(key);
  return given == wish.given.end() ? std::move(otherwise) : given->second;
}

/// The space to chase through: the person's choice, or the space that leads to the named cache, or else the first space in which a
/// cache is known.
std::string spaceOf(const FigureWish& wish) {
  std::vector<MemorySpace> spaces{MemorySpace::global_ca, MemorySpace::global_cg};
  if (wish.cache == "l2" || wish.cache == "l3") spaces = {MemorySpace::global_cg, MemorySpace::global_ca};
  if (wish.cache == "readonly") spaces = {MemorySpace::readonly};
  if (wish.cache == "texture") spaces = {MemorySpace::texture};
  if (wish.cache.starts_with("constant")) spaces = {MemorySpace::constant};
  if (wish.cache.empty()) spaces.insert(spaces.end(), card_memory_spaces().begin(), card_memory_spaces().end());
  const auto served = std::find_if(spaces.begin(), spaces.end(), [&](MemorySpace space) { return wish.device.serves(space); });
  std::string space(to_string(served == spaces.end() ? spaces.front() : *served));
  if (wish.cache.empty() && !nearestOf(wish.findings, space))
    for (const MemorySpace other : spaces)
      if (nearestOf(wish.findings, std::string(to_string(other)))) {
        space = to_string(other);
        break;
      }
  return givenOr(wish, "space", std::move(space));
}

ParameterValues withoutGiven(ParameterValues values, const FigureWish& wish) {
  std::erase_if(values, [&](const auto& value) { return wish.given.contains(value.first); });
  return values;
}

/// Footprints from the nearest cache's capacity up to (1 + 1 / parts) times it, one line apart, or in larger steps where there
/// would be too many footprints for a picture.
ParameterValues growing(const FigureWish& wish, std::uint64_t parts) {
  constexpr std::uint64_t kMostFootprints = 64, kFewestFootprints = 8;
  constexpr std::uint64_t kMostAccesses = 16'000'000, kPasses = 6;  // kPasses: the probe's warm-up and timed passes
  const std::string space = spaceOf(wish);
  const auto cache = nearestOf(wish.findings, space);
  if (!cache) return withoutGiven({{"space", space}}, wish);
  const auto number = [&](const char* key, std::uint64_t otherwise) {
    const auto given = wish.given.find(key);
    return given == wish.given.end() ? otherwise : parse_bytes(given->second).value_or(otherwise);
  };
  const std::uint64_t stride = std::max<std::uint64_t>(number("stride", cache->line), 1);
  const std::uint64_t from = number("from", cache->holds / stride * stride);
  constexpr std::uint64_t kFewestLines = 4;
  const std::uint64_t lines = std::max<std::uint64_t>(cache->holds / stride / parts, kFewestLines);
  const std::uint64_t most =
      std::clamp(kMostAccesses / (kPasses * std::max<std::uint64_t>(from / stride, 1)), kFewestFootprints, kMostFootprints);
  const std::uint64_t step = number("step", (lines + most - 1) / most * stride);
  const std::uint64_t steps = std::max<std::uint64_t>(lines * stride / std::max<std::uint64_t>(step, 1), 1);
  return withoutGiven({{"space", space},
                       {"from", std::to_string(from)},
                       {"to", std::to_string(from + steps * step)},
                       {"step", std::to_string(step)},
                       {"stride", std::to_string(stride)}},
                      wish);
}

}  // namespace

std::optional<ParameterValues> inItsSpace(const FigureWish& wish) {
  // Without a space the probe looks at all of them, and global.cg shows the L2; through an L1 its structure takes long to see.
  const std::string space = spaceOf(wish);
  return space == to_string(MemorySpace::global_ca) ? ParameterValues() : withoutGiven({{"space", space}}, wish);
}

std::optional<ParameterValues> inNamedSpace(const FigureWish& wish) { return withoutGiven({{"space", spaceOf(wish)}}, wish); }

std::optional<ParameterValues> upToOneMegabyte(const FigureWish& wish) {
  constexpr std::uint64_t kMegabyte = 1 << 20;
  if (const auto from = wish.given.find("from"); from != wish.given.end() && !wish.given.contains("to"))
    if (parse_bytes(from->second).value_or(0) > kMegabyte) return std::nullopt;
  return withoutGiven({{"space", spaceOf(wish)}, {"points", "1"}, {"to", "1MiB"}}, wish);
}

std::optional<ParameterValues> beyondOneMegabyte(const FigureWish& wish) {
  if (nearestOf(wish.findings, spaceOf(wish))) return std::nullopt;
  return withoutGiven({{"space", spaceOf(wish)}, {"points", "1"}}, wish);
}

std::optional<ParameterValues> justTooLarge(const FigureWish& wish) {
  const std::string space = spaceOf(wish);
  const auto cache = nearestOf(wish.findings, space);
  if (!cache) return withoutGiven({{"space", space}}, wish);
  const std::uint64_t more = std::max((cache->holds / 16 + cache->line - 1) / cache->line * cache->line, cache->line);
  const std::uint64_t bytes = cache->holds / cache->line * cache->line + more;
  const auto given = wish.given.find("stride");  // the footprint is a whole number of the person's strides
  const std::uint64_t step =
      given == wish.given.end() ? cache->line : std::max<std::uint64_t>(parse_bytes(given->second).value_or(1), 1);
  return withoutGiven(
      {{"space", space}, {"bytes", std::to_string((bytes + step - 1) / step * step)}, {"stride", std::to_string(cache->line)}},
      wish);
}

FewLines fewLinesBeyond(std::uint64_t holds, std::uint64_t line, std::uint64_t ways) {
  constexpr std::uint64_t kFew = 20;     // lines that have room side by side in a journal's column
  constexpr std::uint64_t kFewest = 12;  // fewest lines: more of them would tell no more
  FewLines few{0, std::max<std::uint64_t>(line, 1), holds != 0};
  // A stride of twice as much halves the number of visited sets, and each of them keeps its ways, down to the last set.
  while (holds / few.stride + 1 > kFew && holds / (few.stride * 2) >= std::max<std::uint64_t>(ways, 1)) few.stride *= 2;
  if (holds == 0 || holds / few.stride + 1 > kMostFewLines)
    return {kFewest * std::max<std::uint64_t>(line, 1), std::max<std::uint64_t>(line, 1), false};
  few.bytes = (holds / few.stride + 1) * few.stride;
  return few;
}

std::optional<ParameterValues> fewLines(const FigureWish& wish) {
  const std::string space = spaceOf(wish);
  const auto cache = nearestOf(wish.findings, space);
  if (!cache) return withoutGiven({{"space", space}}, wish);
  std::uint64_t ways = 0;
  for (const FoundSets& found : found_sets(wish.findings))
    if (found.nearest && found.setting.value("space", std::string()) == space) ways = found.most_ways();
  const FewLines few = fewLinesBeyond(cache->holds, cache->line, ways);
  return withoutGiven({{"space", space}, {"bytes", std::to_string(few.bytes)}, {"stride", std::to_string(few.stride)}}, wish);
}

std::optional<ParameterValues> aQuarterMore(const FigureWish& wish) { return growing(wish, 4); }

std::optional<ParameterValues> halfAsMuchAgain(const FigureWish& wish) { return growing(wish, 2); }

}  // namespace chasescope
