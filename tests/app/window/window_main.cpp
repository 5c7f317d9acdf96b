// Tests of the window need a QApplication; settings go to a folder of their own.
#include <gtest/gtest.h>

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir settings;
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, settings.path());
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("ChaseScopeTest"));
  QApplication::setOrganizationName(QStringLiteral("ChaseScopeTest"));
  return RUN_ALL_TESTS();
}
