// Makes the findings about banks from the latencies of strided accesses to shared memory.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/inference/banks/bank_layout_fit.h"

namespace chasescope {

inline constexpr const char* kBankReference = "2014 paper §4.1";

/// The latency of one stride of a series, and the run that shows it.
struct StrideEvidence {
  std::uint64_t stride = 0;
  double cycles = 0;  ///< median
  std::string run;    ///< the one nearest to the median
};

/// The measurements of one bank mode with words of one width.
struct BankSeries {
  unsigned word_bytes = 4;
  unsigned bank_bytes = 4;
  unsigned lanes = 32;
  std::vector<StrideEvidence> strides;
};

/// The findings about banks, their width, rows, broadcast and the cost of conflicts, in the mode of `series`. `noise`: the error of
/// a median, in cycles.
std::vector<Finding> findings_of_banks(const BankSeries& series, const inference::BankLayoutFit& fit, double noise);

/// The latency of an access without conflict, with words of another width, and whether `layout` explains this series too.
Finding latency_of_wide_words(const BankSeries& series, const inference::BankLayoutFit& fit, double noise);

}  // namespace chasescope
