// What a command that fails leaves: what would cost something to measure again.
#include "app/measurement/command_journal.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <filesystem>

#include "app/measurement/probe_session.h"
#include "engine/session/journal/journal_folder.h"

namespace chasescope {
namespace {

bool is_nothing_left() { return !std::filesystem::exists(journal_folder()) || std::filesystem::is_empty(journal_folder()); }

// The journal of a process is one, and remembers that measuring cost something. So this is one test.
TEST(CommandJournal, a_command_that_fails_leaves_what_costs_something_to_measure_again) {
  const QTemporaryDir home;
  qputenv("XDG_STATE_HOME", home.path().toUtf8());
  static auto now = std::chrono::steady_clock::now() - std::chrono::hours(1);
  const auto journal = command_journal([] { return now; });
  const auto measure = [&] {
    const std::uint32_t job = journal->begin({.document = journal->new_document(), .device = {}});
    journal->add(job, Finding{});
    journal->end(job, {});
    journal->sync();
  };
  const auto chase_on = [](const std::string& device) {
    const auto session = measure_session({.id = device, .noise = {}, .seed = {}, .request_log = {}}, "fine-grained",
                                         {"bytes=4096", "stride=64", "accesses=64"});
    ASSERT_TRUE(session) << session.error().message;
  };
  measure();
  now = journal->begins();  // as while a figure is laid out
  settle_journal(false);
  EXPECT_TRUE(is_nothing_left());
  measure();
  EXPECT_FALSE(is_nothing_left());
  settle_journal(false);  // a busy machine took that second
  EXPECT_TRUE(is_nothing_left());
  chase_on("model:textbook");
  EXPECT_FALSE(is_nothing_left());
  settle_journal(false);
  EXPECT_TRUE(is_nothing_left());
  chase_on("exec:python3 " CHASESCOPE_SOURCE_DIR "/resources/examples/cache_device.py");
  settle_journal(false);
  EXPECT_FALSE(is_nothing_left());
  settle_journal(true);
  EXPECT_TRUE(is_nothing_left());
  // What took less than a second is not kept, whatever it cost.
  now = journal->begins() - std::chrono::milliseconds(1);
  measure();
  now = journal->begins();
  settle_journal(false);
  EXPECT_TRUE(is_nothing_left());
}

}  // namespace
}  // namespace chasescope
