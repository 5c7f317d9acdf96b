#include "engine/structure/shape/shape_look.h"

#include <algorithm>
#include <utility>

#include "engine/experiment/shared_work.h"
#include "engine/structure/shape/crowded_lines.h"
#include "engine/structure/shape/known_shapes.h"
#include "engine/structure/shape/shape_by_trials.h"
#include "engine/structure/testers/minimal_overflow.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::structure {
namespace {

constexpr std::uint64_t kSmallestLine = 16;
constexpr Most kForAnywhere{.accesses = 150'000'000, .cycles = 1e8};  // for a set of random lines

// Finds the size of the block that is evicted as a whole: the sectors of one tag are evicted together. The first access to a page
// may have waited for a translation, so it counts as evicted if the next access is. If one footprint overflows only a few sets,
// neighbouring lines may be evicted together by coincidence; over several footprints this hardly happens.
std::optional<LostBlock> look_at_lost(Lab& lab, const Survey& survey, const DataTester& tester, const CacheReport& report) {
  constexpr std::uint64_t kFewestOfPage = 8;       // accesses of a page; with fewer, the share of first accesses would be too large
  constexpr int kFewestWalks = 3, kMostWalks = 6;  // a walk may overflow so few lines that hardly any is evicted
  constexpr std::uint64_t kGrowth = 256;           // growth of the footprint from walk to walk
  const std::uint64_t unit = tester.unit_bytes();
  if (report.level != 0 || !report.outgrown || kFewestOfPage * unit > kSmallestPage) return std::nullopt;
  const std::uint64_t least = report.outgrown->contiguous_at_most + unit, of_page = kSmallestPage / unit;
  const std::uint64_t more = std::max<std::uint64_t>(1, least / kGrowth / unit) * unit;
  const double cut = survey.cut(report.level);
  std::vector<bool> missed;
  for (int tried = 0; tried < kMostWalks; ++tried) {
    const std::uint64_t bytes = least + static_cast<std::uint64_t>(tried) * more;
    const Walk walk = lab.uniform(bytes, unit, {8, 16}, "what evictions take, " + format_bytes(bytes));
    for (std::size_t pass = 0; pass < walk.passes(); ++pass)
      for (std::size_t i = 0; i < least / unit; ++i)
        missed.push_back(walk.at(pass, i % of_page == 0 && i + 1 < walk.period ? i + 1 : i) > cut);
    if (tried + 1 < kFewestWalks) continue;
    if (const auto counts = inference::lost_together(missed, least / unit))
      return LostBlock{counts->block * unit, *counts, walk.run};
  }
  return std::nullopt;
}

// Removes the footprint if the cache in front may falsify it. That cache fetches whole blocks, so that lines beyond the last one of
// a walk are fetched as well. If a block may be several lines of this cache, neighbouring lines outgrow it at a smaller footprint
// than the walk shows.
void withhold_what_blocks_hide(const Lab& lab, const Survey& survey, CacheReport& report) {
  const bool has_way_past = lab.setting().space == MemorySpace::global_ca && lab.description().serves(MemorySpace::global_cg);
  if (!has_way_past || !report.outgrown || report.level == 0 || !survey.fetch_bytes[report.level - 1]) return;
  const std::uint64_t block = *survey.fetch_bytes[report.level - 1];
  if (report.shape.line_bytes >= block) return;
  report.contiguous_undecided = "The cache in front asks for " + format_bytes(block) +
                                " at a time, which may be several lines of this cache. Neighbouring lines overflow it between " +
                                format_bytes(report.outgrown->contiguous_bytes) + " and " +
                                format_bytes(report.outgrown->contiguous_bytes + block) + ".";
  report.outgrown.reset();
}

// Whether the walks and the sets that were found agree on the contiguous footprint. If the sets would hold more than a walk that
// missed, the walk is right, because it misses only after an eviction. The two may differ by the block that the cache in front
// fetches at once.
bool walks_bear_out(const Outgrown& outgrown, const CacheShape& shape, std::uint64_t block_in_front) {
  const auto by_sets = inference::contiguous_bytes(*shape.index, shape.ways, shape.line_bytes);
  return !by_sets || *by_sets < outgrown.contiguous_at_most + std::max(block_in_front, shape.line_bytes);
}

}  // namespace

bool asked_for_in_blocks(const Survey& survey, std::size_t cache, const CacheShape& shape) {
  if (cache == 0 || !survey.fetch_bytes[cache - 1]) return false;
  return shape.line_bytes == 0 || *survey.fetch_bytes[cache - 1] >= shape.line_bytes;
}

