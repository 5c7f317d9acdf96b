// Decision 15: docs/decisions/cards/15-many-sms.md
#include "engine/structure/levels/many_sms.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "engine/structure/levels/fetch_sizes.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kMostSms = 44;  // a third of the SMs of the largest cards, so that near and far ones are among them
constexpr std::uint64_t kLine = 128;    // bytes; at least the line of every cache but the nearest
constexpr std::uint64_t kLines = 64;    // lines timed on each SM
// bytes; the lines of the first level come from this span: with a larger one, TLB misses would show
constexpr std::uint64_t kSpan = 4 << 20;
constexpr double kFewAnswered = 0.1;  // share of the accesses that may hit a cache in front of the level

/// The same lines are read on every SM, because a line that is near to one SM is far from another.
std::vector<std::uint64_t> lines_of_the_nearest() {
  Random random(0x5e1f);
  std::set<std::uint64_t> taken;
  std::vector<std::uint64_t> offsets;
  while (offsets.size() < kLines)
    if (const std::uint64_t line = random.below(kSpan / kLine); taken.insert(line).second) offsets.push_back(line * kLine);
  return offsets;
}

class ManySms {
 public:
  ManySms(Lab& lab, Survey& survey) : lab_(lab), survey_(survey), sms_(*lab.description().properties.sm_count) {}

  void look_at(std::size_t level) {
    const bool memory = survey_.memory_seen && level + 1 == survey_.levels.size();
    if (memory) return look_at_memory(level);
    if (level == 0) {
      if (lab_.setting().space != MemorySpace::global_cg || lab_.limit_bytes() < kSpan) return;  // private to each SM
      const auto lines = lines_of_the_nearest();
      return ask(level, [&](unsigned sm, std::uint64_t) {
        return lab_.on_sm(sm, OffsetsPattern{lines}, 3 * kLines, kLines, "lines all over the L2");
      });
    }
    // The footprint is so much larger than the cache in front that hardly a line survives there even under random replacement, and
    // it is smaller than this level.
    const Boundary& front = survey_.boundaries[level - 1];
    const std::uint64_t bytes = kTimesTheCache * front.outgrown / kLine * kLine;
    const bool fits = level >= survey_.boundaries.size() || bytes <= survey_.boundaries[level].fits;
    if (!front.known() || !fits || bytes > lab_.limit_bytes() || bytes / kLine < kLines) return;
    ask(level, [&](unsigned sm, std::uint64_t) {
      return lab_.on_sm(sm, UniformPattern{bytes, kLine}, bytes / kLine, kLines, "a footprint larger than the cache in front");
    });
  }

 private:
  void look_at_memory(std::size_t level) {
    const std::uint64_t cache = std::max(lab_.description().properties.l2_bytes.value_or(0),
                                         survey_.boundaries.empty() ? 0 : survey_.boundaries.back().outgrown);
    const std::uint64_t bytes = kTimesTheCache * cache / kLine * kLine;
    if (cache == 0 || bytes > lab_.limit_bytes() || bytes / kLine < 2 * kLines * kMostSms) return;
    ask(level, [&](unsigned sm, std::uint64_t turn) {
      return lab_.on_sm(sm, UniformPattern{bytes, kLine}, turn * kLines, kLines, "lines that were never read");
    });
  }

  /// Measures on each SM in turn. Keeps nothing if one SM can't be measured, or if a cache in front answered.
  void ask(std::size_t level, const std::function<Walk(unsigned sm, std::uint64_t turn)>& walk) {
    const std::uint64_t count = std::min(sms_, kMostSms);
    const double least = answered_in_front(survey_, level);
    std::vector<RunPtr> runs;
    std::size_t accesses = 0, nearer = 0;
    try {
      for (std::uint64_t turn = 0; turn < count; ++turn) {
        const auto sm = static_cast<unsigned>(turn * sms_ / count);
        const Walk each = walk(sm, turn);
        if (each.run->chase()->result.sm != sm) return;
        accesses += each.cycles.size();
        nearer +=
            static_cast<std::size_t>(std::count_if(each.cycles.begin(), each.cycles.end(), [&](float c) { return c < least; }));
        runs.push_back(each.run);
      }
    } catch (const Undecided&) {
      return;
    }
    if (static_cast<double>(nearer) > kFewAnswered * static_cast<double>(accesses)) return;
    survey_.everywhere[level] = std::move(runs);
  }

  Lab& lab_;
  Survey& survey_;
  std::uint64_t sms_;
};

}  // namespace

double answered_in_front(const Survey& survey, std::size_t level) {
  return level == 0 ? 0 : std::sqrt(survey.levels[level - 1].latency.median * survey.levels[level].latency.median);
}

void see_levels_from_many_sms(Lab& lab, Survey& survey) {
  survey.everywhere.assign(survey.levels.size(), {});
  const auto sms = lab.description().properties.sm_count;
  const MemorySpace space = lab.setting().space;
  const bool behind_sms = space != MemorySpace::constant && space != MemorySpace::shared && space != MemorySpace::local;
  if (!lab.keeps_state() || !sms || *sms < 2 || lab.setting().sm || !behind_sms) return;
  ManySms many(lab, survey);
  for (std::size_t level = 0; level < survey.levels.size(); ++level) many.look_at(level);
}

}  // namespace chasescope::structure
