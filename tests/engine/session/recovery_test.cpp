// Reading journals that were cut or damaged, or that are other people's.
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

TEST(Journal, cut_at_every_byte_gives_all_that_was_whole_before) {
  const TempFolder home;
  {
    Journal journal(home / "j");
    measure(journal, journal.new_document());
  }
  const std::string whole = contents(files_in(home / "j").front());
  std::vector<std::size_t> ends;  // the ends of the records
  for (std::size_t count = 1; count <= whole.size(); ++count) {
    const RecordList list = read_records(std::string_view(whole).substr(0, count));
    if (list.whole_bytes == count && !list.records.empty()) ends.push_back(count);
  }
  ASSERT_EQ(ends.size(), 7U);  // the job, three runs, two findings, the end
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    const auto records =
        static_cast<std::size_t>(std::count_if(ends.begin(), ends.end(), [&](std::size_t end) { return end <= cut; }));
    const std::size_t runs = records < 2 ? 0 : records < 3 ? 1 : records < 5 ? 2 : 3;
    const std::size_t findings = records < 4 ? 0 : records < 6 ? 1 : 2;
    const JournalBytes bytes{whole.substr(0, cut), {}};
    const auto documents = documents_of(bytes);
    ASSERT_EQ(documents.size(), runs > 0 ? 1U : 0U) << cut;
    if (runs == 0) continue;
    EXPECT_EQ(documents.front().ended, records == 7) << cut;
    const auto recovered = recover(bytes, documents.front().number);
    ASSERT_TRUE(recovered) << cut;
    ASSERT_EQ(recovered->session.runs.size(), runs) << cut;
    ASSERT_EQ(recovered->session.findings.size(), findings) << cut;
    ASSERT_EQ(recovered->left_out, 0U) << cut;
  }
}

TEST(Journal, gives_runs_of_one_number_numbers_of_their_own) {
  const TempFolder home;
  {
    Journal journal(home / "j");
    const auto document = journal.new_document();
    measure(journal, document);
    const auto job = journal.begin(job_of(document));
    journal.add(job, *run("run-3", 400));
    journal.add(job, finding("run-3"));
    journal.sync();
  }
  const auto recovered = LeftMeasurements(home / "j").session(0);
  ASSERT_TRUE(recovered);
  EXPECT_THAT(ids_of(recovered->session), testing::ElementsAre("run-1", "run-2", "run-3", "run-4"));
  EXPECT_EQ(recovered->session.findings.back().evidence, std::vector<std::string>{"run-4"});
  EXPECT_TRUE(session_bytes(recovered->session, SessionFormat::cbor));
}

TEST(Journal, of_another_version_is_left_alone) {
  const TempFolder home;
  fs::create_directory(home / "j");
  write_text(home / "j/a.journal", "chasescope-journal-2\nwhatever");
  const LeftMeasurements left(home / "j");
  EXPECT_EQ(left.newer(), 1U);
  EXPECT_TRUE(left.documents().empty());
  EXPECT_TRUE(fs::exists(home / "j/a.journal"));
}

TEST(Journal, takes_no_link_and_nothing_that_is_no_file) {
  const TempFolder home;
  {
    Journal journal(home / "j");
    measure(journal, journal.new_document());
  }
  fs::create_directory(home / "k");
  fs::create_symlink(files_in(home / "j").front(), home / "k/a.journal");
  fs::create_directory(home / "k/b.journal");
  ASSERT_EQ(mkfifo((home / "k/c.journal").c_str(), 0600), 0);
  EXPECT_TRUE(LeftMeasurements(home / "k").documents().empty());
  fs::create_symlink(home / "j", home / "link");
  Journal journal(home / "link");
  journal.add(journal.begin(job_of(journal.new_document())), *run("run-1"));
  EXPECT_FALSE(journal.sync());
}

/// A checksum does not protect against attacks: the content of a record is a stranger's.
TEST(Journal, takes_any_content) {
  std::string good;
  {
    const TempFolder home;
    {
      Journal journal(home / "j");
      measure(journal, journal.new_document());
    }
    good = contents(files_in(home / "j").front());
  }
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes(kJournalMark);
    for (JournalRecord record : read_records(good).records) {
      std::string payload(record.payload);
      if (!payload.empty() && random.below(3) == 0) payload[random.below(payload.size())] = static_cast<char>(random.below(256));
      if (random.below(20) == 0) record.kind = static_cast<RecordKind>(1 + random.below(5));
      record.payload = payload;
      append_record(bytes, record);
    }
    for (const LeftDocument& document : documents_of({bytes, {bytes}})) {
      const auto recovered = recover({bytes, {bytes}}, document.number);
      if (!recovered) continue;
      ASSERT_TRUE(session_bytes(recovered->session, SessionFormat::json)) << i;
      ASSERT_LE(recovered->session.runs.size() + recovered->session.findings.size() + recovered->left_out, 10U) << i;
    }
  }
}

