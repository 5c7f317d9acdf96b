// Files outlive versions of the program: old files open, and newer ones are refused with a sentence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "engine/device/mystery/mystery_file.h"
#include "engine/model/card_file/card_reader.h"
#include "engine/mystery/answer_sheet.h"
#include "engine/session/convert.h"
#include "engine/session/journal/journal_record.h"
#include "engine/session/journal/recovery.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

const fs::path kFolder = fs::path(CHASESCOPE_SOURCE_DIR) / "tests/engine/old_files";

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// An old file in which the version is replaced, as if a newer program had written it.
std::string newer(const std::string& name, const std::string& version, const std::string& another) {
  std::string text = bytes_of(kFolder / name);
  const std::size_t at = text.find(version);
  EXPECT_NE(at, std::string::npos) << name;
  return text.replace(at, version.size(), another);
}

class Scratch {
 public:
  explicit Scratch(const std::string& name, const std::string& text)
      : path_(fs::temp_directory_path() / (std::to_string(getpid()) + name)) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~Scratch() { fs::remove(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

const auto kIsNewer = AllOf(HasSubstr("version 2"), HasSubstr("reads version 1"), HasSubstr("a newer ChaseScope can open it"));

model::CardReading card_of(const std::string& text) {
  std::vector<std::string_view> spaces;
  for (const MemorySpace space : all_memory_spaces()) spaces.push_back(to_string(space));
  return model::read_card(text, spaces);
}

TEST(OldFiles, sessions_open) {
  const auto json = read_session(kFolder / "session-1.json");
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_EQ(json->runs.size(), 4U);
  EXPECT_FALSE(json->findings.empty());
  // An old name of a quantity had several meanings. The reader must give it the right new name.
  const auto named = [&](const char* quantity) {
    return std::count_if(json->findings.begin(), json->findings.end(),
                         [&](const Finding& finding) { return finding.quantity == quantity; });
  };
  EXPECT_EQ(named("near_latency_cycles"), 0);
  EXPECT_EQ(named("near_memory_latency_cycles"), 1);
  const auto cbor = read_session(kFolder / "session-1.cbor");
  ASSERT_TRUE(cbor) << cbor.error().message;
  EXPECT_TRUE(*cbor == *json);
}

TEST(OldFiles, sessions_of_a_newer_program_are_refused) {
  const auto session = parse_session(newer("session-1.json", "\"version\": 1", "\"version\": 2"), "new.json");
  ASSERT_FALSE(session);
  EXPECT_THAT(session.error().message, kIsNewer);
}

TEST(OldFiles, traces_open_and_newer_ones_are_refused) {
  const auto trace = open_document(kFolder / "trace-1.csv");
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_EQ(trace->session.runs.size(), 1U);
  const Scratch file("new.csv", newer("trace-1.csv", "chasescope-trace-1", "chasescope-trace-2"));
  const auto refused = open_document(file.path());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, kIsNewer);
}

TEST(OldFiles, card_files_open_and_newer_ones_are_refused) {
  EXPECT_TRUE(card_of(bytes_of(kFolder / "model-1.json")).card);
  const auto refused = card_of(newer("model-1.json", "\"version\": 1", "\"version\": 2"));
  ASSERT_EQ(refused.faults.size(), 1U);
  EXPECT_THAT(refused.faults.front().pointer + " " + refused.faults.front().reason,
              AllOf(HasSubstr("version is 2"), HasSubstr("reads version 1"), HasSubstr("a newer ChaseScope can open it")));
}

TEST(OldFiles, mystery_cards_and_answers_open_and_newer_ones_are_refused) {
  const auto card = mystery::read_mystery(kFolder / "card-1.mystery");
  ASSERT_TRUE(card) << card.error().message;
  const auto sheet = mystery::read_sheet(kFolder / "student-1.answers");
  ASSERT_TRUE(sheet) << sheet.error().message;
  EXPECT_EQ(sheet->student, "s-101");
  EXPECT_TRUE(mystery::mark_holds(*sheet, card->card));
  const Scratch mystery("new.mystery", newer("card-1.mystery", "\"version\": 1", "\"version\": 2"));
  EXPECT_THAT(mystery::read_mystery(mystery.path()).error().message, kIsNewer);
  const Scratch answers("new.answers", newer("student-1.answers", "\"version\": 1", "\"version\": 2"));
  EXPECT_THAT(mystery::read_sheet(answers.path()).error().message, kIsNewer);
}

TEST(OldFiles, journals_open_and_newer_ones_are_left_alone) {
  const JournalBytes bytes{bytes_of(kFolder / "left-1.journal"), {}};
  ASSERT_EQ(documents_of(bytes).size(), 1U);
  const auto recovered = recover(bytes, documents_of(bytes).front().number);
  ASSERT_TRUE(recovered);
  EXPECT_EQ(recovered->left_out, 0U);
  EXPECT_EQ(recovered->session.runs.size(), documents_of(bytes).front().runs);
  EXPECT_TRUE(read_records(newer("left-1.journal", "chasescope-journal-1", "chasescope-journal-2")).newer);
}

}  // namespace
}  // namespace chasescope
