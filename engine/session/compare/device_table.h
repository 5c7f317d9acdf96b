// Any number of devices side by side: a row for each quantity that at least two of them know, a column for each device. A cache
// that at least two devices know has a row for its replacement policy in any case, which shows for which of them it was not
// measured. comparison.h compares two devices more closely, with their intervals.
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
    std::string what;                ///< "L1 data cache: Capacity", with the conditions that distinguish it from other rows
    std::vector<std::string> cells;  ///< for each device; empty if the device has no value
    bool alike = false;              ///< whether all devices with a value have the same one
    std::vector<std::string> why;    ///< for each empty cell the reason: "not measured", "can't tell", "absent"; else empty
    std::string unit;                ///< of `values`: "bytes"
    std::vector<std::optional<double>> values = {};  ///< of cells that are plain numbers
    std::vector<std::optional<Finding>> told = {};   ///< the findings behind the cells, with the conditions that distinguish them
    std::string aside;  ///< for values at another carve-out than the row's: "carve-out 0 % where there is one"; mostly empty
  };
  std::vector<std::string> devices;  ///< their names
  std::vector<Row> rows;             ///< in the order of a report
  std::vector<std::string> alone{};  ///< "L3 TLB (A100)": caches and TLBs that one device alone has, so that they have no row
};

/// The entry of `why` for a cell whose quantity no probe measured.
inline constexpr const char* kNobodyAsked = "not measured";

/// Makes the table from measured and reported findings, which are paired as in a comparison of two devices (pairing.h). If one card
/// has a value only at some carve-out, and another card has it without one, the cell names the carve-out: "256 KiB (carve-out 0
/// %)". Notes, curves, the classes of accesses, and quantities that other rows imply have no row. `names` are the heads of the
/// columns, one for each session.
DeviceTable device_table(std::span<const Session> sessions, const std::vector<std::string>& names);

/// The text of a cell: its value, or the reason why there is none ("can't tell"; "not measured" only for a replacement policy), or
/// a dash.
std::string cell_text(const DeviceTable::Row& row, std::size_t device);

/// The default width of a text, in columns.
inline constexpr std::size_t kUsualTableWidth = 80;

/// UTF-8, ends with a newline. Text has no line of more than `width` columns: cells are broken into lines, and devices that do
/// not fit beside the others stand below them.
std::string device_table_report(const DeviceTable& table, ComparisonFormat format, std::size_t width = kUsualTableWidth);

}  // namespace chasescope
