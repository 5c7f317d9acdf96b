// Findings in words: names of subjects and quantities, values with their units, status words.
#pragma once

#include <QString>
#include <QStringList>

#include "engine/findings/finding.h"

namespace chasescope {

/// "L1 data" for "l1_data"; an unknown name is shown with spaces for underscores.
QString subjectText(const std::string& subject);
/// "Capacity" for "capacity_bytes".
QString quantityText(const std::string& quantity);
/// A value and its unit, apart so that the numbers of a column line up: "128" and "B" for 128 bytes.
struct ValueText {
  QString value, unit;
  QString joined() const { return unit.isEmpty() ? value : value + QChar(0x202F) + unit; }
};
ValueText valueText(const Finding& finding);
/// "15.9 to 16.1 KiB", "at least 64 KiB"; empty where there is no interval or it is a point.
QString intervalText(const Finding& finding);
/// "measured", "reported", "absent", "can’t tell".
QString statusText(FindingStatus status);
/// "global.ca, carve-out 50 %"; empty without conditions.
QString conditionsText(const Finding& finding);

/// All facts about a finding besides its value, a line each: a long value in full, the reason, interval, conditions, method and
/// reference, what other methods said, and how many runs show the finding.
QStringList findingDetails(const Finding& finding);

/// The reason why nothing of a subject could be measured; empty if any of its findings has another status or a run behind it.
QString whyNothing(const std::vector<Finding>& findings, std::string_view subject);

}  // namespace chasescope
