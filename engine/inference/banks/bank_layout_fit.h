// Finds the bank layouts that explain the latencies of strided accesses to shared memory (2014 paper §4.1).
//
// The latency of a row is not assumed. A layout says for which strides the busiest bank delivers equally many rows. Those strides
// must have equal latencies, and more rows must take longer. Every layout of 1 to 128 banks that passes this test is a candidate. A
// quantity is known if all candidates agree on it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/inference/banks/bank_conflicts.h"

namespace chasescope::inference {

/// The latency of one stride, from repeated measurements.
struct StrideLatency {
  std::uint64_t stride = 0;  ///< words
  double cycles = 0;         ///< median
  std::size_t samples = 0;   ///< number of measurements
};

/// The measurements of one stride.
struct StrideSamples {
  std::uint64_t stride = 0;
  std::vector<double> cycles;
};

/// Medians by stride. \pre no entry is empty.
std::vector<StrideLatency> medians_of(std::span<const StrideSamples> strides);

/// The scatter of one measurement around the latency of its stride: the standard deviation of a normal distribution of that width.
/// It is computed from neighbouring measurements, so that neither outliers nor slow changes count. 0 if no stride was measured
/// twice.
double scatter_of(std::span<const StrideSamples> strides);

/// The latency of a number of rows.
struct DegreeLatency {
  double degree = 1;  ///< rows that the busiest bank delivers
  double cycles = 0;  ///< median over the strides of this degree
  double low = 0;     ///< latency of the fastest of these strides
  double high = 0;    ///< latency of the slowest of these strides
  std::size_t strides = 0;
};

struct BankLayoutFit {
  enum class Verdict {
    decided,      ///< layouts remain; the values on which all of them agree are known
    too_few,      ///< fewer than three strides
    flat,         ///< latency does not depend on the stride
    unexplained,  ///< no layout fits
  };
  Verdict verdict = Verdict::too_few;
  double resolution = 0;                ///< cycles; latencies that differ by more are different
  std::vector<BankLayout> candidates;   ///< all layouts that fit, fewest banks first
  std::vector<DegreeLatency> degrees;   ///< the degrees that the first candidate predicts, fewest rows first
  std::optional<std::uint64_t> oddest;  ///< if no layout fits: the stride that the best layout explains worst

  /// The values on which all candidates agree; empty if they don't.
  std::optional<unsigned> banks() const;
  std::optional<unsigned> width_bytes() const;
  std::optional<unsigned> row_bytes() const;
  std::optional<bool> broadcast() const;
  /// Cycles that each further row costs: the average from no conflict to the most rows, and the lowest and highest cost between two
  /// neighbouring degrees.
  struct RowCost {
    double cycles = 0, low = 0, high = 0;
  };
  std::optional<RowCost> row_cost() const;
};

/// `scatter` is the result of scatter_of(). All strides count words of `word_bytes`, which warps of `lanes` lanes read.
BankLayoutFit fit_bank_layout(std::span<const StrideLatency> latencies, double scatter, unsigned word_bytes = 4,
                              unsigned lanes = 32);

}  // namespace chasescope::inference
