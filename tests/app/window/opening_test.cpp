// The opening of some devices never ends by itself. A person can give it up, and it does not keep a closed window alive.
#include <memory>

#include "tests/app/window/window_fixture.h"

namespace chasescope {
namespace {

class Opening : public WindowFixture {
 protected:
  static QString endless(const QString& mode) {
    return QStringLiteral("exec:python3 %1/tests/engine/protocol/hostile_device.py %2").arg(QStringLiteral(CHASESCOPE_SOURCE_DIR), mode);
  }
};

TEST_F(Opening, can_be_given_up_by_the_stop_button_and_by_another_device) {
  window_.openDevice(endless("floods_from_the_start"));
  EXPECT_TRUE(window_.explorer().opening());
  ASSERT_TRUE(window_.actions().stop->isEnabled());
  QSignalSpy closed(&window_.explorer(), &Explorer::deviceClosed);
  QSignalSpy failed(&window_.explorer(), &Explorer::deviceFailed);
  window_.actions().stop->trigger();
  EXPECT_EQ(closed.count(), 1);
  EXPECT_FALSE(window_.explorer().opening());
  EXPECT_FALSE(window_.actions().stop->isEnabled());

  window_.openDevice(endless("silent_from_the_start"));
  open("model:textbook");  // this device opens only after the measuring thread has given up the other one
  EXPECT_TRUE(window_.explorer().device());
  EXPECT_EQ(failed.count(), 0);
}

TEST_F(Opening, does_not_hold_a_closed_window) {
  auto window = std::make_unique<MainWindow>(theme_);
  window->openDevice(endless("floods_errors_from_the_start"));
  EXPECT_TRUE(window->explorer().opening());
  window.reset();  // waits for the measurement thread
}

}  // namespace
}  // namespace chasescope
