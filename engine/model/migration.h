// Pages that are brought to the card when they are touched first: what unified memory does, one fault at a time.
//
//   Migration pages({.page_bytes = 65536, .most_bytes = 2 MiB, .fault_cycles = 30000, .move_bytes_per_cycle = 20});
//   pages.add_to(cycles, addresses);   // what faults takes longer; all that was touched is there from then on
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/model/spec/card.h"

namespace chasescope::model {

class Migration {
 public:
  explicit Migration(const MigrationSpec& spec) : spec_(spec) {}

  /// Cycles that an access to the address waits for a page, 0 where it is there.
  double touch(std::uint64_t address);

  /// In order. `cycles` may be empty: then nothing is timed.
  void add_to(std::span<float> cycles, std::span<const std::uint64_t> addresses);

 private:
  MigrationSpec spec_;
  std::vector<bool> is_here_;  // by page
};

}  // namespace chasescope::model
