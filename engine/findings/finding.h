// A finding: one property of a device that a probe measured, with its interval and the evidence that a person can open.
//
// The members are those of the session file, one for one (docs/session.md, resources/schemas/session.schema.json).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chasescope {

enum class FindingStatus { measured, reported, absent, not_measurable };

std::string_view to_string(FindingStatus status);
std::optional<FindingStatus> finding_status_from(std::string_view word);

/// The result of another method for the same quantity.
struct Opinion {
  std::string method;
  nlohmann::json value;
  bool agrees = true;
  friend bool operator==(const Opinion&, const Opinion&) = default;
};

struct Finding {
  std::string subject;   ///< "l1_data", "l2_tlb", "device", …
  std::string quantity;  ///< "capacity_bytes", "miss_rate", …
  nlohmann::json conditions = nlohmann::json::object();  ///< {"space": "global.ca", …}, as far as they affect the value
  nlohmann::json value;             ///< a plain number, an array of numbers, or a word; null unless measured or reported
  std::string unit;                 ///< "bytes", "cycles", "accesses", "1" for pure numbers
  std::optional<double> low, high;  ///< the interval that the data support, in `unit`
  FindingStatus status = FindingStatus::not_measurable;
  std::string reason;     ///< why it is absent or can't be measured; may add a remark to a measured value
  std::string method;     ///< in words: how it was found
  std::string reference;  ///< "2014 paper §3.2 step 4"
  std::vector<std::string> evidence;  ///< ids of the runs that show it
  std::vector<Opinion> opinions;
  std::string machine;  ///< of replacement_machine: the automaton as text (policy_automaton.h); else empty
  friend bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace chasescope
