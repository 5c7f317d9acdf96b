// What became of the probes that fill a view. A view tells of its own probes only, and in red only where something failed: a probe
// that was stopped, or a request that a device refused, is no failure.
#pragma once

#include <QHash>
#include <QLabel>
#include <QObject>
#include <QStringList>

#include "widgets/document/run_store.h"

namespace chasescope {

class ProbeWatch : public QObject {
  Q_OBJECT
 public:
  /// `probes`: those that fill the view, also by the names that they have as parts of a discovery ("caches"). Empty: every probe
  /// does, and the last one counts.
  ProbeWatch(const RunStore& store, const QStringList& probes, QObject* parent);

  /// Other probes count from now on: those of the page that is shown.
  void setProbes(const QStringList& probes) { probes_ = probes; }
  /// The probe that is filling the view just now; empty if none is.
  QString measuring() const;
  /// What went wrong with the last run of one of the probes; empty if nothing did.
  QString failure() const;
  /// Whether the last run of one of them was stopped by a person, so that there may be less than it would have brought.
  bool stopped() const;
  /// Tells of something that went wrong elsewhere, until a probe begins.
  void tell(const QString& sentence);

 signals:
  void changed();

 private:
  struct State {
    bool running = false;
    ProbeEnd end = ProbeEnd::done;
    QString sentence = {};
  };
  void began(const QString& probe);
  void ended(const QString& probe, ProbeEnd end, const QString& sentence);
  const State* find(bool (*is)(const State&)) const;

  const RunStore& store_;
  QStringList probes_;
  QHash<QString, State> states_;
  QString last_;  // the probe that began last
  QString told_;
};

/// The line above a view that says so: red for a failure, quiet for what was stopped, not there if all went well.
class Banner : public QLabel {
  Q_OBJECT
 public:
  explicit Banner(QWidget* parent);
  enum class Tone { failure, note };
  /// An empty sentence hides it.
  void say(const QString& sentence, Tone tone);
  void say(const ProbeWatch& watch);
};

}  // namespace chasescope
