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
/// "128" and "B" of 128 bytes: a value, and its unit apart so that numbers line up.
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

/// What there is to say of a finding beyond its value, a line each: a long value in full, reason, interval, conditions, method,
/// reference, what other methods said, and how many runs show it.
QStringList findingDetails(const Finding& finding);

/// Why nothing of a subject could be measured, where no run stands behind it: the device can't be asked. Empty otherwise.
QString whyNothing(const std::vector<Finding>& findings, std::string_view subject);

}  // namespace chasescope
