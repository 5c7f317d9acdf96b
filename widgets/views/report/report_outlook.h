// The parts of a report that are still to come while a probe runs: which part is under way, which wait, and after a failure which
// were not reached. Pure.
#pragma once

#include <QString>
#include <vector>

namespace chasescope {

struct ReportPart {
  enum class State { waiting, running, stopped };
  QString title;    ///< "Caches"
  QString summary;  ///< what the part finds out
  State state = State::waiting;
  QString note = {};  ///< the present step, or why the part was not reached
  friend bool operator==(const ReportPart&, const ReportPart&) = default;
};

/// "under way", "to come", "not reached".
QString partStateText(ReportPart::State state);

class ReportOutlook {
 public:
  /// A probe with these parts begins with the first part.
  void begin(std::vector<ReportPart> parts);
  /// Takes the probe's progress text. With several parts, the text begins with the title of the present part and a colon: the parts
  /// before are done. Empty: all parts are done.
  void progress(const QString& doing);
  /// The probe ended: all parts are done (empty sentence), or the rest was not reached.
  void end(const QString& sentence);

  /// The parts that are not done yet, in order.
  const std::vector<ReportPart>& parts() const { return parts_; }
  /// "Caches is under way, 8 parts to come"; empty if nothing is.
  QString text() const;

 private:
  std::vector<ReportPart> parts_;
};

}  // namespace chasescope
