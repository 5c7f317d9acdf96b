// Saving: all of it or nothing, and a sentence when it is nothing.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/resource.h>

#include <limits>

#include "engine/session/session_file.h"
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

/// Files of this process can't grow beyond `bytes` while this lives: what a full disk does to a writer.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SmallDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

 private:
  rlimit before_{};
  sighandler_t handler_ = nullptr;
};

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
  EXPECT_THAT(error->message, HasSubstr("unchanged"));
  EXPECT_EQ(contents(folder / "a.json"), "old");
  EXPECT_THAT(files_in(folder.path()), testing::ElementsAre("a.json"));
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
