// Decision 32: docs/decisions/inference/32-latencies-taken-apart.md
#include "engine/structure/translation/translation_penalties.h"

#include <algorithm>

#include "engine/structure/translation/tlb_survey.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::size_t kMostPages = 1 << 13;

// Walks over random lines of a few pages. Together they show near data, distant translations, and everything between.
std::vector<Walk> random_walks(Lab& lab) {
  std::vector<Walk> walks;
  Random random(0x5eed1e5);
  const std::uint64_t blocks = std::min(lab.limit_bytes(), std::uint64_t{1} << 34) / kSmallestPage;
  for (std::size_t count = 16; count <= 1024 && count <= blocks / 2; count *= 4) {
    std::vector<std::uint64_t> lines;
    while (lines.size() < count) {
      const std::uint64_t line = random.below(blocks) * kSmallestPage + random.below(kSmallestPage / 16) * 16;
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    walks.push_back(lab.walk(lines, {2, 2}, std::to_string(count) + " lines from all over memory"));
  }
  return walks;
}

}  // namespace

std::vector<double> translation_penalties(Lab& lab, const Survey& survey) {
  try {
    lab.tell("what TLB misses add");
    UncachedPages pages(lab, survey);
    const TlbSurvey translation = survey_translation(pages, kMostPages);
    std::vector<double> penalties;
    for (std::size_t level = 1; level < translation.levels.size(); ++level)
      penalties.push_back(translation.levels[level].latency.median - translation.levels[0].latency.median);
    if (translation.window && !penalties.empty()) penalties.push_back(penalties.back() + translation.window->penalty);
    if (penalties.empty()) return {};

    std::vector<inference::Band> bands;
    for (const DataLevel& level : survey.levels) {
      bands.push_back(inference::widened(level.latency, survey.noise));
      for (const double added : penalties)
        bands.push_back(inference::widened({level.latency.low + added, level.latency.median + added, level.latency.high + added},
                                           survey.noise));
    }
    const double tolerated = survey.noise.exact() ? 0 : 3 * survey.noise.outlier_share + 0.005;
    const auto explained = [&](const std::vector<float>& cycles) {
      const auto strange = std::count_if(cycles.begin(), cycles.end(), [&](float latency) {
        return std::none_of(bands.begin(), bands.end(), [&](const inference::Band& band) { return band.holds(latency); });
      });
      return static_cast<double>(strange) <= tolerated * static_cast<double>(cycles.size());
    };
    for (const RunPtr& run : survey.sweep)
      if (!explained(run->cycles().copy())) return {};
    for (const Walk& walk : random_walks(lab))
      if (!explained(walk.cycles)) return {};
    return penalties;
  } catch (const Undecided&) {
    return {};
  }
}

}  // namespace chasescope::structure