void withhold_what_sets_deny(CacheReport& report, std::uint64_t unit) {
  if (!report.outgrown || !report.shape.index || report.shape.ways.empty()) return;
  const auto by_sets = inference::contiguous_bytes(*report.shape.index, report.shape.ways, report.shape.line_bytes);
  // Trials show the sets of the tags. A smaller data store behind them may hold fewer lines.
  const bool may_hold_less = !report.shape.by_trials.empty() && by_sets && *by_sets >= report.outgrown->contiguous_at_least;
  if (!by_sets || may_hold_less ||
      (report.outgrown->contiguous_bytes < *by_sets + unit && *by_sets < report.outgrown->contiguous_at_most + unit))
    return;
  report.contiguous_undecided =
      "Walks over neighbouring lines have no miss up to " + format_bytes(report.outgrown->contiguous_bytes) +
      ", but according to its address bits and ways a set overflows after " + format_bytes(*by_sets) + ".";
  // A walk without a miss shows that the sets hold more than was found, of some of them at least.
  if (*by_sets + unit <= report.outgrown->contiguous_bytes) {
    report.shape.ways.clear();
    report.shape.ways_undecided = report.contiguous_undecided;
  }
  report.outgrown.reset();
}

void look_for_shape(Lab& lab, const Survey& survey, DataTester& tester, CacheReport& report) {
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
      report.contiguous_undecided = "Neighbouring lines overflow this cache and the one behind it at the same footprint.";
    }
    std::string by_trials;  // why trials give no answer
    if (tester.is_blurred() && report.level == 0 && lab.setting().carveout_percent) {
      try {
        lab.tell("lines and sets of " + report.subject + ", by trials");
        shape_by_trials(lab, survey, tester, report.subject, kArrayBoundary, report.shape);
        return;
      } catch (const Unanswered&) {
        throw;
      } catch (const Undecided& undecided) {
        by_trials = std::string(" Trials don't tell it either: ") + undecided.what();
      }
    }
    if (tester.is_blurred()) {
      report.lost = look_at_lost(lab, survey, tester, report);
      const std::string elsewhere = lab.setting().carveout_percent || lab.setting().l1_kib || report.level > 0
                                        ? ""
                                        : " At carve-out 0 %, where all of the array is cache, trials may find it.";
      throw Undecided((report.outgrown ? report.outgrown->undecided : report.contiguous_undecided) + by_trials + elsewhere);
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
    SharedWork* shared = report.level == 0 ? lab.shared() : nullptr;
    const auto guesses = [shared](std::uint64_t line_bytes, std::size_t ways) {
      return shared == nullptr ? std::vector<inference::SetIndex>{} : shared->of<KnownShapes>().indices_like(line_bytes, ways);
    };
    const std::uint64_t block = report.level > 0 ? survey.fetch_bytes[report.level - 1].value_or(0) : 0;
    report.shape = solve_cache(tester, overflowing, kLargestLine, guesses, [&](const CacheShape& shape) {
      return !report.outgrown || walks_bear_out(*report.outgrown, shape, block);
    });
    if (report.shape.index && tester.primers_took_ways(*report.shape.index, report.shape.line_bytes, overflowing)) {
      report.shape = {};
      throw Undecided("The lines that are read to look up pages lie in the sets in question, and took ways of these sets.");
    }
    if (report.level == 0) look_for_crowded_sets(lab, survey, tester, report);
    if (!report.undecided.empty()) return;
    if (report.shape.line_bytes >= unit) {
      tester.use_unit(unit);
    } else if (tester.is_unit_assumed() && report.shape.line_bytes != 0) {
      // The steps of the walks skipped some lines.
      report.outgrown.reset();
      report.contiguous_undecided = "Lines are smaller than the steps in which footprints were walked.";
    }
    // Behind other caches, flush lines may make a line seem smaller than it is. Only an index that predicts random lines confirms
    // the line size.
    if (report.level > 0 && report.shape.line_bytes != 0 && !report.shape.index) {
      report.shape.line_bytes = 0;
      report.shape.line_undecided = "Its sets, which would confirm the size, are not known: " + report.shape.index_undecided;
    }
    if (!report.outgrown && !report.shape.ways.empty())
      report.contiguous_by_sets = inference::contiguous_bytes(*report.shape.index, report.shape.ways, report.shape.line_bytes);
    // A line of a farther cache is hardly ever smaller than the fetch size of the nearer one. But if loads can skip the cache in
    // front, and those loads did not show the line size either, nothing follows from this.
    const bool has_way_past = lab.setting().space == MemorySpace::global_ca && lab.description().serves(MemorySpace::global_cg);
    if (has_way_past && report.shape.line_bytes != 0 && asked_for_in_blocks(survey, report.level, report.shape)) {
      report.shape = {};
      report.contiguous_by_sets.reset();
      throw Undecided(
          "The cache in front asks for " + format_bytes(*survey.fetch_bytes[report.level - 1]) +
          " at a time, which may be several lines of this cache in several sets. So its lines can't be found through this space.");
    }
  } catch (const Undecided& undecided) {
    report.undecided = undecided.what();
  }
  withhold_what_blocks_hide(lab, survey, report);
}

std::string LostBlock::in_words() const {
  return "What an eviction takes: of " + format_count(counts.touched) + " times that a block of this size lost a part, " +
         format_count(counts.whole) + " times it lost all of its parts; of blocks twice as large only " +
         format_count(counts.whole_of_twice) + " of " + format_count(counts.touched_of_twice) + " times.";
}

}  // namespace chasescope::structure
