// The rows of a CSV trace, and the pattern that can be concluded from them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/chase.h"

namespace chasescope {

/// A fault of a line. what() is the end of a sentence that starts with the line.
class CsvError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct CsvRow {
  std::uint64_t access = 0;
  std::uint64_t pass = 0;
  std::uint64_t position = 0;
  std::uint64_t offset_bytes = 0;
  double cycles = 0;
};

/// Reads "0,1,0,0,35". Spaces around numbers are allowed. \throws CsvError
CsvRow csv_row(std::string_view line);

/// Concludes pattern and warm-up from the rows alone. Position and pass must continue from row to row, and each position must have
/// one offset. Memory: 8 bytes for each access of the first pass.
class RowOrder {
 public:
  /// \throws CsvError if the row does not continue the ones before.
  void add(const CsvRow& row);

  /// Sets the pattern and the warm-up of `request`. \throws CsvError if the rows are less than a pass and begin in its middle.
  void conclude(ChaseRequest& request) const;

 private:
  std::uint64_t rows_ = 0;
  CsvRow first_;
  CsvRow last_;
  std::uint64_t period_ = 0;            // 0 until the position has returned to 0
  std::vector<std::uint64_t> offsets_;  // the offsets of the first rows, up to one period, in the order of the rows
};

}  // namespace chasescope
