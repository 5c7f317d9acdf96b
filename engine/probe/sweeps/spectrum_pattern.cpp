#include "engine/probe/sweeps/spectrum_pattern.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "engine/inference/levels/access_classes.h"
#include "engine/probe/sweeps/page_survey.h"

namespace chasescope {
namespace {

constexpr std::uint64_t kBlocks = 3;  // repeats of the whole pattern, each with fresh pages, so that a drift shows
constexpr std::uint64_t kSettlingRounds = 4, kRounds = 3, kPrimedRounds = 6;
constexpr std::uint64_t kPrimer = 1;     // number of the line whose access brings the page's translation into the nearest TLB
constexpr std::uint64_t kNewRounds = 3;  // rounds of new lines, at least
constexpr std::uint64_t kJumps = 24;
constexpr std::uint64_t kPagesOfAKind = 32;
constexpr std::uint64_t kSparse = 6, kLeastRoom = 4;  // sparse pages of each block; least distance between them, in pages

class PatternMaker {
 public:
  explicit PatternMaker(const SpectrumPlan& plan) : plan_(plan), elements_(std::min(plan.line_stride, plan.fetch_bytes) / 4) {
    for (std::size_t level = 0; level < plan.far_lines.size(); ++level)
      if (plan.far_lines[level] == 0)
        pattern_.left_out.push_back("It is not known after how many other lines a line comes from data level " +
                                    std::to_string(level + 2) + ".");
  }

  SpectrumPattern make() {
    const std::uint64_t half = plan_.limit / plan_.page_stride / 2;  // pages; the upper half is for the jumps
    for (std::uint64_t block = 0; block < kBlocks; ++block) {
      // The group with the most pages comes first, while the cache is still empty and holds its lines.
      for (std::size_t level = plan_.pages_for_level.size(); level-- > 0;) {
        const std::uint64_t pages = plan_.pages_for_level[level];
        // A group of few pages is repeated, so that each of its kinds has enough accesses.
        for (std::uint64_t repeat = 0; repeat < std::max<std::uint64_t>(kPagesOfAKind / pages, 1); ++repeat)
          if (const auto first = taken(pages, half)) add_group({*first, pages, plan_.page_stride, plan_.line_stride}, level);
      }
      add_jumps(half);
      add_sparse(half, block);
    }
    return std::move(pattern_);
  }

 private:
  /// Takes pages that the pattern has not used, within a naturally aligned block, so that no boundary of a larger translation unit
  /// lies within the group.
  std::optional<std::uint64_t> taken(std::uint64_t pages, std::uint64_t end) {
    const std::uint64_t block = std::bit_ceil(pages);
    std::uint64_t first = next_page_;
    if (first % block + pages > block) first = (first / block + 1) * block;
    if (first + pages > end) return std::nullopt;
    next_page_ = first + pages;
    return first;
  }

  std::uint32_t kind(const AccessKind& kind) {
    const auto found = std::find(pattern_.legend.begin(), pattern_.legend.end(), kind);
    if (found != pattern_.legend.end()) return static_cast<std::uint32_t>(found - pattern_.legend.begin());
    pattern_.legend.push_back(kind);
    return static_cast<std::uint32_t>(pattern_.legend.size() - 1);
  }

  void visit(std::uint64_t offset, std::uint32_t of_kind) {
    pattern_.offsets.push_back(offset);
    pattern_.kinds.push_back(of_kind);
  }

  void round(const PageLines& at, std::uint64_t line, std::uint64_t element, std::uint32_t of_kind) {
    for (std::uint64_t page = 0; page < at.pages; ++page) visit(at.offset(page, line, element), of_kind);
  }

