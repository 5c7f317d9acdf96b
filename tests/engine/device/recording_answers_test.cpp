#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <set>

#include "engine/device/recording/recorded_probe.h"
#include "engine/device/recording/recording.h"
#include "engine/probe/discovery/registry.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

using testing::HasSubstr;

Run run_of(const std::string& id, std::vector<float> cycles) {
  Run run{id, "fine-grained", "trace", {}, {}};
  run.chase()->request.pattern = UniformPattern{512, 128};
  run.chase()->request.warmup = 8;
  run.chase()->request.accesses = cycles.size();
  run.chase()->result.cycles.append(std::move(cycles));
  run.chase()->result.overhead_cycles = 4;
  return run;
}

Session session_of(const std::vector<Run>& runs) {
  Session session;
  session.device.name = "H200";
  session.device.origin = Origin::hardware;
  session.device.calls = {"chase", "bank"};
  session.device.spaces = {MemorySpace::global_ca, MemorySpace::shared};
  session.device.properties.sm_count = 132;
  for (const Run& run : runs) session.runs.push_back(std::make_shared<const Run>(run));
  return session;
}

/// A sink that keeps all that it receives.
struct Listener final : RequestSink {
  std::vector<float> cycles;
  std::vector<double> progress;
  std::stop_source* stop_after_part = nullptr;
  void on_progress(std::size_t, double fraction) override { progress.push_back(fraction); }
  void on_part(std::size_t, const TraceChunk& part) override {
    cycles.insert(cycles.end(), part->begin(), part->end());
    if (stop_after_part != nullptr) stop_after_part->request_stop();
  }
};

TEST(Recording, DescribesTheRecordedDevice) {
  const auto device = make_recording(session_of({run_of("run-1", {35})}));
  EXPECT_EQ(device->description().name, "H200 (recording)");
  EXPECT_EQ(device->description().origin, Origin::recording);
  EXPECT_EQ(device->description().calls, std::vector<std::string>{"chase"});
  EXPECT_EQ(device->description().properties.sm_count, 132U);
}

TEST(Recording, ARecordingOfARecordingIsNamedOnce) {
  Session session = session_of({run_of("run-1", {35})});
  session.device.name = "H200 (recording)";
  EXPECT_EQ(make_recording(session)->description().name, "H200 (recording)");
}

TEST(Recording, AnswersWhatWasRecorded) {
  const auto run = run_of("run-1", {35, 36, 180});
  const auto device = make_recording(session_of({run_of("run-0", {1, 2}), run}));
  const auto result = device->chase(run.chase()->request, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(*result, run.chase()->result);
}

TEST(Recording, EqualRequestsAreAnsweredInTurn) {
  const auto device = make_recording(session_of({run_of("a", {1}), run_of("long", {7, 8}), run_of("b", {2})}));
  const ChaseRequest request = run_of("", {0}).chase()->request;
  std::vector<float> answers;
  for (int i = 0; i < 5; ++i) answers.push_back(device->chase(request, {})->cycles[0]);
  EXPECT_EQ(answers, (std::vector<float>{1, 2, 1, 2, 1}));
}

TEST(Recording, FewerAccessesAreTheBeginning) {
  auto run = run_of("run-1", {1, 2, 3});
  run.chase()->result.cycles.append({4, 5, 6});
  run.chase()->request.accesses = 6;
  run.chase()->request.truth = true;
  run.chase()->result.served_by = {{"l1"}, {0, 0, 0, 0, 0, 0}};
  const auto device = make_recording(session_of({run}));
  ChaseRequest request = run.chase()->request;
  for (const std::size_t accesses : {1U, 3U, 4U}) {
    request.accesses = accesses;
    const auto result = device->chase(request, {});
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_EQ(result->cycles.copy(), run.chase()->result.cycles.copy(0, accesses));
    EXPECT_EQ(result->served_by.index.size(), accesses);
    EXPECT_EQ(result->overhead_cycles, 4.0);
  }
  request.accesses = 7;
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::unsupported);
}

TEST(Recording, TellsAnOrderThatOnlyItsSeedRecorded) {
  chasescope::Run run = run_of("run-1", {35, 180});
  const ShuffledPattern pattern{512, 128, 9};
  run.chase()->request.pattern = pattern;
  const auto device = make_recording(session_of({run}));
  const auto answer = device->chase(run.chase()->request, {});
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->offsets, shuffled_offsets(pattern));
}

TEST(Recording, TheMeanComesFromEachAccess) {
  const auto run = run_of("run-1", {1, 2, 6});
  const auto device = make_recording(session_of({run}));
  ChaseRequest request = run.chase()->request;
  request.record = Record::mean;
  auto result = device->chase(request, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->mean_cycles, 3.0);
  EXPECT_TRUE(result->cycles.empty());
  request.accesses = 2;
  EXPECT_EQ(device->chase(request, {})->mean_cycles, 1.5);
}

