// The client against programs that misbehave in every way that we could think of.
#include "engine/device/protocol/external_device.h"

#include <dirent.h>
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "tests/engine/protocol/hostile_device.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

ExternalOptions hostile(const std::string& mode) { return hostile_device(CHASESCOPE_SOURCE_DIR, mode); }

std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* folder = opendir("/proc/self/fd");
  while (readdir(folder) != nullptr) ++count;
  closedir(folder);
  return count;
}

struct Violation {
  const char* mode;
  const char* says;
};

class Violations : public testing::TestWithParam<Violation> {};

TEST_P(Violations, EndTheProgramWithASentence) {
  ASSERT_TRUE(opened(hostile(GetParam().mode)));  // the first device ever also opens what the program keeps for all of them
  const std::size_t before = open_descriptors();
  {
    const auto device = opened(hostile(GetParam().mode));
    ASSERT_TRUE(device);
    const auto outcome = device->chase(chase_of(8), {});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::internal) << outcome.error().message;
    EXPECT_THAT(outcome.error().message, HasSubstr("broke the device protocol"));
    EXPECT_THAT(outcome.error().message, HasSubstr(GetParam().says));
    const auto next = device->chase(chase_of(8), {});
    ASSERT_FALSE(next);
    EXPECT_EQ(next.error().code, ErrorCode::lost);
    EXPECT_THAT(next.error().message,
                HasSubstr("Its program is started anew when the device is opened again, or the command repeated."));
  }
  EXPECT_EQ(open_descriptors(), before);
}

INSTANTIATE_TEST_SUITE_P(
    Protocol, Violations,
    testing::Values(Violation{"floods", "longer than 64 MiB"}, Violation{"endless_parts", "more cycles than the 8 accesses"},
                    Violation{"unknown_id", "never sent, id 1002"}, Violation{"text_id", "never sent"},
                    Violation{"null_id", "did not understand a request (\"What?\")"}, Violation{"no_id", "without an id"},
                    Violation{"nan", "no JSON"}, Violation{"infinite", "no JSON"}, Violation{"bad_part", "bad part of a trace"},
                    Violation{"progress_beyond", "progress"}, Violation{"long_line", "longer than 64 MiB"},
                    Violation{"invalid_utf8", "no JSON"}, Violation{"no_json", "Segmentation fault (core dumped)"},
                    Violation{"no_object", "no JSON object but an array"}, Violation{"empty_line", "no JSON"},
                    Violation{"deep", "nested too deeply"}, Violation{"many_arrays", "too many arrays"}),
    [](const auto& violation) { return std::string(violation.param.mode); });

class WrongAnswers : public testing::TestWithParam<Violation> {};

// The line can be read, and says which request it answers: that one fails, and others may still be answered well.
TEST_P(WrongAnswers, FailTheirRequestAlone) {
  const auto device = opened(hostile(GetParam().mode));
  ASSERT_TRUE(device);
  for (int round = 0; round < 2; ++round) {
    const auto outcome = device->chase(chase_of(8), {});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::internal) << outcome.error().message;
    EXPECT_THAT(outcome.error().message, HasSubstr("broke the device protocol"));
    EXPECT_THAT(outcome.error().message, HasSubstr(GetParam().says));
  }
  const auto banks = device->ask(BankRequest{}, {});
  ASSERT_TRUE(banks) << banks.error().message;
  EXPECT_EQ(banks->mean_cycles, 48.5);
}

INSTANTIATE_TEST_SUITE_P(Protocol, WrongAnswers,
                         testing::Values(Violation{"too_few", "has 7 entries, but 8 accesses"},
                                         Violation{"too_many", "has 9 entries, but 8 accesses"},
                                         Violation{"parts_beyond", "has 9 entries, but 8 accesses"},
                                         Violation{"negative", "/cycles/0"}, Violation{"absurd", "/cycles/0"},
                                         Violation{"texts", "/cycles/0"}, Violation{"result_array", "a result that is no object"},
                                         Violation{"both", "a result and an error at once"},
                                         Violation{"error_text", "no object with a code"}),
                         [](const auto& violation) { return std::string(violation.param.mode); });

