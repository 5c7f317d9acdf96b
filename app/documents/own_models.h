// The paths of the model files that a person made with the program, in the settings, so that the list of devices has them next
// time.
#pragma once

#include <QStringList>
#include <vector>

#include "widgets/shell/device_list.h"

namespace chasescope {

class OwnModels {
 public:
  /// The absolute paths of the files that still exist, in the order in which they were made.
  static QStringList paths();
  static void remember(const QString& path);
  /// The file's entry in the list of devices. It has the card's name, or the file's name if the file is no card any more (opening
  /// it says why).
  static DeviceEntry entryOf(const QString& path);
};

}  // namespace chasescope
