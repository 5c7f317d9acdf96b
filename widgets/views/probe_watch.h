// The states of the probes that fill a view. A view tells only of its own probes, and in red only of failures: a probe that a
// person stopped, or a request that a device refused, is no failure.
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
  /// `probes`: the probes that fill the view, also by their names as parts of a discovery ("caches"). Empty: every probe fills it,
  /// and the last one counts.
  ProbeWatch(const RunStore& store, const QStringList& probes, QObject* parent);

  /// Replaces the probes that count by those of the shown page.
  void setProbes(const QStringList& probes) { probes_ = probes; }
  /// The probe of the view that is running now; empty if none is.
  QString measuring() const;
  /// The failure of the last run of one of the probes, as a sentence; empty if there is none.
  QString failure() const;
  /// Whether a person stopped the last run of one of the probes, so that data may be missing.
  bool stopped() const;
  /// Shows a failure from elsewhere until the next probe begins.
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

/// The line above a view for such sentences: red for a failure, quiet for a stopped probe, hidden if there is neither.
class Banner : public QLabel {
  Q_OBJECT
 public:
  explicit Banner(QWidget* parent);
  enum class Tone { failure, note };
  /// Shows a sentence; an empty one hides the line.
  void say(const QString& sentence, Tone tone);
  void say(const ProbeWatch& watch);
};

}  // namespace chasescope
