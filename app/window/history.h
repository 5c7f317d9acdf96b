// What a person chose, and can take back: values that are read and put back as a whole. Nothing that was measured passes here.
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

  /// A value to be kept; the number stands for it from now on. Its present state is where its history begins.
  int add(Track track);
  /// A person changed the value: a step, or a part of the last one.
  void changed(int track);
  /// The value changed by itself (a new trace came into sight): no step, and steps from here on begin with it.
  void moved(int track);
  /// A drag ended: the next change begins a step of its own.
  void endGesture() { ++gesture_; }
  /// Drops the steps of a value that mean nothing any more.
  void forget(int track);

  bool canUndo() const { return at_ > 0; }
  bool canRedo() const { return at_ < steps_.size(); }
  /// The name of what would be undone or done again; empty if nothing.
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
  std::vector<nlohmann::json> now_;  // the value of each track
  std::vector<Step> steps_;
  std::size_t at_ = 0;  // steps that are done; those behind it can be done again
  std::function<qint64()> clock_;
  int gesture_ = 0;
  bool putting_ = false;
};

}  // namespace chasescope
