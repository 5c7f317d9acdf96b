// Any number of devices side by side: a row for each thing that at least two of them know, a column for each device. A cache of
// which at least two know something has a row for its replacement policy in any case, which says of whom it was not measured. Two
// devices are compared more closely, with their intervals, by comparison.h.
#pragma once

#include <optional>
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
    std::vector<std::string> why;    ///< of each empty cell: "not measured", or what came of it: "can't tell", "absent"; else empty
    std::string unit;                ///< of `values`: "bytes"
    std::vector<std::optional<double>> values = {};  ///< of cells that are plain numbers
    std::vector<std::optional<Finding>> told = {};   ///< the findings behind the cells, with the conditions that tell them apart
  };
  std::vector<std::string> devices;  ///< their names
  std::vector<Row> rows;             ///< in the order in which the first device that knows has them
};

/// Of what was measured, or told by the devices themselves. Findings are the same thing where subject, quantity and telling
/// conditions are. `names` stand over the columns, one for each session.
DeviceTable device_table(std::span<const Session> sessions, const std::vector<std::string>& names);

/// A cell as a person reads it: what is known, or what came of it ("can't tell"), of a policy also that nobody asked; else a dash.
std::string cell_text(const DeviceTable::Row& row, std::size_t device);

/// UTF-8, ends with a newline. Text of more than some columns is as wide as it has to be.
std::string device_table_report(const DeviceTable& table, ComparisonFormat format);

}  // namespace chasescope
