#include "engine/probe/structure/explore.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "engine/probe/shared_work.h"
#include "engine/probe/structure/minimal_overflow.h"
#include "engine/probe/structure/translation_penalties.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kSmallestLine = 16, kLargestLine = 4096;
constexpr Most kForCache{.accesses = 600'000'000, .cycles = 4e8};
constexpr Most kForManner{.accesses = 250'000'000, .cycles = 4e8};  // where only the sets that matter are emptied
constexpr Most kForAllManners{.accesses = 1'200'000'000, .cycles = Budget::kNoEnd};
constexpr Most kForAnywhere{.accesses = 150'000'000, .cycles = 1e8};  // for a set of lines from anywhere

// The policy is best seen in a set with many ways: in a set of one any policy is the same machine, and so are some in a set of two.
Addresses policy_lines(DataTester& tester, const CacheShape& shape) {
  if (shape.ways.empty() || !shape.index || shape.equal_ways()) return shape.overflowing;
  const auto most = std::max_element(shape.ways.begin(), shape.ways.end());
  const auto set = static_cast<std::uint64_t>(most - shape.ways.begin());
  if (shape.index->set_of(shape.overflowing.front()) == set) return shape.overflowing;
  Addresses lines;
  const std::uint64_t end = std::min(tester.limit_bytes(), 16 * shape.entries() * shape.line_bytes);
  for (std::uint64_t address = 0; address < end && lines.size() <= *most; address += shape.line_bytes)
    if (shape.index->set_of(address) == set) lines.push_back(address);
  if (lines.size() <= *most) return shape.overflowing;
  tester.keep_clear_of(lines);
  tester.choose_primer(lines);
  return lines;
}

// Whether the cache in front asks for so much at a time that it may be several lines of this one, in several sets.
bool asked_for_in_blocks(const Survey& survey, std::size_t cache, const CacheShape& shape) {
  if (cache == 0 || !survey.fetch_bytes[cache - 1]) return false;
  return shape.line_bytes == 0 || *survey.fetch_bytes[cache - 1] >= shape.line_bytes;
}

PolicyFound find_policy(DataTester& tester, const Survey& survey, std::size_t cache, const CacheShape& shape) {
  const Addresses lines = policy_lines(tester, shape);
  PolicyFound found = solve_policy(tester, lines);
  const std::uint32_t most = shape.ways.empty() ? 0 : *std::max_element(shape.ways.begin(), shape.ways.end());
  const std::string& policy = found.replacement.policy;
  if (policy.empty()) return found;
  if (found.ways <= 2 && most != found.ways)
    throw Undecided("It was seen in a set of " + std::to_string(found.ways) + (found.ways == 1 ? " way" : " ways") +
                    ", in which several policies do the same, and other sets may have more ways.");
  if (policy == "other" && most != found.ways)
    throw Undecided(
        "The victims are none of a known policy's, but the sets are not known well enough to be sure that nothing else took part.");
  if (policy == "other" && tester.empties_sets())
    throw Undecided(
        "The victims are none of a known policy's, but lines that empty the caches in front may have taken part in the set.");
  if (policy == "other" && asked_for_in_blocks(survey, cache, shape))
    throw Undecided(
        "The victims are none of a known policy's, but the cache in front asks for whole blocks, which may be lines of several "
        "sets.");
  return found;
}

// Sectors that are lost together have one tag. What comes first of a page may have waited for translation instead: it counts as
// lost if what comes next is.
std::optional<LostBlock> look_at_lost(Lab& lab, const Survey& survey, const DataTester& tester, const CacheReport& report) {
  constexpr std::uint64_t kFewestOfPage = 8;  // of fewer, the first ones would be too many
  constexpr int kMostWalks = 6;               // so little overflows that some walks lose hardly anything
  const std::uint64_t unit = tester.unit_bytes();
  if (report.level != 0 || !report.outgrown || kFewestOfPage * unit > kSmallestPage) return std::nullopt;
  const std::uint64_t bytes = report.outgrown->contiguous_at_most + unit, of_page = kSmallestPage / unit;
  const double cut = survey.cut(report.level);
  std::vector<bool> missed;
  for (int tried = 0; tried < kMostWalks; ++tried) {
    const Walk walk = lab.uniform(bytes, unit, {8, 16}, "what evictions take, " + format_bytes(bytes));
    for (std::size_t pass = 0; pass < walk.passes(); ++pass)
      for (std::size_t i = 0; i < walk.period; ++i)
        missed.push_back(walk.at(pass, i % of_page == 0 && i + 1 < walk.period ? i + 1 : i) > cut);
    if (const auto counts = inference::lost_together(missed, walk.period))
      return LostBlock{counts->block * unit, *counts, walk.run};
  }
  return std::nullopt;
}

// The cache in front brings whole blocks, so that lines behind the last one that was read are asked for too: if they may be lines
// of their own here, neighbours outgrow it earlier than by what was read.
void withhold_what_blocks_hide(const Lab& lab, const Survey& survey, CacheReport& report) {
  const bool has_way_past = lab.setting().space == MemorySpace::global_ca && lab.description().serves(MemorySpace::global_cg);
  if (!has_way_past || !report.outgrown || report.level == 0 || !survey.fetch_bytes[report.level - 1]) return;
  const std::uint64_t block = *survey.fetch_bytes[report.level - 1];
  if (report.shape.line_bytes >= block) return;
  report.contiguous_undecided = "The cache in front asks for " + format_bytes(block) +
                                " at a time, which may be several lines of this one: where they outgrow it is between " +
                                format_bytes(report.outgrown->contiguous_bytes) + " and " +
                                format_bytes(report.outgrown->contiguous_bytes + block) + ".";
  report.outgrown.reset();
}

// Walks and sets are asked for apart from each other, so that they bear each other out. What is read may come in steps of `unit`.
void withhold_what_sets_deny(CacheReport& report, std::uint64_t unit) {
  if (!report.outgrown || !report.shape.index || report.shape.ways.empty()) return;
  const auto by_sets = inference::contiguous_bytes(*report.shape.index, report.shape.ways, report.shape.line_bytes);
  if (!by_sets || (report.outgrown->contiguous_bytes < *by_sets + unit && *by_sets < report.outgrown->contiguous_at_most + unit))
    return;
  report.contiguous_undecided = "Walks over neighbouring lines miss nothing up to " +
                                format_bytes(report.outgrown->contiguous_bytes) +
                                ", but by address bits and ways a set overflows after " + format_bytes(*by_sets) + ".";
  report.outgrown.reset();
}

// Whether a walk that misses deserves more trust than sets that should hold all of it: nothing but an eviction makes it miss. What
// the cache in front asks for at once comes in blocks.
bool walks_bear_out(const Outgrown& outgrown, const CacheShape& shape, std::uint64_t block_in_front) {
  const auto by_sets = inference::contiguous_bytes(*shape.index, shape.ways, shape.line_bytes);
  return !by_sets || *by_sets < outgrown.contiguous_at_most + std::max(block_in_front, shape.line_bytes);
}

void find_shape(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report) {
  const Allowance allowance(lab, kForCache);
  try {
    lab.tell("where " + report.subject + " is outgrown");
    Addresses overflowing;
    if (survey.boundaries[report.level].known()) {
      try {
        report.outgrown = outgrow(tester, survey.boundaries[report.level]);
        overflowing = report.outgrown->overflowing;
        if (!report.outgrown->doubt.empty()) {
          report.contiguous_undecided = report.outgrown->doubt;
          report.outgrown.reset();
        }
      } catch (const Undecided& undecided) {
        report.contiguous_undecided = undecided.what();
      }
    } else {
      report.contiguous_undecided = "Neighbouring lines outgrow the cache behind it at once.";
    }
    if (tester.is_blurred()) {
      report.lost = look_at_lost(lab, survey, tester, report);
      throw Undecided(report.outgrown ? report.outgrown->undecided : report.contiguous_undecided);
    }
    if (overflowing.empty()) {
      const Allowance anywhere(lab, kForAnywhere);
      overflowing = overflow_from_anywhere(tester, report.shape.set_runs);
    }
    if (overflowing.size() < 2) throw Undecided("A line alone does not stay.");
    tester.choose_primer(overflowing);
    refuse_if_overflowed_by_what_empties(tester, overflowing);
    report.translation = tester.how_translation_is_kept_out();
    lab.tell("lines and sets of " + report.subject);
    const std::uint64_t unit = tester.unit_bytes();
    if (tester.is_unit_assumed()) tester.use_unit(std::min(unit, kSmallestLine));
    const SharedWork* shared = report.level == 0 ? lab.shared() : nullptr;
    const auto guesses = [shared](std::uint64_t line_bytes, std::size_t ways) {
      return shared == nullptr ? std::vector<inference::SetIndex>{} : shared->indices_like(line_bytes, ways);
    };
    const std::uint64_t block = report.level > 0 ? survey.fetch_bytes[report.level - 1].value_or(0) : 0;
    report.shape = solve_cache(tester, overflowing, kLargestLine, guesses, [&](const CacheShape& shape) {
      return !report.outgrown || walks_bear_out(*report.outgrown, shape, block);
    });
    if (report.shape.index && tester.primers_took_ways(*report.shape.index, report.shape.line_bytes, overflowing)) {
      report.shape = {};
      throw Undecided("What is read to look pages up lies in the sets that are asked about, and took ways of them.");
    }
    if (report.shape.line_bytes >= unit) {
      tester.use_unit(unit);
    } else if (tester.is_unit_assumed() && report.shape.line_bytes != 0) {
      // Walks had passed lines over.
      report.outgrown.reset();
      report.contiguous_undecided = "Lines are smaller than the steps in which footprints were walked.";
    }
    // Behind others a line may seem smaller than it is, by what empties those in front. Sets that predict lines from all over
    // confirm it.
    if (report.level > 0 && report.shape.line_bytes != 0 && !report.shape.index) {
      report.shape.line_bytes = 0;
      report.shape.line_undecided = "Its sets, which would confirm it, are not known: " + report.shape.index_undecided;
    }
    if (!report.outgrown && !report.shape.ways.empty())
      report.contiguous_by_sets = inference::contiguous_bytes(*report.shape.index, report.shape.ways, report.shape.line_bytes);
    // Lines of outer caches are hardly ever smaller than what inner ones ask for. But if there is a way past the one in front, and
    // it did not show the line, nothing rests on that.
    const bool has_way_past = lab.setting().space == MemorySpace::global_ca && lab.description().serves(MemorySpace::global_cg);
    if (has_way_past && report.shape.line_bytes != 0 && asked_for_in_blocks(survey, report.level, report.shape)) {
      report.shape = {};
      report.contiguous_by_sets.reset();
      throw Undecided(
          "The cache in front asks for " + format_bytes(*survey.fetch_bytes[report.level - 1]) +
          " at a time, which may be several lines of this one, in several sets: they can't be told through this space.");
    }
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
  withhold_what_blocks_hide(lab, survey, report);
}

void look_for_policy(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report) {
  const Allowance allowance(lab, kForCache);
  try {
    lab.tell("replacement in " + report.subject);
    report.policy_undecided.clear();
    report.policy = find_policy(tester, survey, report.level, report.shape);
    if (report.policy->replacement.policy.empty()) report.policy_undecided = report.policy->replacement.undecided;
  } catch (const Undecided& undecided) {
    report.policy_undecided = undecided.what();
  }
}

// What is known of all caches in front of one; empty if one of them is not known well enough.
std::vector<FrontSets> fronts_of(std::size_t level, const std::vector<CacheReport>& nearer) {
  std::vector<FrontSets> fronts;
  for (std::size_t i = 0; i < level && i < nearer.size(); ++i) {
    const CacheShape& shape = nearer[i].shape;
    if (!shape.index || shape.ways.empty()) return {};
    fronts.push_back({*shape.index, shape.ways, shape.line_bytes});
  }
  return fronts.size() == level ? fronts : std::vector<FrontSets>{};
}

// Ways to ask one cache.
struct Manner {
  bool apart = false;         // latencies taken apart by what TLB misses add
  bool empties_sets = false;  // only those sets of the caches in front are emptied that matter
};

// Keeps translation out of the way first, which needs no assumption on what its misses add; where that does not lead to the sets,
// tells misses by latencies taken apart. Caches in front are emptied whole, which needs no structure of theirs, unless they are
// large; where that does not lead to the sets, only the sets that matter.
class Looker {
 public:
  Looker(Lab& lab, Survey& survey, Depth depth, bool& learnt, const std::vector<CacheReport>& nearer, CacheReport& report)
      : lab_(lab), survey_(survey), depth_(depth), learnt_(learnt), fronts_(fronts_of(report.level, nearer)), report_(report) {}

  void run() {
    std::vector<Manner> manners{{false, false}, {true, false}};
    if (!fronts_.empty() && !lab_.keeps_state())
      manners = survey_.noise.exact() && in_front_is_large()
                    ? std::vector<Manner>{{false, true}, {false, false}, {true, true}, {true, false}}
                    : std::vector<Manner>{{false, false}, {false, true}, {true, false}, {true, true}};
    const auto [best, manner] = best_of(manners);
    if (!best) return;
    policy(*best, manner);
    withhold_what_sets_deny(report_, best->unit_bytes());
  }

 private:
  // Looks in one manner after the other until the sets are found. Reports what showed most, and returns who showed it.
  std::pair<std::unique_ptr<DataTester>, Manner> best_of(const std::vector<Manner>& manners) {
    Most most = kForAllManners;
    if (const SharedWork* shared = lab_.shared()) most.accesses = std::min(most.accesses, shared->most_for_a_cache);
    const Allowance in_all(lab_, most);
    const CacheReport blank = report_;
    std::unique_ptr<DataTester> best;
    Manner manner;
    for (std::size_t i = 0; i < manners.size(); ++i) {
      CacheReport report = blank;
      try {
        std::unique_ptr<DataTester> tester = in_manner(manners[i]);
        {
          const Allowance allowance(lab_, manners[i].empties_sets ? kForManner : kForCache);
          find_shape(lab_, survey_, *tester, report);
        }
        const bool whole = !report.shape.ways.empty(), done = whole || tester->is_blurred();
        // How much fits is the same, however it is asked.
        if (!report.outgrown) report.outgrown = report_.outgrown;
        const bool plainest = !manners[i].apart && !manners[i].empties_sets;
        if (!best || whole || (plainest && known_of(report) > known_of(report_))) {
          report_ = std::move(report);
          best = std::move(tester);
          manner = manners[i];
        }
        if (done) break;
      } catch (const Undecided&) {
      }
    }
    return {std::move(best), manner};
  }

  // How much of a cache's structure is known.
  static int known_of(const CacheReport& report) { return (report.shape.line_bytes != 0 ? 1 : 0) + (report.shape.index ? 1 : 0); }

  // So many lines that questions cost more accesses than there are to spend.
  bool in_front_is_large() const {
    constexpr std::size_t kMany = 1024;
    try {
      return DataTester(lab_, survey_, report_.level).company().size() > kMany;
    } catch (const Undecided&) {
      return true;
    }
  }

  std::unique_ptr<DataTester> in_manner(const Manner& manner) {
    if (manner.apart && !learnt_) {
      survey_.translation = translation_penalties(lab_, survey_);
      learnt_ = true;
    }
    auto tester = std::make_unique<DataTester>(lab_, survey_, report_.level, manner.apart);
    if (manner.empties_sets) tester->empty_sets_of(fronts_);
    if (!fronts_.empty()) {
      const FrontSets& front = fronts_.back();
      tester->front_has_lines_of(front.line_bytes);
      tester->front_holds(std::accumulate(front.ways.begin(), front.ways.end(), std::uint64_t{0}) * front.line_bytes);
    }
    return tester;
  }

  void policy(DataTester& tester, Manner manner) {
    if (depth_ < Depth::policy || !report_.undecided.empty()) return;
    look_for_policy(lab_, survey_, tester, report_);
    std::vector<Manner> others;
    if (manner.empties_sets && !report_.shape.overflowing.empty()) others.push_back({manner.apart, false});
    if (!manner.apart) others.push_back({true, manner.empties_sets});
    for (const Manner& other : others) {
      if (report_.policy_undecided.empty()) return;
      try {
        const auto asker = in_manner(other);
        asker->keep_clear_of(report_.shape.overflowing);
        asker->suppose(report_.shape.index);
        if (!fronts_.empty() && !report_.shape.overflowing.empty()) asker->choose_primer(report_.shape.overflowing);
        look_for_policy(lab_, survey_, *asker, report_);
      } catch (const Undecided&) {
      }
    }
  }

  Lab& lab_;
  Survey& survey_;
  Depth depth_;
  bool& learnt_;
  std::vector<FrontSets> fronts_;
  CacheReport& report_;
};

}  // namespace

std::string LostBlock::in_words() const {
  return "What an eviction takes: of " + std::to_string(counts.touched) +
         " times that something of a block of this size was lost, " + std::to_string(counts.whole) +
         " times all of it was; of blocks twice as large only " + std::to_string(counts.whole_of_twice) + " of " +
         std::to_string(counts.touched_of_twice) + " times.";
}

std::vector<std::string> subjects_of(MemorySpace space, std::size_t caches, std::size_t beside) {
  const auto global = [](std::size_t count) {
    std::vector<std::string> names;
    if (count >= 2) names.emplace_back("l1_data");
    if (count >= 1) names.emplace_back("l2");
    if (count >= 3) names.emplace_back("l3");
    return names;
  };
  std::vector<std::string> names;
  switch (space) {
    case MemorySpace::global_cg: {
      names = global(std::max(caches, beside));
      if (names.size() > caches) names.erase(names.begin(), names.end() - static_cast<std::ptrdiff_t>(caches));
      break;
    }
    case MemorySpace::texture: names = {"texture"}; break;
    case MemorySpace::readonly: names = {"readonly"}; break;
    case MemorySpace::constant: names = {"constant_l1", "constant_l1_5"}; break;
    default: names = global(caches); break;
  }
  if (names.size() > caches) names.resize(caches);
  return names;
}

GlobalCaches count_global_caches(const Behind& ca, const Behind& cg) {
  // global.cg is much slower at its fastest: it skips a cache that global.ca has, so global.ca has one more than it, or as many
  // more as answer sooner there than what global.cg begins with.
  constexpr double kMuchSlower = 1.3, kAlike = 0.15, kMuchNearer = 4;
  GlobalCaches count{ca.caches, 0, true, true};
  if (cg.nearest <= kMuchSlower * ca.nearest) {
    // Both begin with the same cache: behind it they have the same.
    const auto apart = [&](std::size_t level) { return std::abs(ca.levels[level] - cg.nearest); };
    if (ca.levels.size() < 2 || kMuchNearer * apart(0) > apart(1)) return count;
    count.of_ca = std::max(ca.caches, cg.caches);
    count.told_apart = ca.caches == count.of_ca;
    count.cg_told_apart = cg.caches == count.of_ca;
    return count;
  }
  std::size_t skipped = 1;
  for (std::size_t level = 2; level < ca.levels.size() && level < ca.caches; ++level)
    if (std::abs(ca.levels[level] - cg.nearest) <= kAlike * cg.nearest &&
        std::abs(ca.levels[level] - cg.nearest) < std::abs(ca.levels[skipped] - cg.nearest))
      skipped = level;
  count.of_ca = std::max(ca.caches, cg.caches + skipped);
  count.of_cg = count.of_ca - skipped;
  count.told_apart = ca.caches == count.of_ca;
  count.cg_told_apart = cg.caches == count.of_cg;
  return count;
}

SpaceReport explore_space(Lab& lab, Depth depth, std::size_t caches_of_global_ca, const std::vector<std::string>& skip,
                          std::size_t most_caches) {
  SpaceReport report;
  report.setting = lab.setting();
  try {
    const MemorySpace space = lab.setting().space;
    if (space == MemorySpace::texture || space == MemorySpace::readonly) most_caches = std::min<std::size_t>(most_caches, 1);
    if (space == MemorySpace::constant) most_caches = std::min<std::size_t>(most_caches, 2);
    report.survey = survey_levels(lab, most_caches);
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
    return report;
  }
  bool learnt = false;  // what TLB misses add
  const bool all = report.survey.memory_seen || report.survey.caches() >= most_caches;
  const std::size_t caches = report.survey.caches() + (all ? 0 : 1);
  // What answers all that can be asked for may be any of several levels, unless global.ca has shown more of them.
  const MemorySpace space = lab.setting().space;
  const bool is_global = space == MemorySpace::global_ca || space == MemorySpace::global_cg;
  const bool is_nameless = is_global && !all && report.survey.caches() == 0 && caches_of_global_ca <= 1;
  for (const std::string& subject :
       is_nameless ? std::vector<std::string>{"device"} : subjects_of(space, caches, caches_of_global_ca)) {
    CacheReport cache;
    cache.subject = subject;
    cache.level = report.caches.size();
    if (cache.level >= report.survey.caches()) {
      cache.undecided = "It holds every footprint that could be asked for (up to " + format_bytes(report.survey.walked_until) +
                        ")" + (report.survey.noise.exact() ? "." : ", or noise hides what its misses take.") +
                        (report.survey.ended.empty() ? "" : " " + report.survey.ended);
    } else if (depth >= Depth::sets && std::find(skip.begin(), skip.end(), subject) == skip.end()) {
      Looker(lab, report.survey, depth, learnt, report.caches, cache).run();
    }
    report.caches.push_back(std::move(cache));
  }
  if (SharedWork* shared = lab.shared(); shared != nullptr && depth >= Depth::sets) {
    if (skip.empty()) shared->remember(report);
    if (!report.caches.empty() && !report.caches.front().shape.ways.empty()) shared->remember(report.caches.front().shape);
  }
  return report;
}

}  // namespace chasescope::structure
