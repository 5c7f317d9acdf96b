// The devices that can be opened, grouped by kind.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

class QStackedLayout;

namespace chasescope {

class EmptyState;
class SectionList;
class Theme;

/// One device as the list shows it.
struct DeviceEntry {
  enum class Kind { card, model, recording, remote, external, mystery };
  enum class State { closed, opening, open, failed };
  QString id;      ///< the device's address: "cuda:0", "model:gtx560ti"
  QString name;    ///< "GeForce GTX 560 Ti"
  QString detail;  ///< tooltip: "Fermi, 8 SMs; numbers from the 2014 paper"; when failed, the sentence that says why
  Kind kind = Kind::model;
  State state = State::closed;
  QString generation = {};  ///< "Fermi, 2010": the heading of a model; empty: the heading is the kind
  int year = 0;             ///< year of the generation, by which models are sorted
};

class DeviceList : public QWidget {
  Q_OBJECT
 public:
  explicit DeviceList(const Theme& theme, QWidget* parent = nullptr);

  /// Shows these devices; keeps the selection if it is still among them.
  void setDevices(const std::vector<DeviceEntry>& devices);
  void setState(const QString& id, DeviceEntry::State state, const QString& detail = {});
  /// Adds a device if none in the list has its id; else does nothing.
  void addDevice(DeviceEntry device);
  const std::vector<DeviceEntry>& devices() const { return devices_; }
  QString current() const;
  /// Selects a device without sending a signal.
  void setCurrent(const QString& id);
  SectionList* list() const { return list_; }
  /// The type of the data that a device dragged from the list carries: its id.
  static constexpr const char* kDragType = "application/x-chasescope-device";

 signals:
  /// The person chose another device.
  void deviceChosen(const QString& id);

 private:
  void refill();

  SectionList* list_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  std::vector<DeviceEntry> devices_;
};

}  // namespace chasescope
