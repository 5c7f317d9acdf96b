// Findings in words, for reports: UTF-8, one line each, not escaped for any format.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/findings/finding.h"
#include "engine/trace/number_text.h"

namespace chasescope {

/// "L1 data cache" for "l1_data"; an unknown subject with spaces for underscores.
std::string subject_words(std::string_view subject);
/// "Capacity" for "capacity_bytes"; an unknown quantity with spaces for underscores.
std::string quantity_words(std::string_view quantity);
/// "16" and "KiB", "116.2" and "cycles", "17, 6 × 8", "LRU"; "–" where there is no value.
QuantityText value_parts(const Finding& finding);
/// The same in one: "16 KiB".
std::string value_words(const Finding& finding);
/// To the place of the first digit that the interval leaves open, at least to one digit; sizes in bytes stay whole.
double rounded_by_interval(double value, double low, double high);
/// The finding as tables and figures tell it: a number without the digits that its interval leaves open. Whole sizes stay.
Finding as_told(Finding finding);
/// "15.9 to 16.1 cycles", "at least 64 KiB"; empty where there is none, or where both ends read alike.
std::string interval_words(const Finding& finding);
/// "measured", "reported", "absent", "can't tell".
std::string status_words(FindingStatus status);
/// What a cluster's operation takes is of one way or of both: "load, there and back", "bulk copy, one way" for `load`, `bulk_copy`.
std::string operation_words(const std::string& operation);

/// "global.ca, carve-out 50 %"; empty without conditions.
std::string condition_words(const Finding& finding);
/// The finding with only those conditions that tell it from others of its subject and quantity.
Finding with_telling_conditions(const Finding& finding, std::span<const Finding> findings);
/// How it was found, or why it was not: method, reason and reference as sentences.
std::string explanation_words(const Finding& finding);
/// "run-1, run-2".
std::string evidence_words(const Finding& finding);

}  // namespace chasescope