TEST(Recording, ARecordedMeanAnswersOnlyThatMean) {
  auto run = run_of("run-1", {1, 2});
  run.chase()->request.record = Record::mean;
  run.chase()->result.cycles = {};
  run.chase()->result.mean_cycles = 35.5;
  const auto device = make_recording(session_of({run}));
  EXPECT_EQ(device->chase(run.chase()->request, {})->mean_cycles, 35.5);
  ChaseRequest request = run.chase()->request;
  request.record = Record::each;
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::unsupported);
  request.record = Record::mean;
  request.accesses = 1;
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::unsupported);
}

TEST(Recording, HandsOutGroundTruthOnlyWhenAsked) {
  auto run = run_of("run-1", {1, 2});
  run.chase()->request.truth = true;
  run.chase()->result.served_by = {{"l1", "l2"}, {0, 1}};
  const auto device = make_recording(session_of({run}));
  EXPECT_EQ(device->chase(run.chase()->request, {})->served_by, run.chase()->result.served_by);
  ChaseRequest request = run.chase()->request;
  request.truth = false;
  EXPECT_TRUE(device->chase(request, {})->served_by.empty());
}

TEST(Recording, SaysWhatItHasInstead) {
  auto other = run_of("run-2", {1, 2});
  other.chase()->request.space = MemorySpace::shared;
  const auto device = make_recording(session_of({run_of("run-1", {1, 2}), other}));
  ChaseRequest request = run_of("", {1, 2}).chase()->request;
  request.pattern = UniformPattern{1024, 128};
  const auto result = device->chase(request, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::unsupported);
  EXPECT_THAT(result.error().message, HasSubstr("no chase of 1 KiB in steps of 128 B through global.ca"));
  EXPECT_THAT(result.error().message, HasSubstr("nearest of its 2 is run-1: 512 B in steps of 128 B"));
}

TEST(Recording, EachMemberOfARequestCounts) {
  const auto run = run_of("run-1", {1, 2});
  const auto device = make_recording(session_of({run}));
  std::vector<ChaseRequest> others(7, run.chase()->request);
  others[0].space = MemorySpace::shared;
  others[1].pattern = UniformPattern{512, 256};
  others[2].element_bytes = 8;
  others[3].warmup = 9;
  others[4].carveout_percent = 50;
  others[5].l1_kib = 16;
  others[6].sm = 1;
  for (const ChaseRequest& other : others) {
    const auto result = device->chase(other, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::unsupported);
  }
  EXPECT_TRUE(device->chase(run.chase()->request, {}));
}

Run bank_run(const std::string& id, std::uint64_t stride, double cycles) {
  return {id, "banks", "", false, Exchange<BankRequest>{{.stride = stride, .repeats = 64}, {cycles}}};
}

TEST(Recording, AnswersTheOtherRequestsThatWereRecorded) {
  const chasescope::Run burst{"run-3", "outstanding", "", false,
                              Exchange<OutstandingRequest>{{.threads = 130, .repeats = 2}, {{690, 701.5}}}};
  const auto device =
      make_recording(session_of({run_of("run-0", {1, 2}), bank_run("run-1", 2, 88), bank_run("run-2", 4, 161), burst}));
  EXPECT_EQ(device->description().calls, (std::vector<std::string>{"chase", "bank", "outstanding"}));
  EXPECT_EQ(device->ask(BankRequest{.stride = 4, .repeats = 64}, {})->mean_cycles, 161);
  EXPECT_EQ(device->ask(BankRequest{.stride = 2, .repeats = 64}, {})->mean_cycles, 88);
  Listener listener;
  EXPECT_EQ(device->ask(OutstandingRequest{.threads = 130, .repeats = 2}, {{}, &listener})->cycles,
            (std::vector<double>{690, 701.5}));
  EXPECT_EQ(listener.progress, std::vector<double>{1.0});
  EXPECT_TRUE(device->chase(run_of("", {1, 2}).chase()->request, {}));
}

TEST(Recording, EqualOtherRequestsAreAnsweredInTurn) {
  const auto device = make_recording(session_of({bank_run("a", 2, 88), bank_run("b", 3, 50), bank_run("c", 2, 89)}));
  std::vector<double> answers;
  for (int i = 0; i < 3; ++i) answers.push_back(device->ask(BankRequest{.stride = 2, .repeats = 64}, {})->mean_cycles);
  EXPECT_EQ(answers, (std::vector<double>{88, 89, 88}));
}

