// Conflict questions to a TLB. Addresses are pages (any address within one stands for it, 4 KiB-aligned).
//
// TLBs in front of the one asked about are emptied by other parts of the pages asked about (front_fillers.h), as far as its pages
// are larger than theirs, and by company: pages that overflow those in front and fit this one.
#pragma once

#include <optional>

#include "engine/inference/levels/frequent_noise.h"
#include "engine/inference/levels/set_readings.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/testers/tester.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

class TlbTester final : public Tester, public SetFollower {
 public:
  /// Asks about TLB `level` of the survey, 0 the nearest.
  TlbTester(PageWalk& pages, const TlbSurvey& survey, std::size_t level);

  /// From now on all of `unit_bytes` around an address is taken for one page, and other parts of it empty `fronts`. A power of two,
  /// no less than the walk's block.
  void fill_fronts(std::vector<const CacheShape*> fronts, std::uint64_t unit_bytes);

  /// From now on questions about groups count how often a page of so many bytes is looked up again, and not found, right after
  /// another part of it was.
  void count_parts_of(std::uint64_t page_bytes) { parts_ = {page_bytes}; }
  /// Whether that came about so often that pages must be smaller.
  bool parts_are_looked_up_again() const;

  using Tester::ask;
  Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) override;
  std::uint64_t unit_bytes() const override { return unit_; }
  std::uint64_t limit_bytes() const override { return pages_.lab().limit_bytes(); }
  std::vector<bool> ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                               const std::string& label, RunPtr* run, std::vector<bool>* untold) override;
  void learn_line(std::uint64_t line_bytes) override { page_ = line_bytes; }
  bool wants_company() const override { return level_ > 0; }

  /// From now on sequences are followed through sets of the TLB of this shape. The TLBs in front (all of them, nearest first) are
  /// emptied by pages of other sets.
  void follow_through(const CacheShape& shape, std::vector<const CacheShape*> fronts);
  std::vector<inference::SetAccess> follow(const Addresses& lines, const std::vector<std::uint32_t>& sequence,
                                           const std::vector<std::size_t>& segment_ends, std::uint64_t accesses,
                                           const std::string& label, RunPtr* run) override;
  bool starts_empty() const override { return !pages_.lab().keeps_state(); }
  bool is_nearest() const override { return level_ == 0; }
  std::uint64_t accesses_spent() const override { return pages_.lab().spent(); }
  std::uint32_t visits_per_line() const override { return pages_.visits_of_a_page(visit_unit()); }
  bool noisy() const override { return !noise_.exact(); }

  void keep_company(Addresses company) override { company_ = std::move(company); }
  Addresses company() const override { return company_; }

 private:
  enum class Role { watched, other, company, filler };
  struct Page {
    std::uint64_t address;
    Role role;
    std::size_t watched_as;
  };
  std::vector<Page> visited(const Addresses& watched, const Addresses& others) const;
  std::optional<Answer> ask_once(const Addresses& watched, const Addresses& others, const std::string& label);
  enum class Reached { always, seldom, never };
  Reached reached(const Walk& walk, const std::vector<std::size_t>& columns) const;
  bool fill_more(const Addresses& watched, const Addresses& others);
  /// Where to cut if noise takes hits for misses again and again; `least` of the watched pages miss in a pass if they do not fit.
  std::optional<inference::FrequentCut> cut_in_frequent_noise(std::size_t watched, double least) const;
  std::vector<Passes> attempts_for(const std::optional<inference::FrequentCut>& frequent, std::size_t watched,
                                   bool is_emptying) const;
  /// All the passes that were asked for, in several chases if one has fewer.
  Walk walk_all(const Addresses& pages, Passes passes, const std::string& label) const;
  inference::MissCounts count(std::span<const float> cycles, std::size_t period, const std::vector<bool>& counts,
                              const std::optional<inference::FrequentCut>& frequent) const;
  inference::ConflictVerdict judge(const inference::MissCounts& misses, const std::optional<inference::FrequentCut>& frequent,
                                   double least) const;
  void count_parts(const Walk& walk, const Addresses& walked);
  bool misses(double cycles) const;
  Addresses pages_of_other_sets(const Addresses& lines) const;
  /// Where the lines that are read for one page may lie: pages in front are no larger.
  std::uint64_t visit_unit() const { return level_ == 0 ? page_ : pages_.block_bytes(); }

  PageWalk& pages_;
  std::size_t level_;
  std::uint64_t unit_ = 0;
  std::uint64_t page_ = 0;  // no less than this; parts of it empty those in front
  inference::Band hit_, miss_;
  double cut_ = 0;
  double front_cut_ = 0;    // what is answered sooner did not come here; 0 for the nearest
  double front_seen_ = 1;   // of what came here, the share that takes longer than that, at the least
  double front_false_ = 0;  // of what did not, at the most
  double false_share_ = 0;
  bool data_in_parts_ = false;
  bool by_chance_ = false;  // the same walk misses now here, now there: what it does not show may show next time
  std::vector<inference::Band> bands_;
  inference::LevelsAround around_;
  const CacheShape* followed_ = nullptr;
  std::vector<const CacheShape*> emptied_;
  bool seldom_ = false;  // what is in front leaves some pages to this one in few passes only
  struct Parts {
    std::uint64_t page_bytes = 0;                 ///< 0: nobody counts
    std::uint64_t looked_up = 0, then_again = 0;  ///< the first part of a page that was visited, and another after it
  };
  Parts parts_;
  const inference::LatencyNoise& noise_;
  Addresses company_;
  std::vector<const CacheShape*> fronts_;
  std::uint32_t fill_ = 1;  // times that sets in front are filled
};

}  // namespace chasescope::structure
