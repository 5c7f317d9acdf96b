// A fault of a card file: its place and its reason. A file is read to its end, so that all its faults are reported at once.
#pragma once

#include <string>
#include <vector>

namespace chasescope::model {

struct Fault {
  std::string pointer;  ///< JSON pointer into the file ("/caches/l1/ways"); empty for the file as a whole
  std::string reason;   ///< a clause that follows the pointer, as "is missing"
  friend bool operator==(const Fault&, const Fault&) = default;
};
using Faults = std::vector<Fault>;

/// A sentence such as "FILE has 2 faults: /caches/l1/ways is missing; /name must be a text." \pre faults is not empty.
std::string describe(const Faults& faults, const std::string& file);

/// The pointer with a member name appended, escaped as RFC 6901 demands.
std::string below(const std::string& pointer, const std::string& member);

}  // namespace chasescope::model
