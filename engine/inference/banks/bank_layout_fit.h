// Which layout of banks explains the latencies of strided accesses to shared memory, and which do not (2014 paper §4.1).
//
// No latency of a row is assumed. A layout says which strides make the busiest bank deliver equally many rows; those must take
// equally long, and more rows must take longer. Every layout of 1 to 128 banks that keeps to this is a candidate; what all
// candidates agree on is known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/inference/banks/bank_conflicts.h"

namespace chasescope::inference {

/// What one stride took, from repeated measurements.
struct StrideLatency {
  std::uint64_t stride = 0;  ///< words
  double cycles = 0;         ///< median
  std::size_t samples = 0;   ///< measurements behind it
};

/// The measurements of one stride.
struct StrideSamples {
  std::uint64_t stride = 0;
  std::vector<double> cycles;
};

/// Medians by stride. \pre no entry is empty.
std::vector<StrideLatency> medians_of(std::span<const StrideSamples> strides);

/// How widely one measurement scatters around its stride's latency: the standard deviation of a normal distribution of that width,
/// from neighbouring measurements, so that neither outliers nor slow changes count. 0 where no stride was measured twice.
double scatter_of(std::span<const StrideSamples> strides);

/// What a number of rows costs.
struct DegreeLatency {
  double degree = 1;  ///< rows that the busiest bank delivers
  double cycles = 0;  ///< median over the strides of this degree
  double low = 0;     ///< fastest and slowest …
  double high = 0;    ///< … of these strides
  std::size_t strides = 0;
};

struct BankLayoutFit {
  enum class Verdict {
    decided,      ///< layouts remain; what they agree on is known
    too_few,      ///< fewer than three strides
    flat,         ///< latency does not depend on the stride
    unexplained,  ///< no layout fits
  };
  Verdict verdict = Verdict::too_few;
  double resolution = 0;                ///< cycles; latencies that differ by more are different
  std::vector<BankLayout> candidates;   ///< all that fit, fewest banks first
  std::vector<DegreeLatency> degrees;   ///< under the first candidate, fewest rows first
  std::optional<std::uint64_t> oddest;  ///< where nothing fits: the stride that the best layout explains worst

  /// What all candidates agree on; empty if they don't.
  std::optional<unsigned> banks() const;
  std::optional<unsigned> width_bytes() const;
  std::optional<unsigned> row_bytes() const;
  std::optional<bool> broadcast() const;
  /// Cycles that each further row takes: the line from no conflict to the most rows, and the flattest and steepest piece of it.
  struct RowCost {
    double cycles = 0, low = 0, high = 0;
  };
  std::optional<RowCost> row_cost() const;
};

/// `scatter` as scatter_of() gives it. All strides are of words of `word_bytes`, read by warps of `lanes` lanes.
BankLayoutFit fit_bank_layout(std::span<const StrideLatency> latencies, double scatter, unsigned word_bytes = 4,
                              unsigned lanes = 32);

}  // namespace chasescope::inference
