// A session is saved completely or not at all. If it is not saved, there is a sentence.
#include <gmock/gmock.h>

#include <limits>

#include "engine/session/convert.h"
#include "engine/session/csv/csv.h"
#include "engine/session/session_file.h"
#include "tests/engine/output/small_disk.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

std::vector<std::string> files_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  return names;
}

TEST(SessionSaving, WritesAndOpensBothFormats) {
  const TempFolder folder;
  for (const auto& [name, format] : {std::pair{"a.json", SessionFormat::json}, {"a.cbor", SessionFormat::cbor}}) {
    ASSERT_EQ(write_session(sample_session(), folder / name, format), std::nullopt);
    const auto again = read_session(folder / name);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, sample_session());
  }
  EXPECT_EQ(contents(folder / "a.json"), *session_bytes(sample_session(), SessionFormat::json));
  EXPECT_LT(contents(folder / "a.cbor").size(), contents(folder / "a.json").size());
}

TEST(SessionSaving, TheContentTellsTheFormat) {
  const TempFolder folder;
  ASSERT_EQ(write_session(sample_session(), folder / "wrong.json", SessionFormat::cbor), std::nullopt);
  EXPECT_TRUE(read_session(folder / "wrong.json"));
}

TEST(SessionSaving, ReplacesAnOlderFile) {
  const TempFolder folder;
  write_text(folder / "a.json", "old");
  ASSERT_EQ(write_session(sample_session(), folder / "a.json", SessionFormat::json), std::nullopt);
  EXPECT_TRUE(read_session(folder / "a.json"));
  EXPECT_THAT(files_in(folder.path()), testing::ElementsAre("a.json"));
}

TEST(SessionSaving, AFolderThatDoesNotExistIsAnError) {
  const TempFolder folder;
  const auto error = write_session(sample_session(), folder / "nowhere/a.json", SessionFormat::json);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr((folder / "nowhere").string()));
  EXPECT_THAT(files_in(folder.path()), testing::IsEmpty());
}

TEST(SessionSaving, AFolderInTheWayIsAnError) {
  const TempFolder folder;
  std::filesystem::create_directory(folder / "a.json");
  const auto error = write_session(sample_session(), folder / "a.json", SessionFormat::json);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("a.json can't be written: "));
  EXPECT_TRUE(std::filesystem::is_directory(folder / "a.json"));
}

TEST(SessionSaving, WhatCouldNotBeOpenedAgainIsNotSaved) {
  const TempFolder folder;
  write_text(folder / "a.json", "old");
  Session session = sample_session();
  session.findings[0].evidence = {"run-77"};
  const auto error = write_session(session, folder / "a.json", SessionFormat::json);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::invalid_request);
  EXPECT_THAT(error->message, HasSubstr("/findings/0/evidence/0"));
  EXPECT_EQ(contents(folder / "a.json"), "old");
  EXPECT_THAT(files_in(folder.path()), testing::ElementsAre("a.json"));
}

TEST(SessionSaving, RefusesNumbersThatJsonCannotHold) {
  const auto refusal = [](const Session& session) {
    const auto bytes = session_bytes(session, SessionFormat::cbor);
    return bytes ? std::string() : bytes.error().message;
  };
  Session session = sample_session();
  session.findings[0].value = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal(session), HasSubstr("/findings/0/value"));
  session = sample_session();
  session.findings[0].high = std::numeric_limits<double>::infinity();
  EXPECT_THAT(refusal(session), HasSubstr("/findings/0/high"));
  session = sample_session();
  session.environment["deep"]["x"] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal(session), HasSubstr("/environment/deep/x"));
  session = sample_session();
  session.runs.push_back(
      std::make_shared<const chasescope::Run>(uniform_run("run-9", 512, 128, {1, std::numeric_limits<float>::quiet_NaN()})));
  EXPECT_THAT(refusal(session), HasSubstr("/runs/4/trace/cycles/1"));
  session.runs.back() = nullptr;
  EXPECT_THAT(refusal(session), HasSubstr("/runs/4"));
}

TEST(SessionSaving, AFullDiskLeavesTheOldFile) {
  const TempFolder folder;
  write_text(folder / "a.json", "old");
  Session session = sample_session();
  session.runs.push_back(
      std::make_shared<const chasescope::Run>(uniform_run("run-9", 512, 128, std::vector<float>(1'000'000, 35))));
  std::optional<DeviceError> error;
  {
    const SmallDisk disk(1 << 20);
    error = write_session(session, folder / "a.json", SessionFormat::json);
  }
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("nothing was changed"));
  EXPECT_EQ(contents(folder / "a.json"), "old");
  EXPECT_THAT(files_in(folder.path()), testing::ElementsAre("a.json"));
}

TEST(SessionSaving, SpaceThatEndsAtAnyByteLeavesTheOldFileInEveryFormat) {
  for (const char* name : {"a.json", "a.cbor", "a.md", "a.tex", "a.config", "mt4g/a.json", "csv/a.csv"}) {
    const TempFolder folder;
    const std::filesystem::path path = folder / name;
    std::filesystem::create_directories(path.parent_path());
    const std::string format = path.parent_path().filename() == "mt4g" ? "mt4g" : path.extension() == ".csv" ? "csv" : "";
    ASSERT_TRUE(write_document(sample_session(), path, format)) << name;
    const std::size_t size = contents(path).size();
    ASSERT_GT(size, 100U);
    write_text(path, "old");
    for (std::size_t n = 0; n < size; ++n) {
      const SmallDisk disk(n);
      const auto outcome = write_document(sample_session(), path, format);
      ASSERT_FALSE(outcome) << name << " with space for " << n << " of " << size << " bytes";
      ASSERT_THAT(outcome.error().message, HasSubstr("nothing was changed"));
      ASSERT_EQ(contents(path), "old") << name << " with space for " << n << " bytes";
    }
    EXPECT_THAT(files_in(path.parent_path()), testing::ElementsAre(path.filename().string()));
  }
}

TEST(SessionSaving, OfTracesAsCsvAllFilesAreWrittenOrNone) {
  const TempFolder folder;
  const auto written = write_csv(sample_session(), folder / "a.csv");
  ASSERT_TRUE(written);
  ASSERT_GT(written->files.size(), 2U);
  std::size_t largest = 0;
  for (const auto& file : written->files) {
    largest = std::max(largest, contents(file).size());
    write_text(file, "old");
  }
  for (std::size_t n = 0; n < largest; n += 7) {
    const SmallDisk disk(n);
    ASSERT_FALSE(write_csv(sample_session(), folder / "a.csv")) << n;
    for (const auto& file : written->files) ASSERT_EQ(contents(file), "old") << file << " with space for " << n << " bytes";
  }
}

TEST(SessionOpening, SaysWhatIsWrongWithTheFile) {
  const TempFolder folder;
  const auto message = [](const std::filesystem::path& path) {
    const auto session = read_session(path);
    return session ? std::string() : session.error().message;
  };
  EXPECT_THAT(message(folder / "none.json"), HasSubstr("There is no file"));
  EXPECT_THAT(message(folder.path()), HasSubstr("is a folder"));
  EXPECT_THAT(message("/dev/zero"), HasSubstr("no ordinary file"));
  write_text(folder / "empty.json", "");
  EXPECT_THAT(message(folder / "empty.json"), HasSubstr("is empty"));
}

}  // namespace
}  // namespace chasescope
