// Widgets need an application object before any test runs.
#include <gtest/gtest.h>

#include <QApplication>

#include "widgets/style/fonts.h"

int main(int argc, char** argv) {
  if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  testing::InitGoogleTest(&argc, argv);
  QApplication application(argc, argv);
  chasescope::registerFonts();
  return RUN_ALL_TESTS();
}