TEST(ExternalDevice, ThatEndsIsStartedAnewAFewTimes) {
  const auto device = opened(hostile("dies"));
  ASSERT_TRUE(device);
  EXPECT_FALSE(device->revive({}).has_value());  // nothing is lost
  for (int start = 0; start < 2; ++start) {
    EXPECT_FALSE(device->chase(chase_of(8), {}));
    EXPECT_FALSE(device->revive({}).has_value()) << start;
    EXPECT_TRUE(device->ask(BankRequest{}, {})) << start;
  }
  EXPECT_FALSE(device->chase(chase_of(8), {}));
  const auto why = device->revive({});
  ASSERT_TRUE(why);
  EXPECT_EQ(why->code, ErrorCode::lost);
}

TEST(ExternalDevice, AnswersOfAGoodDeviceArrive) {
  const auto device = opened(hostile("well"));
  ASSERT_TRUE(device);
  EXPECT_EQ(device->description().name, "Hostile");
  const auto chased = device->chase(chase_of(5), {});
  ASSERT_TRUE(chased);
  EXPECT_EQ(chased->cycles.copy(), std::vector<float>(5, 35));
  const auto banks = device->ask(BankRequest{}, {});
  ASSERT_TRUE(banks) << banks.error().message;
  EXPECT_EQ(banks->mean_cycles, 48.5);
  const auto unserved = device->ask(InstructionsRequest{.bytes = 64, .repeats = 1}, {});
  ASSERT_FALSE(unserved);
  EXPECT_EQ(unserved.error().code, ErrorCode::unsupported);
}

