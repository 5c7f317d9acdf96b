// The pauses of a memory, as a card file gives them (memory_pauses.h).
#pragma once

namespace chasescope::model {

struct PauseSpec {
  double every_cycles = 0;    ///< from the beginning of a pause to that of the next; 0 if there are no pauses
  double for_cycles = 0;      ///< the length of a pause; less than `every_cycles`
  double between_cycles = 0;  ///< from the end of an access of a chase to the beginning of the next access

  bool none() const { return every_cycles == 0; }
  friend bool operator==(const PauseSpec&, const PauseSpec&) = default;
};

}  // namespace chasescope::model
