// The last step of filling a TLB: each set that an index tells, by itself. Of as many of its pages as it has ways none misses; of
// one more somebody does, in nearly all trials; and what the index puts elsewhere stays.
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
  /// `filled`: pages that stay, or nearly, `page_bytes` apart from 0 on; `is_busy`: whether some sets are to be kept too full
  /// meanwhile, for the sake of entries beside the sets.
  FilledSets(FillingBench& bench, const inference::SetIndex& index, const std::vector<std::uint64_t>& filled,
             std::uint64_t page_bytes, bool is_busy);

  /// Of each set, as the index numbers them. Throws Unanswerable where a set denies the index.
  std::vector<std::uint32_t> ways();

  /// Of one set, one page more than it holds. \pre ways() were told
  std::vector<std::uint64_t> overflowing();

  const FilledTlb::Lru& lru() const { return lru_; }
  /// Pages that were used for the first time here.
  std::uint64_t pages_used() const { return taken_.size(); }

 private:
  using Sets = std::vector<std::uint64_t>;
  struct Seen {
    Load load;
    FilledTlb::Lru lru;
    bool did = false, did_not = false;  ///< of some pages in nearly all trials somebody missed; of others in hardly any
  };

  void find_ways(const Sets& asked, const Sets& others);
  std::vector<std::pair<std::uint64_t, bool>> do_overflow(Sets asked, const Sets& others, int more);
  std::optional<bool> overflows(const Load& load, double by_noise) const;
  void ask(const Sets& asked, const Sets& others, int more, std::size_t draw, std::map<std::uint64_t, Seen>& seen);
  std::uint64_t fresh_page(std::size_t draw, std::uint64_t set, std::size_t number);
  void hold_against_lru(const experiment::TrialTable& table, const std::vector<std::size_t>& set, FilledTlb::Lru& lru);
  const std::vector<std::uint64_t>& order_of(std::uint64_t trial, std::uint64_t pass);
  void refuse_elsewhere(const experiment::TrialTable& table, std::size_t may_miss) const;
  std::uint64_t fresh_of(std::uint64_t set);

  FillingBench& bench_;
  const inference::SetIndex& index_;
  std::uint64_t page_bytes_, first_fresh_;
  bool is_busy_;
  std::vector<std::vector<std::uint64_t>> members_;                         // of the pages that stay, by set
  std::vector<std::map<std::uint64_t, std::vector<std::uint64_t>>> fresh_;  // by draw and set: pages that were never used before
  std::set<std::uint64_t> taken_;                                           // all of these
  std::vector<std::uint32_t> ways_;
  FilledTlb::Lru lru_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::uint64_t>>
      orders_;  // of the latest request, by trial and pass
};

}  // namespace chasescope::structure
