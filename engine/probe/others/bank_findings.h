// The findings that the latencies of strided accesses to shared memory support.
#pragma once

#include <string>
#include <vector>

#include "engine/findings/finding.h"
#include "engine/inference/banks/bank_layout_fit.h"

namespace chasescope {

inline constexpr const char* kBankReference = "2014 paper §4.1";

/// One stride of a series, and the run that shows its latency.
struct StrideEvidence {
  std::uint64_t stride = 0;
  double cycles = 0;  ///< median
  std::string run;    ///< the one nearest to the median
};

/// What was measured in one bank mode with words of one width.
struct BankSeries {
  unsigned word_bytes = 4;
  unsigned bank_bytes = 4;
  unsigned lanes = 32;
  std::vector<StrideEvidence> strides;
};

/// Banks, width, rows, broadcast and what conflicts cost, in the mode of `series`. `noise`: cycles by which a median may be off.
std::vector<Finding> findings_of_banks(const BankSeries& series, const inference::BankLayoutFit& fit, double noise);

/// What an access without conflict takes with words of another width, and whether `layout` explains this series too.
Finding latency_of_wide_words(const BankSeries& series, const inference::BankLayoutFit& fit, double noise);

}  // namespace chasescope
