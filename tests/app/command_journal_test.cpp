// What a command that fails leaves: what would cost something to measure again.
#include "app/measurement/command_journal.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <filesystem>
#include <thread>

#include "engine/session/journal/journal_folder.h"
#include "engine/session/journal/recovery.h"

namespace chasescope {
namespace {

TEST(CommandJournal, a_command_that_fails_leaves_what_costs_something_to_measure_again) {
  const QTemporaryDir home;
  qputenv("XDG_STATE_HOME", home.path().toUtf8());
  const auto journal = command_journal();
  const auto measure = [&] {
    const std::uint32_t job = journal->begin({.document = journal->new_document(), .device = {}});
    journal->add(job, Finding{});
    journal->end(job, {});
    journal->sync();
  };
  measure();
  std::this_thread::sleep_until(journal->begins() + std::chrono::milliseconds(10));  // as while a figure is laid out
  settle_journal(false);
  EXPECT_TRUE(LeftMeasurements(journal_folder()).documents().empty());
  EXPECT_TRUE(!std::filesystem::exists(journal_folder()) || std::filesystem::is_empty(journal_folder()));
  measure();
  settle_journal(false);  // a busy machine took that second
  EXPECT_TRUE(std::filesystem::is_empty(journal_folder()));
  measure();
  measuring_costs();
  settle_journal(false);
  EXPECT_FALSE(std::filesystem::is_empty(journal_folder()));
  settle_journal(true);
  EXPECT_TRUE(std::filesystem::is_empty(journal_folder()));
}

}  // namespace
}  // namespace chasescope
