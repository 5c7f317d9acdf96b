// The devices that can be opened, grouped by kind.
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

namespace chasescope {

class SectionList;
class Theme;

/// One device as the list shows it.
struct DeviceEntry {
  enum class Kind { card, model, recording, remote, external };
  enum class State { closed, opening, open, failed };
  QString id;      ///< the device's address: "cuda:0", "model:gtx560ti"
  QString name;    ///< "GeForce GTX 560 Ti"
  QString detail;  ///< shown as tooltip: "Fermi, 8 SMs; presets from the 2014 paper"
  Kind kind = Kind::model;
  State state = State::closed;
};

class DeviceList : public QWidget {
  Q_OBJECT
 public:
  explicit DeviceList(const Theme& theme, QWidget* parent = nullptr);

  /// Shows these devices; keeps the selection if it is still among them.
  void setDevices(const std::vector<DeviceEntry>& devices);
  void setState(const QString& id, DeviceEntry::State state, const QString& detail = {});
  QString current() const;
  /// Selects without a signal.
  void setCurrent(const QString& id);
  SectionList* list() const { return list_; }

 signals:
  /// The person chose another device.
  void deviceChosen(const QString& id);

 private:
  void refill();

  const Theme& theme_;
  SectionList* list_;
  std::vector<DeviceEntry> devices_;
};

}  // namespace chasescope
