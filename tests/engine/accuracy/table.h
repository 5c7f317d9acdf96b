// The results of many cards: a table of quantities, and a line for every finding that is wrong and every quantity that was not
// found.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/engine/accuracy/trial.h"

namespace chasescope::accuracy {

struct Count {
  std::size_t asked = 0;  ///< quantities that must be found
  std::size_t right = 0;  ///< of the quantities that must be found
  std::size_t missing = 0;
  std::size_t wrong = 0;  ///< also counts quantities that need not be found, and levels that do not exist
};

class AccuracyTable {
 public:
  void add(const CardResult& result);

  Count total() const;
  /// 0 to 1; 1 if no quantity had to be found.
  double share_found() const;
  /// The smallest such share among the probes, each over the quantities that are its task.
  double least_found() const;
  /// A table in Markdown: right and wrong by quantity, and by family if there are any; then the time and the accesses of each
  /// probe.
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
  std::vector<double> accesses_;  // of all probes together, one per card
};

/// A line such as "| card 17 | l2 sets | 16 | 8 | wrong |" for every wrong finding, and for every quantity that an existing probe
/// did not find.
std::vector<std::string> complaints(const CardResult& result);

/// A text about one card: the truth, the judgement, the time, and every finding.
std::string details(const CardResult& result);

}  // namespace chasescope::accuracy
