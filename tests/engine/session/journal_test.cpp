// Finished measurements outlive the process, however it ends.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "engine/device/codec/codec.h"
#include "engine/session/journal/journal_record.h"
#include "engine/session/journal/recovery.h"
#include "engine/session/session_file.h"
#include "engine/trace/random.h"
#include "tests/engine/output/small_disk.h"
#include "tests/engine/session/journal_samples.h"

namespace chasescope {
namespace {

TEST(Journal, gives_back_what_was_finished) {
  const TempFolder home;
  const fs::path folder = home / "state/chasescope";
  std::optional<Journal> journal(folder);
  measure(*journal, journal->new_document());
  EXPECT_TRUE(LeftMeasurements(folder).documents().empty()) << "a living process's journal was offered";
  journal.reset();

  LeftMeasurements left(folder);
  ASSERT_EQ(left.documents().size(), 1U);
  const LeftDocument& document = left.documents().front();
  EXPECT_EQ(document.device, sample_session().device.name);
  EXPECT_EQ(document.probe, "discover");
  EXPECT_EQ(document.when, "2026-01-02T03:04:05Z");
  EXPECT_EQ(document.runs, 3U);
  EXPECT_EQ(document.findings, 2U);
  EXPECT_TRUE(document.ended);
  EXPECT_FALSE(document.free_run);
  const auto recovered = left.session(0);
  ASSERT_TRUE(recovered) << recovered.error().message;
  EXPECT_EQ(recovered->left_out, 0U);
  ASSERT_EQ(recovered->session.runs.size(), 3U);
  EXPECT_EQ(*recovered->session.runs[1], *run("run-2", 200));
  EXPECT_EQ(recovered->session.findings[1].evidence, std::vector<std::string>{"run-3"});
  EXPECT_EQ(recovered->session.environment["probe"], "discover");
  EXPECT_TRUE(recovered->session.environment["conditions"].contains("samples"));
  EXPECT_TRUE(session_bytes(recovered->session, SessionFormat::json)) << "what is recovered can't be saved";

  EXPECT_TRUE(LeftMeasurements(folder).documents().empty()) << "it is in the hands of another";
  left.forget(0);
  EXPECT_TRUE(files_in(folder).empty());
}

TEST(Journal, is_private) {
  const TempFolder home;
  const fs::path folder = home / "chasescope";
  fs::create_directory(folder);
  fs::permissions(folder, fs::perms::all);
  Journal journal(folder);
  measure(journal, journal.new_document());
  journal.put_repeated(job_of(journal.new_document()), {run("run-1")}, {});
  EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
  ASSERT_EQ(files_in(folder).size(), 2U);
  for (const fs::path& file : files_in(folder))
    EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write) << file;
}

/// A free run's trace replaces the older one in the file, so that the file does not grow.
TEST(Journal, of_a_free_run_keeps_the_newest_whole_trace_and_does_not_grow) {
  const TempFolder home;
  std::optional<Journal> journal(home / "j");
  const auto document = journal->new_document();
  for (int i = 1; i <= 1000; ++i) journal->put_repeated(job_of(document), {run("run-1", static_cast<float>(i))}, {});
  std::uint64_t bytes = 0;
  for (const fs::path& file : files_in(home / "j")) bytes += fs::file_size(file);
  EXPECT_LT(bytes, 20'000U);
  journal.reset();
  const std::vector<fs::path> files = files_in(home / "j");
  JournalBytes all{contents(files.front()), {}};
  for (std::size_t i = 1; i < files.size(); ++i) all.repeated.push_back(contents(files[i]));
  const auto newest = recover(all, document);
  ASSERT_TRUE(newest);
  EXPECT_EQ(*newest->session.runs.front(), *run("run-1", 1000));
  EXPECT_TRUE(documents_of(all).front().free_run);
  // If the newest trace is cut anywhere, the one before is still whole.
  std::string& last = *std::max_element(all.repeated.begin(), all.repeated.end(), [&](const std::string& a, const std::string& b) {
    return recover({"", {a}}, document)->session.runs.front()->cycles().copy(0, 1)[0] <
           recover({"", {b}}, document)->session.runs.front()->cycles().copy(0, 1)[0];
  });
  while (!last.empty()) {
    last.pop_back();
    const auto before = recover(all, document);
    ASSERT_TRUE(before);
    ASSERT_EQ(*before->session.runs.front(), *run("run-1", 999)) << last.size();
  }
}

TEST(Journal, of_a_free_run_gives_way_to_what_is_run_on_purpose) {
  const TempFolder home;
  {
    Journal journal(home / "j");
    const auto document = journal.new_document();
    journal.put_repeated(job_of(document), {run("run-1", 7)}, {});
    measure(journal, document);
  }
  const LeftMeasurements left(home / "j");
  ASSERT_EQ(left.documents().size(), 1U);
  EXPECT_EQ(*left.session(0)->session.runs.front(), *run("run-1"));
}

TEST(Journal, forgets_what_was_saved_or_declined) {
  const TempFolder home;
  std::optional<Journal> journal(home / "j");
  const auto first = journal->new_document(), second = journal->new_document();
  measure(*journal, first);
  measure(*journal, second);
  EXPECT_TRUE(journal->holds_any());
  journal->forget(first);
  EXPECT_TRUE(journal->holds_any());
  EXPECT_EQ(documents_of({contents(files_in(home / "j").front()), {}}).size(), 1U);
  journal->forget(second);
  EXPECT_FALSE(journal->holds_any());
  EXPECT_TRUE(files_in(home / "j").empty());
  measure(*journal, first);  // a journal can be used again afterwards
  EXPECT_EQ(files_in(home / "j").size(), 1U);
  journal->forget_all();
  EXPECT_TRUE(files_in(home / "j").empty());
}

TEST(Journal, holds_nothing_of_a_job_without_a_result) {
  const TempFolder home;
  Journal journal(home / "j");
  const auto document = journal.new_document();
  const auto job = journal.begin(job_of(document));
  EXPECT_FALSE(journal.holds_any());
  journal.add(job, *run("run-1"));
  EXPECT_TRUE(journal.holds_any());
  journal.forget(document);
  EXPECT_FALSE(journal.holds_any());
}

TEST(Journal, deals_with_one_document_of_several) {
  const TempFolder home;
  {
    Journal journal(home / "j");
    for (int i = 0; i < 3; ++i) measure(journal, journal.new_document());
  }
  const fs::path file = files_in(home / "j").front();
  fs::resize_file(file, fs::file_size(file) - 1);  // cuts the last record
  {
    LeftMeasurements left(home / "j");
    ASSERT_EQ(left.documents().size(), 3U);
    left.forget(1);
  }
  LeftMeasurements left(home / "j");
  ASSERT_EQ(left.documents().size(), 2U);
  EXPECT_EQ(left.documents()[0].number, 1U);
  EXPECT_EQ(left.documents()[1].number, 3U);
  left.forget(0);
  left.forget(1);
  EXPECT_TRUE(files_in(home / "j").empty());
}

/// Measurements that are forgotten or finished within the journal's delay are never written.
TEST(Journal, writes_nothing_of_what_is_over_in_a_moment) {
  const TempFolder home;
  Journal journal(home / "j", std::chrono::hours(1));
  measure(journal, journal.new_document());
  EXPECT_FALSE(fs::exists(home / "j"));
  EXPECT_FALSE(journal.holds_any());
}

TEST(Journal, on_a_full_disk_keeps_what_it_had_and_says_so_once) {
  const TempFolder home;
  std::size_t whole = 0;
  {
    Journal journal(home / "all");
    measure(journal, journal.new_document());
    whole = fs::file_size(files_in(home / "all").front());
  }
  for (std::size_t room = 0; room <= whole; room += 7) {
    const fs::path folder = home / std::to_string(room);
    {
      Journal journal(folder);
      const SmallDisk disk(room);
      const auto document = journal.new_document();
      const auto job = journal.begin(job_of(document));
      for (int i = 1; i <= 3; ++i) journal.add(job, *run("run-" + std::to_string(i)));
      journal.add(job, finding("run-1"));
      journal.add(job, finding("run-3"));
      journal.end(job, {{"samples", nlohmann::json::array()}});
      if (journal.sync()) continue;
      const auto fault = journal.take_fault();
      ASSERT_TRUE(fault);
      EXPECT_THAT(*fault, testing::HasSubstr("File too large"));
      EXPECT_THAT(*fault, testing::EndsWith("measuring goes on."));
      EXPECT_FALSE(journal.take_fault());
    }
    for (const LeftMeasurements left(folder); const LeftDocument& document : left.documents()) {
      EXPECT_LT(document.runs + document.findings, 6U);
      EXPECT_TRUE(left.session(0));
    }
  }
}

TEST(Journal, that_can_not_be_written_says_why) {
  const TempFolder home;
  write_text(home / "file", "");
  Journal journal(home / "file" / "j");
  journal.add(journal.begin(job_of(journal.new_document())), *run("run-1"));
  EXPECT_FALSE(journal.sync());
  EXPECT_THAT(journal.take_fault().value_or(""), testing::HasSubstr("Not a directory"));
  journal.put_repeated(job_of(journal.new_document()), {run("run-1")}, {});
  EXPECT_FALSE(journal.holds_any());
}

TEST(Journal, has_a_bound) {
  const TempFolder home;
  auto journal = std::make_unique<Journal>(home / "j", std::chrono::milliseconds(0), real_disk(), 8192);
  const auto job = journal->begin(job_of(journal->new_document()));
  int kept = 0;
  for (int i = 1; i <= 1000; ++i) {
    journal->add(job, *run("run-" + std::to_string(i)));
    kept += journal->sync() ? 1 : 0;
  }
  EXPECT_THAT(journal->take_fault().value_or(""), testing::HasSubstr("are not saved yet"));
  EXPECT_LE(fs::file_size(files_in(home / "j").front()), 8192U);
  journal.reset();
  EXPECT_EQ(static_cast<int>(LeftMeasurements(home / "j").documents().front().runs), kept);
}

TEST(Journal, makes_room_by_free_runs_first_and_then_keeps_no_more) {
  const TempFolder home;
  for (int i = 0; i < 2; ++i) {
    Journal journal(home / "j");
    measure(journal, journal.new_document());
    journal.put_repeated(job_of(journal.new_document()), {run("run-1")}, {});
  }
  const auto all = [&] {
    std::uint64_t bytes = 0;
    for (const fs::path& file : files_in(home / "j")) bytes += fs::file_size(file);
    return bytes;
  };
  ASSERT_EQ(files_in(home / "j").size(), 4U);
  EXPECT_EQ(make_room(home / "j", all()), "");
  EXPECT_EQ(files_in(home / "j").size(), 4U);
  EXPECT_EQ(make_room(home / "j", all() - 1), "");
  EXPECT_EQ(files_in(home / "j").size(), 3U);
  EXPECT_NE(make_room(home / "j", 10), "");
  EXPECT_EQ(files_in(home / "j").size(), 2U);  // measurements that a person started are never removed
}

}  // namespace
}  // namespace chasescope
