// The bandwidth of each level: the rate found for reads, writes and copies, and every setting that was tried.
#pragma once

#include <QStringList>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// A bandwidth request with its answer.
struct BandwidthTry {
  std::string run;  ///< id
  BandwidthRequest request;
  double rate = 0;  ///< bytes a second; bytes a cycle where the device has no clock
};

/// The bandwidth of one level in one direction.
struct BandwidthRow {
  std::string subject;  ///< "l2"
  Direction direction = Direction::read;
  std::vector<BandwidthTry> tries;
  std::optional<double> found;  ///< the rate of the finding, or without a clock the rate of the best try; none if nothing was found
  double low = 0, high = 0;     ///< confidence interval of the rate
  QString why;                           ///< why nothing was found; a sentence
  std::optional<double> allowed;         ///< bytes a second that the clock and the width of the memory bus allow
};

/// A row, and one of its tries.
struct BandwidthMark {
  std::size_t row = 0, at = 0;
  friend bool operator==(const BandwidthMark&, const BandwidthMark&) = default;
};

struct Bandwidths {
  std::vector<BandwidthRow> rows;  ///< nearest level first; read, write, copy
  bool in_seconds = true;          ///< else all rates are in bytes per cycle of an SM's clock
  bool empty() const { return rows.empty(); }
  /// The highest rate of a level; of all levels without a subject.
  double highest(const std::string& subject = {}) const;
  /// The try that this run measured; none if the run is another request.
  std::optional<BandwidthMark> markOf(const std::string& run) const;
};

Bandwidths gatherBandwidths(std::span<const RunPtr> runs, const std::vector<Finding>& findings, const Description& device);

/// Bytes a second that the memory bus can transfer: double data rate, thus two transfers in each clock. None if the device does not
/// report clock and width.
std::optional<double> busBandwidth(const Properties& properties);

/// "3.35 TB/s", or "512 B per cycle".
QString rateText(double rate, bool in_seconds);
/// "read", "write", "copy".
QString directionText(Direction direction);
/// "16 B per access", "264 blocks of 512 threads", "an array of 25 MiB".
QStringList settingWords(const BandwidthRequest& request);
/// "84 % of what bus and clock allow"; empty where that is not known.
QString shareText(const BandwidthRow& row);

}  // namespace chasescope