  /// Adds one group of pages that are visited in turn, so that each access finds its translation in the level `level`.
  void add_group(const PageLines& at, std::size_t level) {
    // The first page of a group is far from the page visited before, and is not counted; each further page is a neighbour of the
    // one before.
    for (std::uint64_t page = 0; page < at.pages; ++page)
      visit(at.offset(page, 0, 0),
            page == 0 ? inference::kNoKind : kind({AccessKind::Data::first_touch, AccessKind::Page::first_touch, 0, 0}));

    std::uint64_t lines = kNewRounds;
    for (const std::uint64_t distance : plan_.far_lines) lines = std::max(lines, (distance + at.pages - 1) / at.pages);
    // Line 0 stays in the nearest cache, line 1 brings in translations, and the other lines are new. The lines that the nearest
    // cache is to hold lie in neighbouring places, because its capacity was measured with such lines.
    const std::uint64_t primed = level == 0 || at.lines() < 3 ? 0 : std::min(kPrimedRounds, (elements_ - 1) / 3);
    const std::uint64_t fresh = primed == 0 ? 1 : 2;
    lines = std::min(lines, at.lines() - fresh);
    const std::uint64_t last = fresh + lines - 1;

    // Reads the same lines again and again, another element each time.
    const std::uint64_t most = 9 * plan_.near_lines / 10;
    const bool held = at.pages <= most;
    const std::uint64_t rounds = std::min(elements_ - 1 - primed, kSettlingRounds + kRounds);
    const std::uint64_t settling = std::min(kSettlingRounds, rounds / 2);
    for (std::uint64_t r = 1; held && r <= rounds; ++r)
      round(at, 0, r, r <= settling ? inference::kNoKind : kind({Data::held, Page::in_turn, 0, level}));
    if (held) primed_rounds(at, level, {rounds + 1, rounds + primed}, std::min(most - at.pages, at.pages));

    // Reads new lines, and then the same lines again after the nearer caches have lost them.
    for (std::uint64_t line = fresh; line <= last; ++line) round(at, line, 0, kind({Data::first_touch, Page::in_turn, 0, level}));
    // The next line that brings in translations: a new one, because a hit in the L1 may need no translation.
    std::uint64_t primer = last + 1;
    for (std::size_t far = 0; far < plan_.far_lines.size() && elements_ > far + 1; ++far) {
      const std::uint64_t needed = (plan_.far_lines[far] + at.pages - 1) / at.pages;
      if (plan_.far_lines[far] == 0 || needed > lines) continue;
      // Each line is read again after `needed` other lines of each page. For a few of them, the translation is brought in just
      // before.
      const std::uint64_t at_hand = primed == 0 ? 0 : std::min({kPrimedRounds, needed / 3, at.lines() - primer});
      for (std::uint64_t line = last - needed + 1; line <= last; ++line) {
        if (line + at_hand <= last) {
          round(at, line, far + 1, kind({Data::held, Page::in_turn, far + 1, level}));
          continue;
        }
        const std::uint32_t of_kind = kind({Data::held, Page::at_hand, far + 1, level});
        for (std::uint64_t page = 0; page < at.pages; ++page) {
          visit(at.offset(page, primer, 0), inference::kNoKind);
          visit(at.offset(page, line, far + 1), of_kind);
        }
        ++primer;
      }
    }
  }

  struct Elements {
    std::uint64_t first, last;
  };

  /// Reads the held lines in turn once more, some of them right after another line of the same page. Their translation is then in
  /// the nearest TLB, so that their latency shows whether the cache still held the line. Only as many pages get a second line as
  /// the nearest cache has room for.
  void primed_rounds(const PageLines& at, std::size_t level, Elements elements, std::uint64_t room) {
    if (room == 0 || elements.last < elements.first) return;
    const std::uint32_t at_hand = kind({AccessKind::Data::held, AccessKind::Page::at_hand, 0, level});
    for (std::uint64_t element = elements.first; element <= elements.last; ++element) {
      for (std::uint64_t page = 0; page < at.pages; ++page) {
        if (page < room) visit(at.offset(page, kPrimer, element - elements.first), inference::kNoKind);
        // The first rounds bring back lines that the new ones evicted.
        const bool settled = 2 * (element - elements.first) >= elements.last - elements.first;
        visit(at.offset(page, 0, element), page < room && settled ? at_hand : inference::kNoKind);
      }
    }
  }

  /// Adds accesses to new pages that alternate between the lower and the upper half of memory.
  void add_jumps(std::uint64_t half) {
    const auto low = taken(kJumps, half);
    if (!low || half + next_high_ + kJumps > plan_.limit / plan_.page_stride) return;
    const std::uint32_t far = kind({AccessKind::Data::first_touch, AccessKind::Page::far_away, 0, 0});
    const PageLines below{*low, kJumps, plan_.page_stride, plan_.line_stride};
    const PageLines above{half + next_high_, kJumps, plan_.page_stride, plan_.line_stride};
    for (std::uint64_t jump = 0; jump < kJumps; ++jump) {
      visit(below.offset(jump, 0, 0), far);
      visit(above.offset(jump, 0, 0), far);
    }
    next_high_ += kJumps;
  }

  /// Adds accesses to new pages with large gaps between them, so that a TLB with larger pages holds no translation for them. Each
  /// block of the pattern has a part of them.
  void add_sparse(std::uint64_t half, std::uint64_t block) {
    const std::uint64_t first = half + kBlocks * kJumps, end = plan_.limit / plan_.page_stride;
    if (end <= first + kBlocks * kSparse * kLeastRoom) return;
    const std::uint64_t step = (end - first) / (kBlocks * kSparse);
    const std::uint32_t sparse = kind({AccessKind::Data::first_touch, AccessKind::Page::sparse, 0, 0});
    for (std::uint64_t i = 0; i < kSparse; ++i) {
      const PageLines at{first + (block * kSparse + i) * step, 1, plan_.page_stride, plan_.line_stride};
      visit(at.offset(0, i % at.places(), 0), sparse);
    }
  }

  const SpectrumPlan& plan_;
  std::uint64_t elements_;  // 4-byte elements of what one miss brings
  std::uint64_t next_page_ = 0, next_high_ = 0;
  SpectrumPattern pattern_;
};

}  // namespace

SpectrumPattern make_spectrum_pattern(const SpectrumPlan& plan) {
  if (plan.page_stride == 0 || plan.line_stride < 8 || plan.fetch_bytes < 8 || plan.pages_for_level.empty()) return {};
  return PatternMaker(plan).make();
}

}  // namespace chasescope
