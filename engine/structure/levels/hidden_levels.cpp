#include "engine/structure/levels/hidden_levels.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/statistics/assumptions.h"
#include "engine/structure/levels/clean_footprint.h"
#include "engine/structure/levels/steadiness.h"
#include "engine/trace/quantity_text.h"
#include "engine/trace/random.h"

namespace chasescope::structure {
namespace {

using inference::Band;

// A level must answer at least this share of the accesses of a walk.
constexpr double kShare = 0.1;
constexpr double kShareReadAgain = 0.01;  // the same for walks in which most accesses hit the nearest cache

class HiddenLevels {
 public:
  HiddenLevels(Lab& lab, Survey& survey, const std::optional<PartsOfLevel>& parts, std::uint64_t stride, bool behind_is_known)
      : lab_(lab), survey_(survey), parts_(parts), stride_(stride), behind_is_known_(behind_is_known) {}

  void find() {
    if (survey_.boundaries.empty()) return;
    lab_.tell("levels of lines from all over memory");
    if (survey_.clean_until + kSmallestPage > lab_.limit_bytes())
      scatter_untranslated();
    else
      scatter();
    if (lab_.keeps_state()) return;
    // A new level is inserted behind the cache that was examined, and need not be examined itself.
    for (std::size_t cache = survey_.caches(); cache-- > 0;)
      if (survey_.boundaries[cache].known()) see_lone_lines(survey_.boundaries[cache]);
    if (survey_.boundaries.back().known() && survey_.noise.exact()) read_again_at_random();
  }

 private:
  // The warm-up passes. On a card, some passes are needed to evict the lines of earlier chases. For loads that skip the L1, no
  // cache begins empty, and the walk before this one has already read half of the lines.
  std::uint64_t warm_passes() const { return lab_.keeps_state() && lab_.setting().space != MemorySpace::global_cg ? 4 : 2; }

  // Neighbouring lines may outgrow two caches at once, if the sets of the farther cache fill unevenly. Lines drawn from all over
  // memory fill all sets evenly, so that each level shows up by itself. Just before each line, another line of its block (the
  // primer) is read, so that the translation of the page is in the TLB.
  void scatter() {
    constexpr std::size_t kFewest = 4, kMost = 1 << 15;
    constexpr double kMostNear = 0.04;
    Random random(0x5ca77e6);
    const std::uint64_t blocks = std::min(lab_.limit_bytes(), std::uint64_t{1} << 34) / kSmallestPage;
    const std::uint64_t units = kSmallestPage / 16;
    // The upper end of the latencies of the nearest cache. cut(0) may lie above the latency of a level that is still hidden, so it
    // is used only on a card: there, the latencies of the nearest cache spread wider than its reference element shows.
    const double near =
        lab_.keeps_state() ? survey_.cut(0) : inference::widened(survey_.levels.front().latency, survey_.noise).high;
    std::unordered_set<std::uint64_t> taken;
    std::vector<std::uint64_t> offsets;
    for (std::size_t count = kFewest; count <= kMost && count < blocks / 2; count *= 2) {
      while (taken.size() < count) {
        const std::uint64_t block = random.below(blocks);
        if (!taken.insert(block).second) continue;
        const std::uint64_t line = random.below(units);
        // The primer lies in the other half of the block.
        const std::uint64_t primer = (line + units / 2 + random.below(units / 4)) % units;
        offsets.push_back(block * kSmallestPage + primer * 16);
        offsets.push_back(block * kSmallestPage + line * 16);
      }
      Walk walk;
      try {
        walk = lab_.walk(offsets, {warm_passes(), std::max<std::uint64_t>(1, kFewestTimed / count)},
                         std::to_string(count) + " lines from all over memory");
      } catch (const Undecided&) {
        return;
      }
      survey_.scattered.push_back(walk.run);
      // A hit in the nearest cache may need no translation. A primer that hits there has not brought the translation.
      std::vector<float> latencies;
      std::size_t answered_near = 0;
      for (std::size_t i = 1; i < walk.cycles.size(); i += 2) {
        latencies.push_back(walk.cycles[i]);
        answered_near += walk.cycles[i - 1] <= near ? 1 : 0;
      }
      const double near_share = static_cast<double>(answered_near) / static_cast<double>(latencies.size());
      if (near_share > kMostNear) continue;
      std::size_t behind = 0;
      const std::size_t before = survey_.caches();
      tell_parts_apart(std::span(latencies).first(count));
      for (const auto& level : levels_in(latencies, survey_.noise)) {
        if (level.median > survey_.levels.back().latency.low - 1) behind += level.accesses;
        if (static_cast<double>(level.accesses) < kShare * static_cast<double>(latencies.size())) continue;
        const Band band = band_of(level);
        insert(band, walk, true, [&] { return position_of(band, walk, 1, 2); });
      }
      if (static_cast<double>(behind) > 0.5 * static_cast<double>(latencies.size())) return;
      // With more lines, a cache in between would answer a still smaller share.
      if (behind_is_known_ && survey_.caches() == before) return;
    }
  }

