// Findings in words, for reports: UTF-8, one line each, not escaped for any format.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

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
/// Rounds a value to the first digit that the interval leaves uncertain, but keeps at least one digit; sizes in bytes stay whole.
double rounded_by_interval(double value, double low, double high);
/// The finding as tables and figures show it: a number without the digits that its interval leaves uncertain. Whole sizes stay.
Finding as_told(Finding finding);
/// "15.9 to 16.1 cycles", "at least 64 KiB"; empty if there is no interval, or if both ends look alike.
std::string interval_words(const Finding& finding);
/// Whether a miss rate is of a trace that repeats exactly, as the period among `findings` says: the passes differ in a fixed order
/// and not by chance.
bool repeats_exactly(const Finding& miss_rate, std::span<const Finding> findings);
/// The interval, or "repeats exactly" in its place.
std::string interval_words(const Finding& finding, std::span<const Finding> findings);
/// "measured", "reported", "absent", "can't tell".
std::string status_words(FindingStatus status);
/// Names a cluster's operation with the way that its latency covers: "load, there and back" for `load`, "bulk copy, one way" for
/// `bulk_copy`.
std::string operation_words(const std::string& operation);

/// "lines read with evict_first", "normal lines": which lines of the L2 the share that stays is of (probe `residency`).
std::string kept_words(const std::string& priority);
/// "after a sweep of normal lines", "after a sweep with evict_first".
std::string swept_words(const std::string& priority);
/// "global.ca, carve-out 50 %"; empty without conditions.
std::string condition_words(const Finding& finding);
/// The finding with only those conditions that distinguish it from others of its subject and quantity.
Finding with_telling_conditions(const Finding& finding, std::span<const Finding> findings);
Finding with_telling_conditions(const Finding& finding, std::vector<const Finding*> findings);
/// The explanation of a finding: method, reason and reference as sentences.
std::string explanation_words(const Finding& finding);
/// "run-1, run-2".
std::string evidence_words(const Finding& finding);

}  // namespace chasescope
