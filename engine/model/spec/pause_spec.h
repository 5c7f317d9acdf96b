// What a card file says of a memory that pauses (memory_pauses.h).
#pragma once

namespace chasescope::model {

struct PauseSpec {
  double every_cycles = 0;    ///< from the begin of a pause to that of the next; 0: none
  double for_cycles = 0;      ///< how long one lasts; less than `every_cycles`
  double between_cycles = 0;  ///< from the end of an access of a chase to the begin of the next

  bool none() const { return every_cycles == 0; }
  friend bool operator==(const PauseSpec&, const PauseSpec&) = default;
};

}  // namespace chasescope::model