  // The same search if translation adds nothing to any latency, so that no line needs a primer.
  void scatter_untranslated() {
    constexpr std::size_t kFewest = 8, kMost = 1 << 15;
    Random random(0x5ca77e6);
    const std::uint64_t units = lab_.limit_bytes() / 16;
    std::unordered_set<std::uint64_t> taken;
    std::vector<std::uint64_t> offsets;
    for (std::size_t count = kFewest; count <= kMost && count < units / 4; count *= 2) {
      while (offsets.size() < count)
        if (const std::uint64_t unit = random.below(units); taken.insert(unit).second) offsets.push_back(unit * 16);
      Walk walk;
      try {
        walk = lab_.walk(offsets, {lab_.keeps_state() ? 4U : 2U, std::max<std::uint64_t>(1, kFewestTimed / count)},
                         std::to_string(count) + " lines from all over");
      } catch (const Undecided&) {
        return;
      }
      survey_.scattered.push_back(walk.run);
      tell_parts_apart(std::span(walk.cycles).first(count));
      for (const auto& level : levels_in(walk.cycles, survey_.noise)) {
        if (static_cast<double>(level.accesses) < kShare * static_cast<double>(walk.cycles.size())) continue;
        const Band band = band_of(level);
        insert(band, walk, false, [&] { return position_of(band, walk, 1, 2); });
      }
    }
  }

  // A walk over pages. Some pages are read whole, which fills the cache in front of the hidden level. Of each other page, one line
  // is read.
  struct PagesWalk {
    Walk walk;
    std::vector<std::size_t> lone, whole;  // positions of the lone lines, and of the first lines of whole pages, by address
  };

  // `lone_line`: for each page, the offset of its only line within it. No value: the page is read whole.
  PagesWalk walk_pages(const std::vector<std::optional<std::uint64_t>>& lone_line, bool from_end) {
    constexpr std::uint64_t kPasses = 2;
    PagesWalk pages;
    std::vector<std::uint64_t> offsets;
    for (std::size_t i = 0; i < lone_line.size(); ++i) {
      const std::size_t page = from_end ? lone_line.size() - 1 - i : i;
      const std::uint64_t begin = page * kSmallestPage;
      (lone_line[page] ? pages.lone : pages.whole).push_back(offsets.size());
      if (lone_line[page])
        offsets.push_back(begin + *lone_line[page]);
      else
        for (std::uint64_t at = 0; at < kSmallestPage; at += stride_) offsets.push_back(begin + at);
    }
    if (from_end) {
      std::reverse(pages.lone.begin(), pages.lone.end());
      std::reverse(pages.whole.begin(), pages.whole.end());
    }
    pages.walk =
        lab_.walk(offsets, {2, kPasses},
                  std::string("lone lines of pages, among whole ones") + (from_end ? ", from the last page to the first" : ""));
    return pages;
  }

