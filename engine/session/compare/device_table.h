// Any number of devices side by side: a row for each thing that at least two of them know, a column for each device. Two devices
// are compared more closely, with their intervals, by comparison.h.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/session/compare/comparison_report.h"
#include "engine/session/document/session.h"

namespace chasescope {

struct DeviceTable {
  struct Row {
    std::string subject, quantity;   ///< ids, as findings have them
    std::string what;                ///< "L1 data cache: Capacity", with the conditions that tell it from others
    std::vector<std::string> cells;  ///< of each device; empty where it knows nothing
    bool alike = false;              ///< whether all that know say the same
  };
  std::vector<std::string> devices;  ///< their names
  std::vector<Row> rows;             ///< in the order in which the first device that knows has them
};

/// Of what was measured, or told by the devices themselves. Findings are the same thing where subject, quantity and telling
/// conditions are. `names` stand over the columns, one for each session.
DeviceTable device_table(std::span<const Session> sessions, const std::vector<std::string>& names);

/// UTF-8, ends with a newline. Text of more than some columns is as wide as it has to be.
std::string device_table_report(const DeviceTable& table, ComparisonFormat format);

}  // namespace chasescope
