// What of a report is still to come while a probe runs, part by part: which part is under way, which ones wait, and after a failure
// which were not reached. Pure.
#pragma once

#include <QString>
#include <vector>

namespace chasescope {

struct ReportPart {
  enum class State { waiting, running, stopped };
  QString title;    ///< "Caches"
  QString summary;  ///< what it finds out
  State state = State::waiting;
  QString note = {};  ///< what is being done just now, or why it was not reached
  friend bool operator==(const ReportPart&, const ReportPart&) = default;
};

/// "under way", "to come", "not reached".
QString partStateText(ReportPart::State state);

class ReportOutlook {
 public:
  /// A probe of these parts begins, with the first of them.
  void begin(std::vector<ReportPart> parts);
  /// What the probe says that it does. One of several parts begins with its title and a colon: those before it are done.
  /// Empty: all of them are.
  void progress(const QString& doing);
  /// It ended: all is done (empty sentence), or what is left was not reached.
  void end(const QString& sentence);

  /// What is not done yet, in order.
  const std::vector<ReportPart>& parts() const { return parts_; }
  /// "Caches is under way, 8 parts to come"; empty if nothing is.
  QString text() const;

 private:
  std::vector<ReportPart> parts_;
};

}  // namespace chasescope