  // Looks for levels with lines that are alone in their page. If all lines of a page lie in one set of few ways, no primer can be
  // read, because it would evict the line that is timed. A lone line needs no primer if a translation is excluded as the cause of
  // its latency. Which pages are whole is drawn at random. Pages of 4 KiB are then translated as often for lone lines as for whole
  // pages, and in a whole page the translation shows at the first line. Larger pages are translated at the first of their lines
  // that the walk reads, and this is another line if the walk goes from the last page to the first.
  void see_lone_lines(const Boundary& boundary) {
    constexpr std::uint64_t kTimes = 4, kFewestPages = 16, kMostElements = 1 << 20;
    const std::uint64_t pages = std::max(kFewestPages, kTimes * boundary.outgrown / kSmallestPage);
    if (pages * kSmallestPage > lab_.limit_bytes() || pages * kSmallestPage / stride_ > kMostElements) return;
    Random random(0x10e11e5);
    std::vector<std::optional<std::uint64_t>> lone_line(pages);
    for (auto& line : lone_line)
      if (random.below(2) == 0) line = random.below(kSmallestPage / 16) * 16;
    try {
      const PagesWalk seen = walk_pages(lone_line, false);
      std::vector<float> latencies;
      for (std::size_t pass = 0; pass < seen.walk.passes(); ++pass)
        for (const std::size_t position : seen.lone) latencies.push_back(seen.walk.at(pass, position));
      for (const auto& level : levels_in(latencies, survey_.noise)) {
        const double share = static_cast<double>(level.accesses) / static_cast<double>(latencies.size());
        if (share < kShare || !lies_between_levels(band_of(level))) continue;
        if (share < static_cast<double>(kTimes) * lookups_in(seen)) continue;
        const Band band = nearest_to(band_of(level));
        if (!goes_with_address(band, seen, walk_pages(lone_line, true))) continue;
        insert(band_of(level), seen.walk, false, [&] {
          const auto at = std::find_if(seen.lone.begin(), seen.lone.end(), [&](auto i) { return band.holds(seen.walk.at(0, i)); });
          return at == seen.lone.end() ? std::optional<std::size_t>() : *at;
        });
      }
    } catch (const Undecided&) {
      // The budget is spent. The levels that were found so far stay.
    }
  }

  // Looks for a cache that holds no more than the cache in front of it. In a walk that reads each line once a pass, it answers no
  // access, because both caches have evicted the same lines. But hits in the nearer cache do not update the replacement state of
  // the farther one. If random lines are read again sooner than others, the two caches evict different lines. The footprints are a
  // little larger than the nearer cache, and small enough that all pages are in the TLB.
  void read_again_at_random() {
    constexpr std::uint64_t kWord = 4, kParts = 8, kReads = 2;
    constexpr std::size_t kFewest = 8, kMostLines = 1 << 14;
    const Boundary boundary = survey_.boundaries.back();
    for (const std::uint64_t part : {1, 2, 4, 6, 8}) {
      const std::uint64_t bytes = boundary.fits + part * (boundary.outgrown - boundary.fits) / kParts;
      const std::size_t lines = bytes / stride_;
      if (bytes > survey_.clean_until || lines < kFewest || lines > kMostLines) return;
      Random random(0xa6a1);
      std::vector<std::uint64_t> reads(lines), offsets;
      for (std::size_t i = 0; i < kReads * lines; ++i) {
        // A pass reads no word twice. To read a line again, it reads another word of the line.
        const std::uint64_t line = random.below(lines);
        if (reads[line] < stride_ / kWord) offsets.push_back(line * stride_ + kWord * reads[line]++);
      }
      try {
        const Walk walk = lab_.walk(offsets, {2, std::max<std::uint64_t>(1, kFewestTimed / offsets.size())},
                                    "lines of " + format_bytes(bytes) + ", read again at random");
        survey_.read_again.push_back(walk.run);
        survey_.read_again_bytes = stride_;
        const std::size_t before = survey_.caches();
        for (const auto& level : levels_in(walk.cycles, survey_.noise)) {
          if (static_cast<double>(level.accesses) < kShareReadAgain * static_cast<double>(walk.cycles.size())) continue;
          const Band band = band_of(level);
          insert(band, walk, false, [&] { return position_of(band, walk, 1, 1); });
        }
        if (survey_.caches() > before) return;
      } catch (const Undecided&) {
        return;  // the budget is spent; the levels found so far stay
      }
    }
  }

  // The latencies that are nearer to `band` than to any known level, however wide the noise is.
  Band nearest_to(const Band& band) const {
    Band nearest = inference::widened(band, survey_.noise);
    for (const DataLevel& level : survey_.levels) {
      const double between = (level.latency.median + band.median) / 2;
      if (level.latency.median < band.median)
        nearest.low = std::max(nearest.low, between);
      else
        nearest.high = std::min(nearest.high, between);
    }
    return nearest;
  }

