// Latency over stride from the runs of a session or a store, by bank mode and word width, with the layout of banks that explains
// it.
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/findings/run.h"
#include "engine/inference/banks/bank_layout_fit.h"

namespace chasescope {

/// The latencies of strides with words of one width, in one bank mode.
struct BankCurve {
  unsigned word_bytes = 4;
  std::vector<inference::StrideLatency> points;  ///< by stride
};

struct BankMode {
  unsigned bank_bytes = 4;
  std::vector<BankCurve> curves;  ///< narrowest words first
  inference::BankLayoutFit fit;   ///< the layout that fits the curve of the narrowest words
  /// The layout of the banks, once the data fix the number of banks, their width and their rows.
  std::optional<inference::BankLayout> layout() const;
  const BankCurve* curve(unsigned word_bytes) const;
};

struct BankCurves {
  std::vector<BankMode> modes;
  unsigned lanes = 32;
  bool empty() const { return modes.empty(); }
  /// Word widths that were measured, narrowest first.
  std::vector<unsigned> words() const;
  /// The strides that were measured with words of this width, in any mode.
  std::vector<std::uint64_t> strides(unsigned word_bytes) const;
  double slowest(unsigned word_bytes) const;
};

/// Runs that are no bank requests are left out.
BankCurves gatherBankCurves(std::span<const RunPtr> runs, unsigned lanes = 32);

/// "2 rows".
QString rowsText(double rows);

}  // namespace chasescope
