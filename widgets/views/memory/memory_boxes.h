// What a memory diagram says: a box for each part of the hierarchy, with its numbers and how each is known. Pure: findings and what
// the device says of itself go in, words come out; where the boxes lie is memory_layout.h's business.
//
// A part that the device can't be asked about, and of which nothing was found, has no box; `left_out` names it.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <string>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"

namespace chasescope {

/// One number of a box.
struct BoxLine {
  QString name;                         ///< "line / fetch"
  QString value;                        ///< "116 cycles"; "?" while nothing is known
  QString brief;                        ///< the same where room is little: "116"
  std::optional<FindingStatus> status;  ///< none: nobody asked yet
  std::string subject, quantity;        ///< what would fill it
  QString brief_name{};                 ///< "line", where room is little; empty: there is none shorter
  bool assumed = false;                 ///< nobody published the number that the model has here
  bool differs = false;                 ///< from the card beside it, beyond the intervals
};

enum class BoxKind { registers, shared, cache, constant, instructions, requests, translation, memory };
/// Rows of the picture: two within the SM, one behind it.
enum class BoxRow { upper, lower, beyond };

struct MemoryBox {
  std::vector<std::string> subjects;  ///< whose findings it shows; several where caches were found to be one array
  QString title;
  BoxKind kind = BoxKind::cache;
  BoxRow row = BoxRow::lower;
  int level = 0;  ///< 0: in the SM, 1: behind it, 2: memory
  std::vector<BoxLine> lines;
  QString note;  ///< why it is absent or can't be measured
  std::optional<FindingStatus> status;
  std::optional<double> bytes;        ///< what it holds
  std::optional<double> miss_cycles;  ///< what a miss adds until the next level answers
  const std::string& key() const { return subjects.front(); }
  std::size_t measured() const;  ///< lines with a measured value
  /// "L1 data, measured: size 16 KiB measured; policy not measured".
  QString sentence() const;
};

/// The way of a miss: box `from` asks box `to`.
struct BoxLink {
  std::size_t from = 0, to = 0;
};

struct MemoryDiagram {
  QString device;  ///< "Tesla V100"
  QString facts;   ///< "80 SMs · 1,380 MHz · model"
  QString sm;      ///< "80 ×"; empty if not known
  std::vector<MemoryBox> boxes;
  std::vector<BoxLink> links;
  QStringList left_out;
  std::vector<double> carveouts;   ///< percent, ascending: those under which the L1 was measured
  std::optional<double> carveout;  ///< the one that is shown

  bool empty() const { return boxes.empty(); }
  const MemoryBox* find(std::string_view subject) const;
  /// Numbers that were measured, and numbers that there are.
  std::size_t measured() const;
  std::size_t lines() const;
  /// Whether any line carries the mark.
  bool anyAssumed() const;
  bool anyDifference() const;
};

/// "measured", "reported", "absent", "can’t tell", "not measured".
QString boxStatusText(std::optional<FindingStatus> status);

/// `carveout`: of several carve-outs under which the L1 was measured, which to show (memory_carveouts.h).
MemoryDiagram gatherMemoryDiagram(const std::vector<Finding>& findings, const Description& device,
                                  std::optional<double> carveout = std::nullopt);

/// The path of a load that is answered by this box, nearest first; just the box itself where no other leads to it.
std::vector<std::size_t> pathTo(const MemoryDiagram& diagram, std::size_t box);

}  // namespace chasescope
