// What is known of the levels under load (probe `load`): bandwidth and latency by the bytes that are under way, for each width of a
// load.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

struct LoadedPoint {
  double threads = 0;  ///< of each SM
  double bytes = 0;    ///< under way on average; of each SM where the level is one of the SM
  double rate = 0;     ///< of the card: bytes a second; bytes a cycle where the device has no clock
  double cycles = 0;   ///< what a load takes on average
  std::string run;
};

struct LoadedWidth {
  unsigned access_bytes = 0;
  std::vector<LoadedPoint> points;  ///< by bytes
};

struct LoadedLevel {
  std::string subject;              ///< "l2"
  bool each_sm = false;             ///< bytes under way are those of one SM
  double sms = 1;                   ///< of the card
  double lone = 0;                  ///< cycles that a load takes alone
  double clock = 1;                 ///< what a byte a cycle is in the rate's unit
  bool at_least = false;            ///< how many loads a thread has under way is not known, so latencies and bytes are lower bounds
  std::vector<LoadedWidth> widths;  ///< widest first
  double best = 0;                  ///< the highest rate
  std::optional<double> busy;       ///< bytes under way while 90 % of the best rate are read
  std::optional<double> loaded;     ///< cycles that a load takes then
  QString why;                      ///< why that is not known; a sentence
};

struct Loads {
  std::vector<LoadedLevel> levels;  ///< nearest first
  bool in_seconds = true;           ///< else all rates are by cycle of an SM's clock
  bool empty() const { return levels.empty(); }
  const LoadedLevel* find(const std::string& subject) const;
};

/// \param runs with auxiliary ones: some of them tell how many loads a thread has under way
Loads gatherLoads(std::span<const RunPtr> runs, const std::vector<Finding>& findings, const Description& device);

/// Where a run stands.
struct LoadMark {
  std::size_t level = 0, width = 0, point = 0;
  friend bool operator==(const LoadMark&, const LoadMark&) = default;
};
std::optional<LoadMark> markOf(const Loads& loads, const std::string& run);

/// "1.09 MiB under way keep it busy", "At least 2.2 KiB in each SM keep it busy"; "What keeps it busy is not known".
QString busyText(const LoadedLevel& level);
/// "256 threads of each SM, 16 B a load", "512 KiB under way", "2.1 TB/s", "612 cycles".
QStringList pointWords(const Loads& loads, const LoadMark& mark);

}  // namespace chasescope