TEST(Journal, leaves_out_what_can_not_be_read_and_counts_it) {
  const TempFolder home;
  {
    Journal journal(home / "j");
    measure(journal, journal.new_document());
  }
  const std::string whole = contents(files_in(home / "j").front());  // the records point into this text
  std::string bytes(kJournalMark);
  int number = 0;
  for (JournalRecord record : read_records(whole).records) {
    std::string payload(record.payload);
    if (record.kind == RecordKind::run && ++number == 2) payload = "\xF6";  // the CBOR value null
    record.payload = payload;
    append_record(bytes, record);
  }
  const auto recovered = recover({bytes, {}}, 1);
  ASSERT_TRUE(recovered);
  EXPECT_THAT(ids_of(recovered->session), testing::ElementsAre("run-1", "run-3"));
  EXPECT_EQ(recovered->session.findings.size(), 2U);
  EXPECT_EQ(recovered->left_out, 1U);
}

// A byte of one record is changed. All other records are read, if the length of the changed record is intact.
TEST(Journal, with_a_damaged_byte_gives_all_other_records_and_counts_the_damage) {
  const TempFolder home;
  {
    Journal journal(home / "j");
    measure(journal, journal.new_document());
  }
  const std::string whole = contents(files_in(home / "j").front());
  std::size_t counted = 0;
  for (std::size_t at = kJournalMark.size(); at < whole.size(); ++at) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    const RecordList list = read_records(bytes);
    ASSERT_TRUE(list.damaged == 1 || list.unread_bytes > 0) << at;
    ASSERT_EQ(list.whole_bytes + list.unread_bytes, bytes.size());
    if (list.damaged != 1) continue;
    ++counted;
    ASSERT_EQ(list.records.size(), 6U) << at;
    const auto documents = documents_of({bytes, {}});
    if (documents.empty()) continue;  // the byte was in the job
    ASSERT_EQ(documents.front().damaged, 1U);
    const auto recovered = recover({bytes, {}}, documents.front().number);
    ASSERT_TRUE(recovered) << at;
    ASSERT_EQ(recovered->left_out, 1U) << at;
  }
  EXPECT_GT(counted, (whole.size() - kJournalMark.size()) * 9 / 10);
}

TEST(Journal, that_can_not_be_read_is_left_as_it_is_and_named) {
  const TempFolder home;
  fs::create_directories(home / "j");
  const auto write = [&](const char* name, const std::string& text) { std::ofstream(home / "j" / name, std::ios::binary) << text; };
  write("1.journal", "a letter");
  write("2.journal", "");  // the file of a process that was killed before it wrote anything
  write("3.journal", std::string(kJournalMark.substr(0, 9)));
  const LeftMeasurements left(home / "j");
  EXPECT_TRUE(left.documents().empty());
  EXPECT_THAT(left.unreadable(), testing::ElementsAre(home / "j" / "1.journal"));
  EXPECT_EQ(contents(home / "j" / "1.journal"), "a letter");
  EXPECT_FALSE(fs::exists(home / "j" / "2.journal"));
}

/// Two processes write journals at the same time, and one of them is killed.
TEST(Journal, of_each_process_is_its_own) {
  const TempFolder home;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    Journal journal(home / "j");
    const auto job = journal.begin(job_of(journal.new_document()));
    journal.add(job, *run("run-1"));
    journal.sync();
    [[maybe_unused]] const auto told = write(ready[1], "x", 1);
    for (;;) pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  {
    Journal journal(home / "j");
    measure(journal, journal.new_document());
    EXPECT_EQ(files_in(home / "j").size(), 2U);
    EXPECT_TRUE(LeftMeasurements(home / "j").documents().empty());
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    const LeftMeasurements left(home / "j");
    ASSERT_EQ(left.documents().size(), 1U);
    EXPECT_FALSE(left.documents().front().ended);
    EXPECT_THAT(ids_of(left.session(0)->session), testing::ElementsAre("run-1"));
  }
}

}  // namespace
}  // namespace chasescope
