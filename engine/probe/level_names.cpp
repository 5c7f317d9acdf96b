#include "engine/probe/level_names.h"

#include <algorithm>
#include <cmath>

namespace chasescope {
namespace {

using Names = std::vector<std::string>;

constexpr double kSameLatency = 0.03;
constexpr double kClockStep = 2;

const FootprintSurvey* survey_of(const std::vector<FootprintSurvey>& surveys, MemorySpace space) {
  const auto found = std::find_if(surveys.begin(), surveys.end(), [&](const auto& s) { return s.space == space; });
  return found == surveys.end() ? nullptr : &*found;
}

bool same_latency(double a, double b) { return std::abs(a - b) <= kSameLatency * std::max(a, b) + kClockStep; }

/// Names for n levels of global memory. `l1` says whether the first is known to be one that global.cg passes by, `past_l1` whether
/// they were seen through global.cg alone, which never goes through the L1.
Names global_names(std::size_t n, bool l1, bool past_l1, bool no_l1, bool complete) {
  if (n == 0) return {};
  if (past_l1) {
    Names names{"l2", "l3"};
    names.resize(n, "device");
    return names;
  }
  if (l1) {
    Names names{"l1_data", "l2", "l3"};
    names.resize(n, "device");
    return names;
  }
  if (n == 1) return {complete || no_l1 ? "l2" : "device"};
  if (n == 2) return {"l1_data", "l2"};
  Names names{"l1_data", "l2", "l3"};
  names.resize(n, "device");
  return names;
}

/// Levels that a space has by itself, nearest first.
Names own_names(MemorySpace space) {
  switch (space) {
    case MemorySpace::texture: return {"texture", "l2", "l3"};
    case MemorySpace::readonly: return {"readonly", "l2", "l3"};
    case MemorySpace::constant: return {"constant_l1", "constant_l1_5", "l2"};
    case MemorySpace::local: return {"l1_data", "l2", "l3"};
    case MemorySpace::shared: return {"shared_memory"};
    default: return {};
  }
}

/// Which of all levels of a space each one is that was seen to end: those count that lie between and were passed at once.
std::vector<std::size_t> ranks(const FootprintSurvey& survey) {
  std::vector<std::size_t> ranks;
  std::size_t rank = 0;
  for (const FootprintLevel& level : survey.levels) {
    ranks.push_back(rank);
    rank += level.hides_another ? 2 : 1;
  }
  ranks.push_back(rank);
  return ranks;
}

bool overlap(const FootprintLevel& a, const FootprintLevel& b) {
  return a.bracket.fits < b.bracket.misses && b.bracket.fits < a.bracket.misses;
}

}  // namespace

std::vector<std::vector<std::string>> level_names(const std::vector<FootprintSurvey>& surveys,
                                                  std::optional<std::uint64_t> l2_bytes) {
  const FootprintSurvey* ca = survey_of(surveys, MemorySpace::global_ca);
  const FootprintSurvey* cg = survey_of(surveys, MemorySpace::global_cg);
  const bool both = ca != nullptr && cg != nullptr;
  const bool same_hits = both && same_latency(ca->hit_cycles, cg->hit_cycles);
  const bool l1 = both && !same_hits && ca->hit_cycles < cg->hit_cycles;
  // Where the last level of global memory was seen to end, what lies behind it is memory.
  const bool complete = (ca != nullptr && ca->reached_memory) || (cg != nullptr && cg->reached_memory);
  const FootprintSurvey* whole = ca != nullptr ? ca : cg;
  Names every;   // of global memory's levels, with those that were passed at once …
  Names global;  // … and of those that were seen to end
  if (whole != nullptr) {
    const auto rank = ranks(*whole);
    every = global_names(rank.back(), l1, ca == nullptr, same_hits, complete);
    for (std::size_t i = 0; i < whole->levels.size(); ++i) global.push_back(every[rank[i]]);
  }

  std::vector<Names> all;
  for (const FootprintSurvey& survey : surveys) {
    Names names;
    const auto rank = ranks(survey);
    if (&survey == whole) {
      names = global;
    } else if (&survey == cg) {
      // The levels behind the L1: the last ones, where as many were found on both ways.
      const std::size_t behind = l1 ? 1 : 0;
      for (std::size_t i = 0; i < survey.levels.size(); ++i) {
        std::string name = behind + rank[i] < every.size() ? every[behind + rank[i]] : "device";
        if (name == "device" && l1) name = rank[i] == 0 ? "l2" : rank[i] == 1 ? "l3" : "device";
        names.push_back(std::move(name));
      }
    } else {
      // From the far end: levels that end where a level of global memory behind its L1 does are those. The others are its own.
      std::size_t own = survey.levels.size();
      Names shared;
      for (std::size_t i = survey.levels.size(); i-- > 0;) {
        std::string match;
        for (const FootprintSurvey* global_survey : {cg, ca}) {
          if (global_survey == nullptr || !match.empty()) continue;
          const Names& known = global_survey == whole ? global : all[static_cast<std::size_t>(global_survey - surveys.data())];
          for (std::size_t k = 0; k < global_survey->levels.size(); ++k)
            if (known[k] != "l1_data" && overlap(survey.levels[i], global_survey->levels[k])) match = known[k];
        }
        if (match.empty()) break;
        shared.insert(shared.begin(), match);
        own = i;
      }
      const Names mine = own_names(survey.space);
      for (std::size_t i = 0; i < own; ++i) names.push_back(rank[i] < mine.size() ? mine[rank[i]] : "device");
      names.insert(names.end(), shared.begin(), shared.end());
    }
    for (std::size_t i = 0; l2_bytes && i < survey.levels.size(); ++i)
      if (names[i] == "l3" && survey.levels[i].bracket.fits <= *l2_bytes) names[i] = "l2";
    // Shared memory has nothing in front of it and nothing behind it.
    names.emplace_back(survey.space == MemorySpace::shared ? "shared_memory" : survey.reached_memory ? "dram" : "");
    all.push_back(std::move(names));
  }
  return all;
}

}  // namespace chasescope
