// The last step of filling a TLB: each set of the index is tested by itself. As many pages as it has ways must never miss. With one
// page more, some page must miss in nearly all trials. Pages of other sets must stay.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/structure/trials/filled_tlb.h"
#include "engine/structure/trials/filling_bench.h"
#include "engine/structure/trials/ways.h"

namespace chasescope::structure {

class FilledSets {
 public:
  /// `filled`: pages that stay (but for a few), `page_bytes` apart from address 0 on. `is_busy`: whether some other sets are
  /// overfilled during each trial, so that victim entries beside the sets have no room for the pages in question.
  FilledSets(FillingBench& bench, const inference::SetIndex& index, const std::vector<std::uint64_t>& filled,
             std::uint64_t page_bytes, bool is_busy);

  /// The ways of each set, as the index numbers them. Throws Unanswerable if a set contradicts the index.
  std::vector<std::uint32_t> ways();

  /// Pages of one set, one more than it holds.
  /// \pre ways() returned
  std::vector<std::uint64_t> overflowing();

  const FilledTlb::Lru& lru() const { return lru_; }
  /// How many pages this test used that no earlier step had used.
  std::uint64_t pages_used() const { return taken_.size(); }

 private:
  using Sets = std::vector<std::uint64_t>;
  struct Seen {
    Load load;
    FilledTlb::Lru lru;
    /// in some draw of pages, at least half of the trials had a miss; in some draw, fewer had
    bool did = false, did_not = false;
  };

  void find_ways(const Sets& asked, const Sets& others);
  std::vector<std::pair<std::uint64_t, bool>> do_overflow(Sets asked, const Sets& others, int more);
  std::optional<bool> overflows(const Load& load, double by_noise) const;
  void ask(const Sets& asked, const Sets& others, int more, std::size_t draw, std::map<std::uint64_t, Seen>& seen);
  std::uint64_t fresh_page(std::size_t draw, std::uint64_t set, std::size_t number);
  void hold_against_lru(const experiment::TrialTable& table, const std::vector<std::vector<std::size_t>>& sets, const Sets& asked,
                        std::map<std::uint64_t, Seen>& seen);
  const std::vector<std::uint64_t>& order_of(std::uint64_t trial, std::uint64_t pass);
  void refuse_elsewhere(const experiment::TrialTable& table, std::size_t may_miss) const;
  std::uint64_t fresh_of(std::uint64_t set);

  FillingBench& bench_;
  const inference::SetIndex& index_;
  std::uint64_t page_bytes_, first_fresh_;
  std::size_t fresh_every_;  // one in this many pages of a set is fresh: no earlier step used it
  bool is_busy_;
  std::vector<std::vector<std::uint64_t>> members_;                         // the pages that stay, by set
  std::vector<std::map<std::uint64_t, std::vector<std::uint64_t>>> fresh_;  // by draw and set: pages that no earlier step used
  std::set<std::uint64_t> taken_;                                           // all of the fresh pages
  std::vector<std::uint32_t> ways_;
  FilledTlb::Lru lru_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::uint64_t>>
      orders_;  // the orders of the latest request, by trial and pass
};

}  // namespace chasescope::structure
