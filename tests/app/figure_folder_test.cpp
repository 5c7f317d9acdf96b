// The folder of figures beside a report, when the program that writes the report is killed.
#include "app/documents/figure_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <csignal>

namespace chasescope {
namespace {

QStringList all_in(const QTemporaryDir& home) {
  return QDir(home.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

void write_in(const QString& folder, const char* text) {
  QFile file(folder + "/a.svg");
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(text);
}

TEST(FigureFolder, that_a_killed_report_left_goes_with_the_next_one) {
  const QTemporaryDir home;
  const QString path = home.filePath("r_figures");
  const pid_t child = fork();
  if (child == 0) {
    FigureFolder folder(path);
    if (!folder.begin().isEmpty()) _exit(1);
    write_in(folder.workFolder(), "half");
    kill(getpid(), SIGKILL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  ASSERT_EQ(all_in(home).size(), 1);
  QDir().mkpath(home.filePath("r_figures.backup"));  // a folder of a person, which must stay
  {
    FigureFolder folder(path);
    ASSERT_EQ(folder.begin(), QString());
    EXPECT_EQ(all_in(home).size(), 2);
    FigureFolder beside(path);  // a second report is written at the same time
    ASSERT_EQ(beside.begin(), QString());
    EXPECT_EQ(all_in(home).size(), 3);
    write_in(folder.workFolder(), "whole");
    ASSERT_EQ(folder.place(), QString());
    folder.keep();
  }
  EXPECT_EQ(all_in(home), (QStringList{"r_figures", "r_figures.backup"}));
}

TEST(FigureFolder, that_was_put_aside_by_a_killed_report_comes_back) {
  const QTemporaryDir home;
  const QString path = home.filePath("r_figures");
  {
    FigureFolder first(path);
    ASSERT_EQ(first.begin(), QString());
    write_in(first.workFolder(), "earlier");
    ASSERT_EQ(first.place(), QString());
    first.keep();
  }
  // The state that a report leaves when it is killed after the old folder got its temporary name and before the new one got the
  // final name.
  const QString work = home.filePath(".r_figures.chasescope-abcdef");
  QDir().mkpath(work);
  ASSERT_TRUE(QDir().rename(path, work + ".before"));
  {
    FigureFolder next(path);
    ASSERT_EQ(next.begin(), QString());
  }
  EXPECT_EQ(all_in(home), QStringList{"r_figures"});
}

}  // namespace
}  // namespace chasescope
