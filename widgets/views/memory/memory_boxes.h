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
  QString name;                         ///< what the number is: "line / fetch"
  QString value;                        ///< "116 cycles"; "?" while nothing is known
  QString brief;                        ///< the value where there is little room: "116"
  std::optional<FindingStatus> status;  ///< none: no finding speaks of the number yet
  std::string subject, quantity;        ///< the finding that would give the value
  QString brief_name{};                 ///< the name where there is little room: "line"; empty: no shorter name
  bool assumed = false;                 ///< the model assumes this number: it was never published
  bool differs = false;                 ///< the number differs from the other card's by more than the confidence intervals
};

enum class BoxKind { registers, shared, cache, constant, instructions, requests, translation, memory };
/// Rows of the picture: two within the SM, one behind it.
enum class BoxRow { upper, lower, beyond };

struct MemoryBox {
  std::vector<std::string> subjects;  ///< the parts whose findings it shows; several where caches were found to be one array
  QString title;
  BoxKind kind = BoxKind::cache;
  BoxRow row = BoxRow::lower;
  int level = 0;  ///< 0: in the SM, 1: behind it, 2: memory
  std::vector<BoxLine> lines;
  QString note;  ///< why the part is absent or can't be measured
  std::optional<FindingStatus> status;
  std::optional<double> bytes;        ///< capacity of the part
  std::optional<double> miss_cycles;  ///< cycles that a miss adds to the latency until the next level answers
  const std::string& key() const { return subjects.front(); }
  std::size_t measured() const;  ///< lines with a measured value
  /// "L1 data, measured: size 16 KiB measured; policy not measured".
  QString sentence() const;
};

/// The way of a miss: after a miss in box `from`, box `to` is asked.
struct BoxLink {
  std::size_t from = 0, to = 0;
};

struct MemoryDiagram {
  QString device;  ///< "Tesla V100"
  QString facts;   ///< "80 SMs · 1,380 MHz · model"
  QString sm;      ///< number of SMs: "80 ×"; empty if not known
  std::vector<MemoryBox> boxes;
  std::vector<BoxLink> links;
  QStringList left_out;
  std::vector<double> carveouts;   ///< the carve-outs (percent, ascending) under which the L1 was measured
  std::optional<double> carveout;  ///< the carve-out that is shown

  bool empty() const { return boxes.empty(); }
  const MemoryBox* find(std::string_view subject) const;
  /// How many numbers were measured, and how many numbers the diagram lists.
  std::size_t measured() const;
  std::size_t lines() const;
  /// Whether any line is marked as assumed.
  bool anyAssumed() const;
  bool anyDifference() const;
};

/// "measured", "reported", "absent", "can’t tell", "not measured".
QString boxStatusText(std::optional<FindingStatus> status);

/// `carveout`: the carve-out to show, where the L1 was measured under several (memory_carveouts.h).
MemoryDiagram gatherMemoryDiagram(const std::vector<Finding>& findings, const Description& device,
                                  std::optional<double> carveout = std::nullopt);

/// The boxes that a load goes through until this box answers it, nearest first; the box alone where no link leads to it.
std::vector<std::size_t> pathTo(const MemoryDiagram& diagram, std::size_t box);

}  // namespace chasescope
