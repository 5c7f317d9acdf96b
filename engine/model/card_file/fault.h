// What is wrong with a card file: where, and why. A file is read to its end, so that all its faults are told at once.
#pragma once

#include <string>
#include <vector>

namespace chasescope::model {

struct Fault {
  std::string pointer;  ///< JSON pointer into the file ("/caches/l1/ways"); empty: the file as a whole
  std::string reason;   ///< goes on after the pointer: "is missing"
  friend bool operator==(const Fault&, const Fault&) = default;
};
using Faults = std::vector<Fault>;

/// "FILE has 2 faults: /caches/l1/ways is missing; /name must be a text." \pre faults is not empty.
std::string describe(const Faults& faults, const std::string& file);

/// Appends a member name to a pointer, escaped as RFC 6901 wants it.
std::string below(const std::string& pointer, const std::string& member);

}  // namespace chasescope::model
