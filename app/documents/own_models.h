// The model files that a person made here, so that the list of devices has them the next time, too. In the settings, by path.
#pragma once

#include <QStringList>
#include <vector>

#include "widgets/shell/device_list.h"

namespace chasescope {

class OwnModels {
 public:
  /// Absolute paths in the order in which they were made; of files that are there.
  static QStringList paths();
  static void remember(const QString& path);
  /// As the list of devices shows it: the card's name, or the file's where it is no card any more (opening it says why).
  static DeviceEntry entryOf(const QString& path);
};

}  // namespace chasescope
