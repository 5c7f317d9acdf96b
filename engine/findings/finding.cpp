#include "engine/findings/finding.h"

namespace chasescope {

std::string_view to_string(FindingStatus status) {
  switch (status) {
    case FindingStatus::measured: return "measured";
    case FindingStatus::reported: return "reported";
    case FindingStatus::absent: return "absent";
    case FindingStatus::not_measurable: return "not_measurable";
  }
  return "not_measurable";
}

std::optional<FindingStatus> finding_status_from(std::string_view word) {
  for (const auto status : {FindingStatus::measured, FindingStatus::reported, FindingStatus::absent, FindingStatus::not_measurable})
    if (to_string(status) == word) return status;
  return std::nullopt;
}

}  // namespace chasescope