  // Whether most lone lines with a latency in `band` also have it in the walk from the last page to the first. A latency that
  // depends on the address is no translation.
  static bool goes_with_address(const Band& band, const PagesWalk& seen, const PagesWalk& other) {
    constexpr double kMost = 0.75;
    std::size_t before = 0, still = 0;
    for (std::size_t i = 0; i < seen.lone.size(); ++i) {
      if (!band.holds(seen.walk.at(0, seen.lone[i]))) continue;
      ++before;
      still += band.holds(other.walk.at(0, other.lone[i])) ? 1 : 0;
    }
    return static_cast<double>(still) >= kMost * static_cast<double>(before);
  }

  // The share of whole pages that show a translation: their first line, or their first line that misses the nearest cache, has a
  // latency that no later line of any page has.
  double lookups_in(const PagesWalk& pages) const {
    const Walk& walk = pages.walk;
    const double miss = survey_.cut(0);
    const std::size_t lines = (kSmallestPage + stride_ - 1) / stride_;
    std::vector<float> first, later;
    for (std::size_t pass = 0; pass < walk.passes(); ++pass)
      for (const std::size_t begin : pages.whole) {
        bool missed = false;
        for (std::size_t i = 0; i < lines; ++i) {
          const float cycles = walk.at(pass, begin + i);
          const bool looks_up = !missed && (i == 0 || cycles > miss);
          missed = missed || cycles > miss;
          if (looks_up) first.push_back(cycles);
          if (missed && !looks_up) later.push_back(cycles);
        }
      }
    return strange_share(first, later);
  }

  // The share of `latencies` that lies in none of the levels of `usual`.
  double strange_share(const std::vector<float>& latencies, const std::vector<float>& usual) const {
    constexpr double kFew = 0.01;
    std::vector<Band> bands;
    for (const auto& level : levels_in(usual, survey_.noise)) {
      if (static_cast<double>(level.accesses) < kFew * static_cast<double>(usual.size())) continue;
      // The upper end of a level may be an outlier. So the level is taken to end as far above its median as it begins below it.
      const double reach = level.median - level.low + survey_.noise.sigma + 0.5;
      bands.push_back({level.median - reach, level.median, survey_.noise.exact() ? level.high + 0.5 : level.median + reach});
    }
    const auto strange = std::count_if(latencies.begin(), latencies.end(), [&](float cycles) {
      return std::none_of(bands.begin(), bands.end(), [&](const Band& band) { return band.holds(cycles); });
    });
    return latencies.empty() ? 1 : static_cast<double>(strange) / static_cast<double>(latencies.size());
  }

  // Separates two levels that were wrongly joined as the near and the far part of one. As parts of one level, both latencies would
  // show in so many lines from all over memory. If these lines show the near latency alone, the far one is a level by itself.
  // `latencies`: one for each line.
  void tell_parts_apart(std::span<const float> latencies) {
    constexpr double kNever = 1e-4;
    if (!parts_) return;
    const Band near = inference::widened(parts_->near, survey_.noise), far = inference::widened(parts_->far, survey_.noise);
    const double between = (parts_->near.high + parts_->far.low) / 2;
    const auto count = [&](const Band& band, double low, double high) {
      return std::count_if(latencies.begin(), latencies.end(), [&](float c) { return band.holds(c) && c > low && c <= high; });
    };
    constexpr double kNoEnd = 1e9;
    if (count(far, between, kNoEnd) > 0) return;
    if (std::pow(1 - parts_->far_share, static_cast<double>(count(near, 0, between))) > kNever) return;
    for (DataLevel& level : survey_.levels)
      if (level.latency.low == parts_->near.low) level.latency = parts_->far;
    parts_.reset();
  }

  // Notes a latency that may be a level just behind a known one: noise does not separate the two, but the latency does not look
  // like the known level either.
  void doubt_what_is_behind(const Band& band) {
    constexpr double kSigmas = 4, kReach = 6;
    if (survey_.noise.exact()) return;
    for (std::size_t i = 0; i + 1 < survey_.levels.size(); ++i) {
      DataLevel& level = survey_.levels[i];
      // The latencies lie above those of the level, or among them. In the second case, the hits of the level spread wider than
      // jitter and drift explain.
      const bool by_itself = band.low > level.latency.high + kSigmas * survey_.noise.sigma;
      const bool among_hits = band.low <= level.latency.high && band.high > level.latency.high + kReach * survey_.noise.sigma +
                                                                                statistics::kDrift * level.latency.high;
      if ((by_itself || among_hits) && !is_apart(level.latency, band) && is_apart(band, survey_.levels[i + 1].latency))
        level.perhaps_behind = band.median;
    }
  }

