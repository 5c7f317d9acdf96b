// Pages of unified memory, which a fault brings to the card when they are first touched, one fault at a time.
//
//   Migration pages({.page_bytes = 65536, .most_bytes = 2 MiB, .fault_cycles = 30000, .move_bytes_per_cycle = 20});
//   pages.add_to(cycles, addresses);   // accesses with a fault take longer; a touched page stays on the card
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/model/spec/card.h"

namespace chasescope::model {

class Migration {
 public:
  explicit Migration(const MigrationSpec& spec) : spec_(spec) {}

  /// Cycles that an access to the address waits for its page; 0 if the page is on the card.
  double touch(std::uint64_t address);

  /// Touches the addresses in order, and adds the waits to `cycles`. If the accesses are not timed, `cycles` is empty.
  void add_to(std::span<float> cycles, std::span<const std::uint64_t> addresses);

 private:
  MigrationSpec spec_;
  std::vector<bool> is_here_;  // by page
};

}  // namespace chasescope::model
