// What came of many cards: a table of quantities, and a line for everything that is wrong or was not found.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/accuracy/trial.h"

namespace chasescope::accuracy {

struct Count {
  std::size_t asked = 0;  ///< required ones
  std::size_t right = 0;  ///< of those
  std::size_t missing = 0;
  std::size_t wrong = 0;  ///< also of what was not asked for, and of levels that do not exist
};

class AccuracyTable {
 public:
  void add(const CardResult& result);

  Count total() const;
  /// 0 to 1; 1 if nothing was asked.
  double share_found() const;
  /// The same of the probe that found the smallest share of what was its task.
  double least_found() const;
  /// Right and wrong by quantity, by family if there are any, then how long each probe took and how many accesses it
  /// made, in Markdown.
  std::string text() const;
  const std::map<std::string, Count>& rows() const { return rows_; }

 private:
  struct Time {
    std::size_t runs = 0;
    double sum = 0, most = 0;
    std::uint64_t slowest_card = 0;
    double accesses = 0, most_accesses = 0;
  };
  struct FamilyRow {
    std::size_t cards = 0, wrong_cards = 0;
    Count count;
  };
  static void add_to_family(FamilyRow& family, const Count& card);

  std::map<std::string, FamilyRow> families_;
  std::map<std::string, Count> rows_;  // by "cache sets", "TLB entries", "latency …"
  std::map<std::string, Count> tasks_;  // by probe
  std::map<std::string, Time> times_;
  std::vector<double> accesses_;  // of all probes, by card
};

/// "| card 17 | l2 sets | 16 | 8 | wrong |" for everything that is wrong, and for what was not found by a probe that exists.
std::vector<std::string> complaints(const CardResult& result);

/// All about one card: what is true, what was found, how long it took, and every finding.
std::string details(const CardResult& result);

}  // namespace chasescope::accuracy