  // Adds a level between two known ones. `among_primers`: every other access of the walk is a primer. `find_position` returns the
  // position of an access with such a latency.
  template <typename FindPosition>
  void insert(const Band& band, const Walk& walk, bool among_primers, const FindPosition& find_position) {
    doubt_what_is_behind(band);
    for (std::size_t i = 0; i + 1 < survey_.levels.size(); ++i) {
      if (!lies_between(survey_.levels[i].latency, band, survey_.levels[i + 1].latency)) continue;
      // If the element has this latency even when it is read alone, it lies in a far part of the nearer level.
      const std::optional<std::size_t> position = find_position();
      if (!position || is_far_alone(walk, *position, band, (survey_.levels[i].latency.median + band.median) / 2)) continue;
      const auto at = static_cast<std::ptrdiff_t>(i);
      survey_.levels.insert(survey_.levels.begin() + at + 1, {band, walk.run, among_primers});
      survey_.boundaries.insert(survey_.boundaries.begin() + at + 1, Boundary{});
      return;
    }
  }

  bool lies_between_levels(const Band& band) const {
    for (std::size_t i = 0; i + 1 < survey_.levels.size(); ++i)
      if (lies_between(survey_.levels[i].latency, band, survey_.levels[i + 1].latency)) return true;
    return false;
  }

  bool lies_between(const Band& nearer, const Band& band, const Band& farther) const {
    if (lab_.keeps_state() && (band.median < kClearlyApart * nearer.median || farther.median < kClearlyApart * band.median))
      return false;
    // The latencies of a level reach from its nearest places to its farthest ones.
    if (nearer.holds(band.median) || farther.holds(band.median)) return false;
    if (!survey_.noise.exact()) return is_apart(nearer, band) && is_apart(band, farther);
    constexpr double kNear = 0.03;
    const double margin = survey_.noise.steady ? 0 : std::max(kNear * band.median, kSteadyCycles);
    return band.low > inference::widened(nearer, survey_.noise).high + margin &&
           band.high < inference::widened(farther, survey_.noise).low - margin;
  }

  bool is_apart(const Band& nearer, const Band& farther) const { return inference::is_apart(nearer, farther, survey_.noise); }

  std::optional<std::size_t> position_of(const Band& band, const Walk& walk, std::size_t from, std::size_t step) const {
    for (std::size_t position = from; position < walk.period; position += step)
      if (inference::widened(band, survey_.noise).holds(walk.at(0, position))) return position;
    return std::nullopt;
  }

  // Whether the element is slow also in a chase of two lines: itself, and the line that the walk reads just before it. That line is
  // kept because it may bring the translation of the page.
  bool is_far_alone(const Walk& walk, std::size_t element, const Band& band, double cut) {
    const auto& offsets = std::get<OffsetsPattern>(walk.run->chase()->request.pattern).offsets;
    const std::size_t before = (element + offsets.size() - 1) % offsets.size();
    const Walk alone = lab_.walk({offsets[before], offsets[element]}, {2, 8}, "one line of them, alone");
    std::size_t slow = 0;
    for (std::size_t pass = 0; pass < alone.passes(); ++pass)
      slow += alone.at(pass, 1) > cut && inference::widened(band, survey_.noise).holds(alone.at(pass, 1)) ? 1 : 0;
    return slow > 4;
  }

  Lab& lab_;
  Survey& survey_;
  std::optional<PartsOfLevel> parts_;
  std::uint64_t stride_;
  bool behind_is_known_;
};

}  // namespace

void find_hidden_levels(Lab& lab, Survey& survey, const std::optional<PartsOfLevel>& parts, std::uint64_t stride,
                        bool behind_is_known) {
  HiddenLevels(lab, survey, parts, stride, behind_is_known).find();
}

}  // namespace chasescope::structure