TEST(ExternalDevice, RefusesInvalidRequestsItself) {
  const auto device = opened(hostile("dies"));
  ASSERT_TRUE(device);
  ChaseRequest request = chase_of(8);
  request.pattern = UniformPattern{1000, 128};
  const auto outcome = device->chase(request, {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::invalid_request);
}

/// Keeps what it hears.
struct Listener final : RequestSink {
  std::vector<std::vector<float>> parts;
  std::vector<double> progress;
  std::stop_source* stop = nullptr;
  void on_progress(std::size_t, double fraction) override {
    progress.push_back(fraction);
    if (stop != nullptr) stop->request_stop();
  }
  void on_part(std::size_t request, const TraceChunk& part) override {
    parts.resize(std::max(parts.size(), request + 1));
    parts[request].insert(parts[request].end(), part->begin(), part->end());
  }
};

TEST(ExternalDevice, PartsAndProgressReachTheSink) {
  const auto device = opened(hostile("parts"));
  ASSERT_TRUE(device);
  Listener listener;
  const auto outcome = device->chase(chase_of(4), {.stop = {}, .sink = &listener});
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(outcome->cycles.copy(), (std::vector<float>{0, 1, 2, 3}));
  EXPECT_EQ(listener.parts, (std::vector<std::vector<float>>{{0, 1, 2, 3}}));
  EXPECT_EQ(listener.progress, (std::vector<double>{0.25, 0.5, 0.75}));
}

TEST(ExternalDevice, NumbersWithAPointAreNumbers) {
  const auto device = opened(hostile("points"));
  ASSERT_TRUE(device);
  EXPECT_TRUE(device->chase(chase_of(3), {}));
}

TEST(ExternalDevice, BatchesArePipelinedAndAnsweredInAnyOrder) {
  const auto device = opened(hostile("backwards"));  // waits for eight requests before it answers one
  ASSERT_TRUE(device);
  std::vector<ChaseRequest> requests;
  for (std::uint64_t i = 1; i <= 8; ++i) requests.push_back(chase_of(i));
  Listener listener;
  const auto outcomes = device->chase_batch(requests, {.stop = {}, .sink = &listener});
  ASSERT_EQ(outcomes.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) {
    ASSERT_TRUE(outcomes[i]) << outcomes[i].error().message;
    EXPECT_EQ(outcomes[i]->cycles.copy(), std::vector<float>(i + 1, static_cast<float>(i + 1)));
    EXPECT_EQ(listener.parts.at(i).size(), i + 1);
  }
}

TEST(ExternalDevice, LongBatchesAreSentBitByBit) {
  const auto device = opened(hostile("well"));
  ASSERT_TRUE(device);
  const std::vector<ChaseRequest> requests(100, chase_of(3));
  for (const auto& outcome : device->chase_batch(requests, {})) EXPECT_TRUE(outcome);
}

TEST(ExternalDevice, AFailedRequestLeavesTheDeviceAlive) {
  const auto device = opened(hostile("strange_error"));
  ASSERT_TRUE(device);
  const auto outcome = device->chase(chase_of(8), {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error(), (DeviceError{ErrorCode::internal, "I am tired."}));
  EXPECT_TRUE(device->ask(BankRequest{}, {}));
}

TEST(ExternalDevice, ASecondAnswerIsNoticed) {
  const auto device = opened(hostile("twice"));
  ASSERT_TRUE(device);
  EXPECT_TRUE(device->chase(chase_of(8), {}));
  const auto outcome = device->chase(chase_of(8), {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::internal);
  EXPECT_THAT(outcome.error().message, HasSubstr("twice"));
}

struct End {
  const char* mode;
  const char* says;
};

TEST(ExternalDevice, ADeviceThatEndsIsLostWithItsLastWords) {
  for (const End& end : {End{"dies", "exit code 3"}, End{"dies_by_signal", "signal 11"}, End{"half_a_line", "no JSON"},
                         End{"closes_output", "closed its output"}}) {
    const auto device = opened(hostile(end.mode));
    ASSERT_TRUE(device);
    const auto outcome = device->chase(chase_of(8), {});
    ASSERT_FALSE(outcome);
    EXPECT_THAT(outcome.error().message, HasSubstr(end.says)) << end.mode;
    if (std::string(end.mode).starts_with("dies")) {
      EXPECT_EQ(outcome.error().code, ErrorCode::lost);
      EXPECT_THAT(outcome.error().message, HasSubstr("\"last words of the device\""));  // without the end of their line
    }
    EXPECT_EQ(device->ask(BankRequest{}, {}).error().code, ErrorCode::lost);
  }
}

TEST(ExternalDevice, SilenceIsTimedOut) {
  ExternalOptions options = hostile("hangs");
  options.silence =
      std::chrono::seconds(4);  // holds for the start of the program, too, which takes over a second on a busy computer
  const auto device = opened(std::move(options));
  ASSERT_TRUE(device);
  const auto outcome = device->chase(chase_of(8), {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().code, ErrorCode::timed_out);
  EXPECT_THAT(outcome.error().message, HasSubstr("said nothing for 4 s"));
}

TEST(ExternalDevice, StoppingEndsARequestWhateverTheDeviceDoes) {
  for (const char* mode : {"deaf", "endless_progress", "endless_empty_parts"}) {
    const auto device = opened(hostile(mode));
    ASSERT_TRUE(device);
    std::stop_source stop;
    Listener listener;
    listener.stop = &stop;
    const auto outcome = device->chase(chase_of(8), {.stop = stop.get_token(), .sink = &listener});
    ASSERT_FALSE(outcome) << mode;
    EXPECT_EQ(outcome.error().code, ErrorCode::cancelled) << mode;
  }
}

/// 200 ms are what a stop may take altogether. The best of some, since a busy machine adds to each.
TEST(ExternalDevice, one_that_does_not_hear_a_stop_is_gone_in_time) {
  for (const char* mode : {"deaf", "endless_progress", "silent_from_the_start"}) {
    auto best = std::chrono::milliseconds::max();
    for (int attempt = 0; attempt < 5; ++attempt) {
      std::stop_source stop;
      std::chrono::steady_clock::time_point stopped;
      const auto end = [&] {
        stopped = std::chrono::steady_clock::now();
        stop.request_stop();
      };
      ExternalOptions options = hostile(mode);
      if (std::string_view(mode) == "silent_from_the_start") {
        options.stop = stop.get_token();
        const std::jthread stopper(end);
        EXPECT_FALSE(open_external_device(std::move(options)));
      } else {
        auto device = opened(std::move(options));
        ASSERT_TRUE(device);
        const std::jthread stopper(end);
        EXPECT_FALSE(device->chase(chase_of(8), {.stop = stop.get_token(), .sink = nullptr}));
        device.reset();
      }
      best = std::min(best, std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - stopped));
    }
    EXPECT_LT(best.count(), 150) << mode;
  }
}

TEST(ExternalDevice, LateAnswersOfACancelledRequestAreDropped) {
  const auto device = opened(hostile("late"));
  ASSERT_TRUE(device);
  std::stop_source stop;
  Listener listener;
  listener.stop = &stop;
  const auto cancelled = device->chase(chase_of(8), {.stop = stop.get_token(), .sink = &listener});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
  const auto next = device->ask(BankRequest{}, {});  // what comes before its answer belongs to the cancelled request
  EXPECT_TRUE(next) << next.error().message;
}

TEST(ExternalDevice, StoppingFromAnotherThreadWakesTheWait) {
  const auto device = opened(hostile("hangs"));
  ASSERT_TRUE(device);
  std::stop_source stop;
  const std::jthread stopper([&] { stop.request_stop(); });
  const auto cancelled = device->chase(chase_of(8), {.stop = stop.get_token(), .sink = nullptr});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::cancelled);
}

TEST(ExternalDevice, ProgressThatStandsStillIsTimedOutAndEndsTheDeviceAtLast) {
  ExternalOptions options = hostile("stands_still");
  options.silence = std::chrono::seconds(4);  // as above
  const auto device = opened(std::move(options));
  ASSERT_TRUE(device);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(device->chase(chase_of(8), {}).error().code, ErrorCode::timed_out);
  const auto last = device->chase(chase_of(8), {});
  ASSERT_FALSE(last);
  EXPECT_EQ(last.error().code, ErrorCode::lost);
  EXPECT_THAT(last.error().message, HasSubstr("3 times in a row"));
}

TEST(ExternalDevice, OpeningCanBeStoppedWhateverTheProgramDoes) {
  for (const char* mode : {"floods_from_the_start", "floods_errors_from_the_start", "silent_from_the_start"}) {
    std::stop_source stop;
    ExternalOptions options = hostile(mode);
    options.silence = std::chrono::hours(1);
    options.stop = stop.get_token();
    const std::jthread stopper([&] { stop.request_stop(); });
    const auto device = open_external_device(std::move(options));
    ASSERT_FALSE(device) << mode;
    EXPECT_EQ(device.error().code, ErrorCode::cancelled) << mode;
  }
}

/// Whether the process lives; one that has ended and waits to be waited for does not.
bool lives(const std::string& process) {
  std::ifstream file("/proc/" + process + "/stat");
  std::string stat;
  std::getline(file, stat);
  const std::size_t close = stat.rfind(')');
  return close != std::string::npos && stat.at(close + 2) != 'Z';
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

TEST(ExternalDevice, WhatADeviceStartedEndsWithIt) {
  for (const char* mode : {"leaves_children", "leaves_children_and_dies"}) {
    auto device = opened(hostile(mode));
    ASSERT_TRUE(device);
    const std::vector<std::string> children = words_of(device->description().name);
    ASSERT_EQ(children.size(), 3U) << device->description().name;
    for (const std::string& child : children) EXPECT_TRUE(lives(child)) << mode;
    static_cast<void>(device->chase(chase_of(8), {}));
    device.reset();
    // A process that was killed needs a moment to end.
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (const std::string& child : children) {
      while (lives(child) && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
      EXPECT_FALSE(lives(child)) << mode;
    }
  }
}

TEST(ExternalDevice, OpeningSaysWhatIsWrong) {
  const auto fails = [](ExternalOptions options, ErrorCode code, const char* says) {
    const auto device = open_external_device(std::move(options));
    ASSERT_FALSE(device) << says;
    EXPECT_EQ(device.error().code, code) << device.error().message;
    EXPECT_THAT(device.error().message, HasSubstr(says));
  };
  fails(hostile("version"), ErrorCode::internal, "is version 2 of the device protocol; this program speaks version 1");
  fails(hostile("no_name"), ErrorCode::internal, "/name: is missing");
  fails(hostile("wrong_types"), ErrorCode::internal, "/spaces: must be an array");
  fails(hostile("absurd_properties"), ErrorCode::internal, "/properties/sm_count");
  fails(hostile("ends_at_once"), ErrorCode::lost, "exit code 5; its last words were \"no configuration found\"");
  fails({.id = "exec:x", .arguments = {"/no/such/program"}, .log = {}}, ErrorCode::lost, "No such file");
  fails({.id = "exec:", .arguments = {}, .log = {}}, ErrorCode::invalid_request, "no program");
  ExternalOptions silent = hostile("silent_from_the_start");
  silent.silence = std::chrono::seconds(1);
  fails(std::move(silent), ErrorCode::timed_out, "said nothing");
}

TEST(ExternalDevice, TheLogHearsStandardError) {
  std::size_t lines = 0;
  ExternalOptions options = hostile("floods_errors");
  options.log = [&](std::string_view line) { lines += line == "log" ? 1 : 0; };
  const auto device = opened(std::move(options));
  ASSERT_TRUE(device);
  EXPECT_TRUE(device->chase(chase_of(8), {}));
  EXPECT_GT(lines, 100'000U);
}

}  // namespace
}  // namespace chasescope
