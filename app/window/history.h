// Undo and redo of what a person chose: each value is read and restored as a whole. Measured data are no part of it.
//
//   const int zoom = history.add({tr("zoom"), [&] { return read(); }, [&](const json& value) { write(value); }});
//   connect(plot, &Plot::viewChanged, &history, [&] { history.changed(zoom); });
//   history.undo();
//
// Changes of one gesture (a drag, notches of the wheel in a row, letters of a number) are one step.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <nlohmann/json.hpp>
#include <vector>

namespace chasescope {

class History : public QObject {
  Q_OBJECT
 public:
  struct Track {
    QString name;  ///< "zoom", for the menu: "Undo zoom"
    std::function<nlohmann::json()> read;
    std::function<void(const nlohmann::json&)> write;
  };

  explicit History(QObject* parent = nullptr);

  /// Registers a value and returns its number. The history of the value begins with its present state.
  int add(Track track);
  /// A person changed the value: adds a step, or extends the last one.
  void changed(int track);
  /// The value changed without the person (a new trace is shown): adds no step; later steps begin with the new value.
  void moved(int track);
  /// A drag ended: the next change is a step of its own.
  void endGesture() { ++gesture_; }
  /// Removes the steps of a value that no longer have a meaning.
  void forget(int track);

  bool canUndo() const { return at_ > 0; }
  bool canRedo() const { return at_ < steps_.size(); }
  /// The name of the step that would be undone or redone; empty if there is none.
  QString undoName() const;
  QString redoName() const;
  void undo();
  void redo();

  /// Milliseconds; tests set a clock of their own.
  void setClock(std::function<qint64()> clock) { clock_ = std::move(clock); }

 signals:
  void stepsChanged();

 private:
  struct Step {
    int track = 0;
    nlohmann::json before, after;
    qint64 when = 0;  // of its last change
    int gesture = 0;
  };
  void put(int track, const nlohmann::json& value);

  std::vector<Track> tracks_;
  std::vector<nlohmann::json> now_;  // the present value of each track
  std::vector<Step> steps_;
  std::size_t at_ = 0;  // number of steps that are done; the steps behind can be redone
  std::function<qint64()> clock_;
  int gesture_ = 0;
  bool putting_ = false;
};

}  // namespace chasescope
