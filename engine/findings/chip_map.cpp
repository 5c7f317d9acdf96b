#include "engine/findings/chip_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

std::string decimals(double value, int digits) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*f", digits, value);
  return text.data();
}

/// "0, 1, 12, 13": three and more consecutive numbers are written as "2 to 5".
std::string list_of(const std::vector<unsigned>& numbers) {
  std::string words;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (!words.empty()) words += ", ";
    words += std::to_string(numbers[i]);
    if (end - i > 2) words += " to " + std::to_string(numbers[end - 1]);
    if (end - i == 2) words += ", " + std::to_string(numbers[end - 1]);
    i = end;
  }
  return words;
}

}  // namespace

std::optional<ChipMap> chip_map(std::span<const RunPtr> runs) {
  auto distances = distance_map(runs);
  if (!distances) return std::nullopt;
  ChipMap map;
  map.distances = std::move(*distances);
  const auto& latency = map.distances.latency;
  auto sides = inference::find_sides(latency);
  map.sides = std::move(sides.sides);
  map.no_sides = std::move(sides.undecided);
  // SM numbers can only be combined into blocks if the map has all SMs, in order.
  bool numbered = true;
  for (std::size_t row = 0; row < map.distances.sms.size(); ++row) numbered = numbered && map.distances.sms[row] == row;
  if (numbered) map.neighbours = inference::neighbours_alike(map.distances.repeated);
  // If both SMs of a TPC show a difference independently, it is not the noise of one SM. The two halves of one SM's chase are less
  // independent, because some noise lasts for the whole chase.
  const inference::RepeatedMap repeated =
      map.neighbours ? inference::of_blocks(map.distances.repeated, map.neighbours->size) : map.distances.repeated;
  auto patterns = inference::distance_patterns(repeated);
  map.patterns = std::move(patterns.found);
  map.no_patterns = std::move(patterns.undecided);
  auto groups = inference::sm_groups(repeated);
  map.groups = std::move(groups.groups);
  map.no_groups = std::move(groups.undecided);
  if (map.groups && map.neighbours) {
    const inference::SmGroups of_tpcs = *map.groups;
    map.groups->group_of.clear();
    for (std::size_t row = 0; row < map.distances.sms.size(); ++row)
      map.groups->group_of.push_back(of_tpcs.group_of[row / map.neighbours->size]);
    for (std::size_t& size : map.groups->sizes) size *= map.neighbours->size;
  }
  map.places = inference::columns_apart(repeated);
  for (std::size_t row = 0; row < latency.rows; ++row) {
    double sum = 0;
    for (std::size_t column = 0; column < latency.columns; ++column) sum += latency.at(row, column);
    map.mean_cycles.push_back(sum / static_cast<double>(latency.columns));
  }
  return map;
}

std::string patterns_in_words(const ChipMap& map) {
  const inference::DistancePatterns& patterns = *map.patterns;
  const std::string again = map.neighbours ? "another SM of each TPC" : "the second half of the samples";
  if (patterns.patterns.empty()) return "Apart from a constant for each SM and each line, nothing comes again in " + again + ".";
  std::string shares;
  for (std::size_t i = 0; i < patterns.patterns.size(); ++i)
    shares += (i == 0 ? "" : i + 1 < patterns.patterns.size() ? ", " : " and ") + decimals(100 * patterns.patterns[i].share, 1);
  return "They explain " + shares + " % of what comes again in " + again + ", beyond a constant for each SM and each line; " +
         "together " + decimals(100 * patterns.explained, 1) + " %. Noise is " + decimals(patterns.noise_cycles, 1) +
         " cycles a cell.";
}

std::string groups_in_words(const ChipMap& map) {
  const inference::SmGroups& groups = *map.groups;
  std::string words = "Groups differ by " + decimals(groups.between_cycles, 1) +
                      " cycles or more (root mean square over the lines), SMs of a group by " + decimals(groups.within_cycles, 1) +
                      " at the most. The least clear SM belongs to its group by " + decimals(std::min(groups.least_z, 999.0), 1) +
                      " standard errors.";
  for (std::size_t group = 0; group < groups.sizes.size(); ++group) {
    std::vector<unsigned> sms;
    for (std::size_t row = 0; row < groups.group_of.size(); ++row)
      if (groups.group_of[row] == group) sms.push_back(map.distances.sms[row]);
    words += (group == 0 ? " SMs " : "; ") + list_of(sms);
  }
  return words + ".";
}

std::string neighbours_in_words(const ChipMap& map) {
  const inference::NeighboursAlike& found = *map.neighbours;
  const std::size_t blocks = map.distances.sms.size() / found.size;
  return "In all " + format_count(blocks) + " blocks of " + std::to_string(found.size) +
         " SM numbers, the latencies of the SMs are equal to within " + decimals(found.cycles, 1) +
         " cycles (root mean square). This holds for " + decimals(100 * found.alike, 1) +
         " % of all pairs of SMs. The chance of such blocks without a cause is one in 10^" +
         std::to_string(static_cast<int>(std::floor(-std::log10(std::max(found.by_chance, 1e-300))))) + " or less.";
}

}  // namespace chasescope
