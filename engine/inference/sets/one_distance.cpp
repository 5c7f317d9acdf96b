#include "engine/inference/sets/one_distance.h"

namespace chasescope::inference {
namespace {

struct LineRun {
  std::uint64_t begin = 0, lines = 0;
};

std::vector<LineRun> runs_of(const std::vector<std::uint64_t>& lines, std::uint64_t line_bytes) {
  std::vector<LineRun> runs;
  for (const std::uint64_t address : lines) {
    const std::uint64_t line = address / line_bytes;
    if (runs.empty() || line != runs.back().begin + runs.back().lines) runs.push_back({line, 0});
    ++runs.back().lines;
  }
  return runs;
}

}  // namespace

std::optional<SetIndex> modulo_of_one_distance(const std::vector<std::uint64_t>& lines, std::uint64_t line_bytes) {
  constexpr std::size_t kFewest = 3;
  const std::vector<LineRun> runs = runs_of(lines, line_bytes);
  if (runs.size() < kFewest) return std::nullopt;
  const std::uint64_t distance = runs[1].begin - runs[0].begin, of_run = runs[0].lines;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    const bool is_last = i + 1 == runs.size();
    if (runs[i].begin - runs[i - 1].begin != distance || runs[i].lines > of_run || (runs[i].lines < of_run && !is_last))
      return std::nullopt;
  }
  if (distance % of_run != 0 || runs[0].begin % of_run != 0) return std::nullopt;
  SetIndex index;
  index.kind = SetIndex::Kind::modulo;
  index.granule_bytes = of_run * line_bytes;
  index.modulus = distance / of_run;
  return index;
}

}  // namespace chasescope::inference
