// The levels under load (probe `load`): bandwidth and latency over the bytes under way, for each width of a load.
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
  double threads = 0;  ///< threads on each SM
  double bytes = 0;    ///< bytes under way on average; of one SM, if the level is part of the SM, else of the card
  double rate = 0;     ///< bandwidth of the card: bytes a second; bytes a cycle where the device has no clock
  double cycles = 0;   ///< average latency of a load
  std::string run;
};

struct LoadedWidth {
  unsigned access_bytes = 0;
  std::vector<LoadedPoint> points;  ///< ascending in bytes
};

struct LoadedLevel {
  std::string subject;              ///< "l2"
  bool each_sm = false;             ///< bytes under way are those of one SM
  double sms = 1;                   ///< number of SMs of the card
  double lone = 0;                  ///< latency of a load without other loads
  double clock = 1;                 ///< factor from bytes a cycle to the unit of the rates
  bool at_least = false;            ///< loads under way of a thread are unknown: latencies and bytes are lower bounds
  std::vector<LoadedWidth> widths;  ///< widest first
  double best = 0;                  ///< highest rate of all points
  std::optional<double> busy;       ///< bytes under way at which 90 % of the highest rate is reached
  std::optional<double> loaded;     ///< latency of a load at that point
  QString why;                      ///< why `busy` is not known; a sentence
};

struct Loads {
  std::vector<LoadedLevel> levels;  ///< nearest first
  bool in_seconds = true;           ///< else all rates are in bytes per cycle of an SM's clock
  bool empty() const { return levels.empty(); }
  const LoadedLevel* find(const std::string& subject) const;
};

/// \param runs must include auxiliary runs: some of them tell how many loads a thread has under way
Loads gatherLoads(std::span<const RunPtr> runs, const std::vector<Finding>& findings, const Description& device);

/// The point that a run measured: level, width and index.
struct LoadMark {
  std::size_t level = 0, width = 0, point = 0;
  friend bool operator==(const LoadMark&, const LoadMark&) = default;
};
std::optional<LoadMark> markOf(const Loads& loads, const std::string& run);

/// "Saturated by 1.09 MiB under way", "Saturated by at least 2.2 KiB in each SM"; "Saturation not known".
QString busyText(const LoadedLevel& level);
/// "256 threads of each SM, 16 B a load", "512 KiB under way", "2.1 TB/s", "612 cycles".
QStringList pointWords(const Loads& loads, const LoadMark& mark);

}  // namespace chasescope
