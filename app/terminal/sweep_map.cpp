#include "app/terminal/sweep_map.h"

#include <algorithm>
#include <map>

#include "engine/inference/levels/latency_levels.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/document/run_series.h"
#include "engine/step/verdicts.h"
#include "engine/trace/quantity_text.h"

namespace chasescope {
namespace {

constexpr std::size_t kMostColumns = 60;  // beside the footprints in a terminal of 80 columns
constexpr std::size_t kMostRows = 33;     // a screen: thirty-two steps of a sweep and the footprint before them

struct MapRow {
  std::vector<std::size_t> misses, accesses;  ///< by position
};

/// The accesses of a chase after its first pass. Nothing where it is not known which of them missed.
std::optional<MapRow> row_of(const Run& run, const std::vector<Finding>& findings) {
  const ChaseRequest& request = run.chase()->request;
  const auto levels = inference::find_latency_levels(run.cycles());
  const auto verdicts = step::judge({run.id, request, run.chase()->result.overhead_cycles.value_or(0), levels}, findings);
  if (!verdicts.tells_all(levels)) return std::nullopt;
  const AccessOrder order(request, run.chase()->result);
  MapRow row;
  row.misses.resize(order.period());
  row.accesses.resize(order.period());
  for (std::size_t i = 0; i < run.cycles().size(); ++i) {
    if (order.pass(i) == 0) continue;
    const std::uint64_t position = order.position(i);
    ++row.accesses[position];
    row.misses[position] += verdicts.of(run.cycles()[i]) == step::Verdict::miss ? 1 : 0;
  }
  return row;
}

/// The chases of the series with the most footprints, by footprint; of several such series the last.
std::map<std::uint64_t, RunPtr> series_of(const std::vector<RunPtr>& runs) {
  std::map<std::uint64_t, RunPtr> best;
  for (const RunPtr& first : runs) {
    if (first->cycles().empty() || accesses_per_pass(first->chase()->request.pattern) == 0) continue;
    if (std::any_of(best.begin(), best.end(), [&](const auto& one) { return same_series(*one.second, *first); })) continue;
    std::map<std::uint64_t, RunPtr> series;
    for (const RunPtr& run : runs)
      if (!run->cycles().empty() && same_series(*run, *first) && accesses_per_pass(run->chase()->request.pattern) != 0)
        series[footprint_bytes(run->chase()->request.pattern, run->chase()->request.element_bytes)] = run;
    if (series.size() >= best.size()) best = std::move(series);
  }
  return best;
}

/// "footprint-sweep · global.ca · s = 128 B · 81 footprints": what the map is of, as the head of a single trace says it.
std::string head_of(const Run& run, std::size_t footprints) {
  const ChaseRequest& request = run.chase()->request;
  std::string text = "  " + one_line(run.probe) + " · " + std::string(to_string(request.space));
  if (const auto* uniform = std::get_if<UniformPattern>(&request.pattern)) text += " · s = " + format_bytes(uniform->stride);
  if (const auto* shuffled = std::get_if<ShuffledPattern>(&request.pattern))
    text += " · s = " + format_bytes(shuffled->stride) + ", shuffled";
  return text + " · " + format_count(footprints) + " footprints\n\n";
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

}  // namespace

const char* map_shade(std::size_t marked, std::size_t all) {
  if (marked == 0) return "·";
  return 4 * marked <= all ? "░" : 2 * marked <= all ? "▒" : marked < all ? "▓" : "█";
}

std::string sweep_map(const std::vector<RunPtr>& runs, const std::vector<Finding>& findings) {
  constexpr std::size_t kFewest = 3;
  const std::map<std::uint64_t, RunPtr> series = series_of(runs);
  if (series.size() < kFewest) return {};
  std::vector<std::pair<std::uint64_t, RunPtr>> shown;  // one of each `every` chases, and the last
  const std::size_t every = (series.size() + kMostRows - 2) / (kMostRows - 1);
  std::size_t place = 0;
  for (const auto& one : series) {
    if (place % every == 0 || place + 1 == series.size()) shown.push_back(one);
    ++place;
  }
  std::size_t positions = 0, label = 0;
  std::vector<std::pair<std::string, MapRow>> rows;
  for (const auto& [bytes, run] : shown) {
    auto row = row_of(*run, findings);
    if (!row) return {};
    positions = std::max(positions, row->misses.size());
    rows.emplace_back(format_bytes(bytes), *std::move(row));
    label = std::max(label, rows.back().first.size());
  }
  if (positions == 0) return {};
  const std::size_t columns = std::min(positions, kMostColumns);
  std::string text = head_of(*shown.front().second, series.size()) + "  Misses (█) by footprint N" +
                     (every > 1 ? ", one of " + std::to_string(every) : std::string()) + ", and by position, " +
                     format_count(positions) + (columns == positions ? " columns" : " in " + format_count(columns) + " columns") +
                     "\n  Accesses of a column: " + kMapShades + "\n";
  for (const auto& [name, row] : rows) {
    std::string line;
    for (std::size_t column = 0; column < columns; ++column) {
      const std::size_t begin = column * positions / columns, end = std::max(begin + 1, (column + 1) * positions / columns);
      std::size_t missed = 0, all = 0;
      for (std::size_t i = begin; i < std::min(end, row.misses.size()); ++i) {
        missed += row.misses[i];
        all += row.accesses[i];
      }
      line += all == 0 ? " " : map_shade(missed, all);
    }
    text += "    " + right_aligned(name, label) + "  " + line;
    while (text.ends_with(' ')) text.pop_back();
    text += "\n";
  }
  return text + "\n";
}

}  // namespace chasescope
