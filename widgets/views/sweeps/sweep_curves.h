// The average curves of the sweeps, from the runs of a session or a store and from its findings: latency over the footprint with
// its named plateaus and the ends of the levels (topology thesis §3 and §4), and latency over the stride (C2070 poster).
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/findings/change_test.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"

namespace chasescope {

/// One run as a point of a curve.
struct SweepPoint {
  std::uint64_t bytes = 0, stride = 0;
  double cycles = 0;  ///< average, without the overhead of measuring
  std::string run;
};

/// A stretch of the curve that one level answers.
struct NamedPlateau {
  std::string subject;
  double from_bytes = 0, to_bytes = 0, cycles = 0;
  double told = 0;  ///< the cycles rounded to the digits that their interval supports
};

/// The end of a level, and the result of the change-point test there.
struct LevelEnd {
  std::string subject;
  std::uint64_t fits = 0, misses = 0;  ///< the largest footprint that fits, the smallest that does not
  bool measured = false;               ///< else the end is known no more precisely than between `fits` and `misses`
  QString reason;
  /// The test, repeated on the runs behind the finding; empty if the finding has no such runs, or was made through another memory
  /// space.
  std::optional<ChangeTest> test;
  bool agrees = false;  ///< the test finds the change between the same footprints
  std::vector<std::string> evidence;
};

struct FootprintCurve {
  std::string space;               ///< "global.ca"
  std::vector<SweepPoint> points;  ///< by footprint
  std::vector<NamedPlateau> plateaus;
  std::vector<LevelEnd> ends;  ///< nearest first
};

/// A curve over stride.
struct StrideLine {
  std::uint64_t bytes = 0;  ///< size of the array; the largest size where sizes differ
  std::vector<SweepPoint> points;
};

/// A curve over stride that ends in a plateau, and the number that its corner shows.
struct StrideCorner {
  std::string subject, quantity;        ///< "l1_data", "fetch_bytes"
  std::optional<std::uint64_t> corner;  ///< bytes
  QString reason;
  StrideLine line;
};

struct StrideCurves {
  std::string space;
  std::vector<StrideLine> lines;      ///< the picture of all sizes and strides, by size
  std::vector<StrideCorner> corners;  ///< fetch size, page
};

struct SweepCurves {
  std::vector<FootprintCurve> footprints;  ///< by space
  std::vector<StrideCurves> strides;
  const FootprintCurve* footprint(const std::string& space) const;
  const StrideCurves* stride(const std::string& space) const;
};

/// Averages are kept by run, so that a growing sweep does not compute them again.
class SweepGatherer {
 public:
  SweepCurves gather(std::span<const RunPtr> runs, std::span<const Finding> findings);

 private:
  double average(const RunPtr& run);
  std::unordered_map<std::string, std::pair<std::weak_ptr<const Run>, double>> averages_;  // weak pointers: keeps no trace alive
};

inline constexpr const char* kFootprintProbe = "footprint-sweep";
inline constexpr const char* kStrideProbe = "stride-sweep";

}  // namespace chasescope