TEST(Recording, OtherRequestsThatWereNotRecordedAreUnsupported) {
  const auto device = make_recording(session_of({bank_run("a", 2, 88), bank_run("b", 3, 50)}));
  const auto other = device->ask(BankRequest{.stride = 5, .repeats = 64}, {});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::unsupported);
  EXPECT_THAT(other.error().message, HasSubstr("no request for bank with bank bytes 4, repeats 64, stride 5 and word bytes 4;"));
  EXPECT_THAT(other.error().message, HasSubstr("it has 2 of that kind"));
  EXPECT_EQ(device->ask(CopyRequest{.bytes = 64}, {}).error().code, ErrorCode::unsupported);
  EXPECT_EQ(device->ask(BankRequest{.stride = 2, .word_bytes = 5, .repeats = 64}, {}).error().code, ErrorCode::invalid_request);
  EXPECT_EQ(device->chase(run_of("", {1}).chase()->request, {}).error().code, ErrorCode::unsupported);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(device->ask(BankRequest{.stride = 2, .repeats = 64}, {stop.get_token(), nullptr}).error().code, ErrorCode::cancelled);
}

TEST(Recording, RefusesMalformedRequestsAsEveryDeviceDoes) {
  const auto device = make_recording(session_of({run_of("run-1", {1})}));
  ChaseRequest request = run_of("", {1}).chase()->request;
  request.pattern = UniformPattern{500, 128};
  EXPECT_EQ(device->chase(request, {}).error().code, ErrorCode::invalid_request);
}

TEST(Recording, DeliversPartsAndProgress) {
  auto run = run_of("run-1", {1, 2, 3});
  run.chase()->result.cycles.append({4});
  run.chase()->request.accesses = 4;
  const auto device = make_recording(session_of({run}));
  Listener listener;
  ASSERT_TRUE(device->chase(run.chase()->request, {{}, &listener}));
  EXPECT_EQ(listener.cycles, (std::vector<float>{1, 2, 3, 4}));
  EXPECT_EQ(listener.progress, (std::vector<double>{0.75, 1.0}));

  Listener mean;
  run.chase()->request.record = Record::mean;
  ASSERT_TRUE(device->chase(run.chase()->request, {{}, &mean}));
  EXPECT_TRUE(mean.cycles.empty());
  EXPECT_EQ(mean.progress, std::vector<double>{1.0});
}

TEST(Recording, StopsWhenItIsTold) {
  auto run = run_of("run-1", {1, 2, 3});
  run.chase()->result.cycles.append({4});
  run.chase()->request.accesses = 4;
  const auto device = make_recording(session_of({run}));
  std::stop_source stop;
  Listener listener;
  listener.stop_after_part = &stop;
  const auto result = device->chase(run.chase()->request, {stop.get_token(), &listener});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::cancelled);
  EXPECT_EQ(listener.cycles.size(), 3U);
  EXPECT_EQ(device->chase(run.chase()->request, {stop.get_token(), nullptr}).error().code, ErrorCode::cancelled);
}

TEST(Recording, OpensFromAFile) {
  std::string folder = (std::filesystem::temp_directory_path() / "chasescope_test_XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::filesystem::path path = std::filesystem::path(folder) / "a.cbor";
  const auto run = run_of("run-1", {35, 36, 180});
  ASSERT_EQ(write_session(session_of({run}), path, SessionFormat::cbor), std::nullopt);
  const auto device = open_recording(path);
  ASSERT_TRUE(device) << device.error().message;
  EXPECT_EQ(*(*device)->chase(run.chase()->request, {}), run.chase()->result);

  ASSERT_EQ(write_session(session_of({}), path, SessionFormat::cbor), std::nullopt);
  EXPECT_THAT(open_recording(path).error().message, HasSubstr("holds no runs and no findings"));
  EXPECT_THAT(open_recording(path / "none").error().message, HasSubstr("There is no file"));
  std::filesystem::remove_all(folder);
}

// The file holds a discovery's findings without its runs, to keep it small. The findings are valid all the same.
TEST(Recording, of_findings_alone_answers_each_probe_with_its_own) {
  const std::string path = CHASESCOPE_SOURCE_DIR "/tests/recordings/h100-found.json";
  const auto device = open_recording(path);
  ASSERT_TRUE(device) << device.error().message;
  const auto subjects = [&](const char* probe) {
    const auto report = run_probe(**device, *find_probe(probe), {}, {});
    std::set<std::string> found;
    if (!report) ADD_FAILURE() << probe << ": " << report.error().message;
    if (report)
      for (const Finding& finding : report->findings) found.insert(finding.subject);
    return found;
  };
  EXPECT_TRUE(subjects("capacity").contains("l1_data"));
  EXPECT_EQ(subjects("banks"), (std::set<std::string>{"shared_memory"}));
  EXPECT_EQ(subjects("outstanding"), (std::set<std::string>{"request_table"}));
  EXPECT_EQ(subjects("cluster"), (std::set<std::string>{"distributed_shared_memory"}));
  EXPECT_EQ(subjects("instructions"), (std::set<std::string>{"instruction_l0", "instruction_l1", "instruction_l2"}));
  EXPECT_TRUE(subjects("tlb").contains("l1_tlb"));
  const auto none = run_probe(**device, *find_probe("spectrum"), {}, {});
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().message, HasSubstr("holds no run of spectrum. It holds capacity"));
}

}  // namespace
}  // namespace chasescope
