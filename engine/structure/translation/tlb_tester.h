// Conflict questions to a TLB. An address (4 KiB-aligned) stands for the page that it lies in.
//
// The TLBs in front are flushed in three ways: by other parts of the pages in question (front_fillers.h), if this TLB's pages are
// larger than theirs; by company, which are pages that overflow the TLBs in front and fit in this one; and, for a single page that
// is still held there, by pages of the same sets in front (front_evictors.h).
#pragma once

#include <optional>

#include "engine/inference/levels/frequent_noise.h"
#include "engine/inference/levels/set_readings.h"
#include "engine/structure/sets/cache_solver.h"
#include "engine/structure/testers/tester.h"
#include "engine/structure/translation/tlb_survey.h"

namespace chasescope::structure {

inline constexpr const char* kHiddenByNoise = "Noise hides whether pages were evicted.";

class TlbTester final : public Tester, public SetFollower {
 public:
  /// Asks about TLB `level` of the survey, 0 the nearest.
  TlbTester(PageWalk& pages, const TlbSurvey& survey, std::size_t level);

  /// From now on, the `unit_bytes` around an address count as one page, and other parts of them flush `fronts`. A power of two, at
  /// least the block of the walk.
  void fill_fronts(std::vector<const CacheShape*> fronts, std::uint64_t unit_bytes);

  /// From now on, questions about groups count how often a page of this size misses right after another part of it was read.
  void count_parts_of(std::uint64_t page_bytes) { parts_ = {page_bytes}; }
  /// Whether that happened so often that pages must be smaller.
  bool parts_are_looked_up_again() const;

  /// Whether sets and ways of all TLBs in front are known, so that pages can be chosen that evict each other there.
  bool can_evict_in_front() const;

  using Tester::ask;
  Answer ask(const Addresses& watched, const Addresses& others, const std::string& label) override;
  Answer ask_roughly(const Addresses& watched, const Addresses& others, const std::string& label) override;
  Answer shares_a_set(const Addresses& fitting, std::uint64_t address, const std::string& label) override;
  bool is_overflowed_by_what_empties(const Addresses& fitting, const Addresses& more) override;
  /// From now on, all questions are asked with evictors if the TLBs in front would hold some of the pages; otherwise only those
  /// about single pages are. \pre can_evict_in_front(), if `on`
  void evict_in_front(bool on) { is_evicting_ = on; }
  std::uint64_t unit_bytes() const override { return unit_; }
  std::uint64_t limit_bytes() const override { return pages_.lab().limit_bytes(); }
  std::vector<bool> ask_groups(const Addresses& addresses, const std::vector<std::uint32_t>& group, std::uint32_t groups,
                               const std::string& label, RunPtr* run, std::vector<bool>* untold) override;
  void learn_line(std::uint64_t line_bytes) override { page_ = line_bytes; }
  bool wants_company() const override { return level_ > 0; }

  /// From now on, sequences are followed in sets of the TLB with this shape. The TLBs in front (all of them, nearest first) are
  /// flushed by pages of other sets.
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
  /// The evictors that are read with a question (front_evictors.h).
  struct Evictors {
    std::uint64_t choice;
    std::uint32_t fill;
    Addresses as_if;  ///< addresses that are evicted in front by as many pages whether they are read or not
  };
  class Evicting;
  std::vector<Page> visited(const Addresses& watched, const Addresses& others) const;
  Answer ask_filled(const Addresses& watched, const Addresses& others, const std::string& label);
  std::optional<Answer> ask_evicted(const Addresses& watched, const Addresses& others, const Addresses& as_if, std::uint64_t choice,
                                    const std::string& label);
  Answer ask_by_choices(const Addresses& watched, const Addresses& others, const Addresses& as_if, std::uint64_t choices,
                        const std::string& label);
  std::optional<bool> overflows_beside(const Addresses& fitting, std::uint64_t address, const std::string& label);
  std::optional<Answer> ask_once(const Addresses& watched, const Addresses& others, const std::string& label);
  enum class Reached { always, seldom, never };
  Reached reached(const Walk& walk, const std::vector<std::size_t>& columns) const;
  bool fill_more(const Addresses& watched, const Addresses& others);
  /// The cut between hits and misses if noise confuses them often. `least`: the fewest watched pages that miss in a pass if they
  /// don't fit.
  std::optional<inference::FrequentCut> cut_in_frequent_noise(std::size_t watched, double least) const;
  std::vector<Passes> attempts_for(const std::optional<inference::FrequentCut>& frequent, std::size_t watched,
                                   bool is_emptying) const;
  /// All passes that were asked for, in several chases if one has room for fewer.
  Walk walk_all(const Addresses& pages, Passes passes, const std::string& label) const;
  inference::MissCounts count(std::span<const float> cycles, std::size_t period, const std::vector<bool>& counts,
                              const std::optional<inference::FrequentCut>& frequent) const;
  inference::ConflictVerdict judge(const inference::MissCounts& misses, const std::optional<inference::FrequentCut>& frequent,
                                   double least) const;
  void count_parts(const Walk& walk, const Addresses& walked);
  bool misses(double cycles) const;
  Addresses pages_of_other_sets(const Addresses& lines) const;
  /// The block in which the lines of a page may lie. The pages of TLBs in front are no larger.
  std::uint64_t visit_unit() const { return level_ == 0 ? page_ : pages_.block_bytes(); }

  PageWalk& pages_;
  std::size_t level_;
  std::uint64_t unit_ = 0;
  std::uint64_t page_ = 0;  // bytes; pages are at least as large; other parts of them flush the TLBs in front
  inference::Band hit_, miss_;
  double cut_ = 0;
  double front_cut_ = 0;    // cycles; a faster access hit a TLB in front; 0 for the nearest TLB
  double front_seen_ = 1;   // the smallest share of the accesses to this TLB that take longer than front_cut_
  double front_false_ = 0;  // the largest share of hits in front that take longer than front_cut_
  double false_share_ = 0;
  bool data_in_parts_ = false;
  bool by_chance_ = false;  // misses of one walk differ from pass to pass, so that a walk without a miss is no proof
  std::vector<inference::Band> bands_;
  inference::LevelsAround around_;
  const CacheShape* followed_ = nullptr;
  std::vector<const CacheShape*> emptied_;
  bool seldom_ = false;  // the TLBs in front leave some pages to this one in few passes only
  struct Parts {
    std::uint64_t page_bytes = 0;                 ///< 0: not counted
    std::uint64_t looked_up = 0, then_again = 0;  ///< first visits of a page, and misses of another part of it after that
  };
  Parts parts_;
  const inference::LatencyNoise& noise_;
  Addresses company_;
  std::vector<const CacheShape*> fronts_;
  std::uint32_t fill_ = 1;  // times that sets in front are filled
  std::optional<Evictors> evictors_;  // no value: none are read
  bool is_evicting_ = false;
  std::uint32_t evictors_fill_ = 1;  // evictors for each way, the next time that evictors are needed
};

}  // namespace chasescope::structure
