#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "engine/session/session_file.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string json_of(const Session& session) {
  auto bytes = session_bytes(session, SessionFormat::json);
  EXPECT_TRUE(bytes) << bytes.error().message;
  return *std::move(bytes);
}

TEST(SessionJson, ReadsBackWhatItWrote) {
  const Session session = sample_session();
  const auto again = parse_session(json_of(session), "text");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, session);
}

// In old files, the latency of the L2's other half is a hit latency at a footprint.
TEST(SessionJson, reads_the_old_name_of_the_other_half) {
  Session session = sample_session();
  Finding old;
  old.subject = "l2";
  old.quantity = "hit_latency_cycles";
  old.conditions = {{"space", "global.cg"}, {"footprint_bytes", 31457280}};
  old.value = 485;
  old.unit = "cycles";
  old.status = FindingStatus::measured;
  session.findings = {old};
  const auto again = parse_session(json_of(session), "text");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->findings.front().quantity, "other_half_latency_cycles");
  EXPECT_EQ(again->findings.front().conditions, json({{"space", "global.cg"}}));
}

TEST(SessionJson, EqualityLooksIntoRuns) {
  const Session session = sample_session();
  Session other = sample_session();
  EXPECT_EQ(other, session);
  auto run = *other.runs[0];
  run.label = "another";
  other.runs[0] = std::make_shared<const chasescope::Run>(run);
  EXPECT_FALSE(other == session);
}

TEST(SessionJson, HasTheMembersOfTheFormatInTheirOrder) {
  const auto document = nlohmann::ordered_json::parse(json_of(sample_session()));
  const auto names = [](const nlohmann::ordered_json& object) {
    std::vector<std::string> list;
    for (const auto& [name, value] : object.items()) list.push_back(name);
    return list;
  };
  EXPECT_THAT(names(document), testing::ElementsAre("schema", "version", "device", "environment", "runs", "findings", "notes"));
  EXPECT_THAT(names(document["runs"][0]), testing::ElementsAre("id", "probe", "label", "request", "trace"));
  EXPECT_THAT(names(document["findings"][0]),
              testing::ElementsAre("subject", "quantity", "conditions", "value", "unit", "low", "high", "status", "reason",
                                   "method", "reference", "evidence", "opinions"));
  EXPECT_EQ(document["schema"], "chasescope-session-1");
  EXPECT_EQ(document["version"], 1);
}

TEST(SessionJson, keeps_the_automaton_of_a_policy) {
  Session session = sample_session();
  Finding machine;
  machine.subject = "l1_data";
  machine.quantity = "replacement_machine";
  machine.unit = "1";
  machine.value = 2;
  machine.status = FindingStatus::measured;
  machine.machine = "1 0 1/0; 1 0 0/1";
  session.findings.push_back(machine);
  for (const SessionFormat format : {SessionFormat::json, SessionFormat::cbor}) {
    const auto again = parse_session(*session_bytes(session, format), "bytes");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->findings.back(), machine);
    EXPECT_TRUE(*again == session);
  }
  session.findings.back().machine = "1 0 1/0; 1 0 0/2";
  const auto refused = session_bytes(session, SessionFormat::json);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, testing::HasSubstr("a way below 2"));
}

TEST(SessionJson, HoldsEveryCallOfTheProtocol) {
  const Session session = calls_session();
  std::set<std::string_view> calls;
  for (const RunPtr& run : session.runs) calls.insert(run->call());
  EXPECT_EQ(calls.size(), all_calls().size());
  for (const SessionFormat format : {SessionFormat::json, SessionFormat::cbor}) {
    const auto again = parse_session(*session_bytes(session, format), "bytes");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(*again, session);
  }
}

TEST(SessionJson, ARunNamesItsCallUnlessItIsAChase) {
  const json document = json::parse(json_of(calls_session()));
  EXPECT_EQ(document["runs"][1]["call"], "bank");
  EXPECT_EQ(document["runs"][1]["trace"], json({{"mean_cycles", 88.0625}}));
  EXPECT_FALSE(document["runs"].back().contains("call"));

  json named = document;
  named["runs"].back()["call"] = "chase";
  const auto again = parse_session(named.dump(), "text");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, calls_session());
}

TEST(SessionJson, TakesACallThatIsToldAfterTheTrace) {
  const auto session = parse_session(
      R"({"schema": "chasescope-session-1", "version": 1,
          "device": {"protocol": 1, "name": "n", "origin": "external", "calls": ["outstanding"], "spaces": []},
          "runs": [{"id": "a", "trace": {"cycles": [690, 701.5]}, "request": {"threads": 2, "loads": 1, "sharing": 1, "repeats": 2},
                    "call": "outstanding"}],
          "findings": []})",
      "text");
  ASSERT_TRUE(session) << session.error().message;
  const auto* asked = session->runs[0]->as<OutstandingRequest>();
  ASSERT_NE(asked, nullptr);
  EXPECT_EQ(asked->request.threads, 2U);
  EXPECT_EQ(asked->result.cycles, (std::vector<double>{690, 701.5}));
  EXPECT_EQ(session->runs[0]->chase(), nullptr);
  EXPECT_TRUE(session->runs[0]->cycles().empty());
}

TEST(SessionJson, WritesWholeNumbersAsIntegersAndFractionsShort) {
  const std::string text = json_of(sample_session());
  EXPECT_THAT(text, HasSubstr("\"value\": 16384,"));
  EXPECT_THAT(text, HasSubstr("\"low\": 16256,"));
  EXPECT_THAT(text, HasSubstr("\"high\": 16384.5,"));
  EXPECT_THAT(text, HasSubstr("[35,35,180,36.5,35]"));
  EXPECT_THAT(text, HasSubstr("[180,262.5,180.1,1000000000]"));
}

TEST(SessionJson, ATraceTakesFewLines) {
  Session session;
  const auto before = json_of(session);
  session.runs = {std::make_shared<const chasescope::Run>(uniform_run("run-1", 512, 128, std::vector<float>(10'000, 35)))};
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const auto added = lines(json_of(session)) - lines(before);
  EXPECT_GE(added, 10);
  EXPECT_LT(added, 50);
}

// A list may contain a text that is longer than a line.
TEST(SessionJson, AListMayBeginWithMoreThanALineHolds) {
  // The bits of a thousand places are longer than a line.
  Exchange<TrialsRequest> trials;
  trials.request.places = EvenPlaces{1000, 128, 0};
  trials.request.trials = 2;
  trials.request.probability = 1;
  trials.result.bytes_per_trial = 125;
  trials.result.bits.assign(250, 0xff);
  Session session = sample_session();
  chasescope::Run run = *session.runs[0];
  run.exchange = trials;
  session.runs[0] = std::make_shared<const chasescope::Run>(run);
  const auto again = parse_session(json_of(session), "text");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, session);
}

TEST(SessionJson, AnOrderThatTheSeedDrawsNeedNotBeTold) {
  chasescope::Run run = uniform_run("run-1", 512, 128, {35, 36, 37});
  const ShuffledPattern pattern{512, 128, 7};
  run.chase()->request.pattern = pattern;
  Session session;
  session.runs = {std::make_shared<const chasescope::Run>(run)};
  const auto again = parse_session(json_of(session), "text");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, session);
  const auto& chase = *again->runs[0]->chase();
  const AccessOrder order(chase.request, chase.result);
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(order.offset(i), shuffled_offsets(pattern)[i]);
  // A pattern of gigabytes is refused before it is drawn.
  run.chase()->request.pattern = ShuffledPattern{std::uint64_t{1} << 62, 4, 7};
  session.runs = {std::make_shared<const chasescope::Run>(run)};
  const auto refused = session_bytes(session, SessionFormat::json);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("too long to be drawn"));
}

TEST(SessionJson, CutsALongTraceIntoChunks) {
  std::vector<float> cycles(200'000);
  for (std::size_t i = 0; i < cycles.size(); ++i) cycles[i] = static_cast<float>(i % 977);
  Session session;
  session.runs = {std::make_shared<const chasescope::Run>(uniform_run("run-1", 512, 128, cycles))};
  const auto again = parse_session(json_of(session), "text");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, session);
  const auto& chunks = again->runs[0]->chase()->result.cycles.chunks();
  ASSERT_EQ(chunks.size(), 4U);
  EXPECT_EQ(chunks[0]->size(), 65'536U);
  // Only the cycles stay in memory.
  for (const TraceChunk& chunk : chunks) EXPECT_EQ(chunk->capacity(), chunk->size());
}

TEST(SessionJson, RefusesCyclesThatAreNoJson) {
  const std::string text = json_of(sample_session());
  const std::size_t at = text.find("\"cycles\":");
  ASSERT_NE(at, std::string::npos);
  const std::size_t begin = text.find('[', at) + 1, end = text.find(']', begin);
  for (const char* wrong :
       {"033,40,41,42", "33,,40,41", "33,40,41,", ",33,40", "33 40", "33,4x,41", "33,-1,41", "33,\"a\",41", "33,0x7,1"})
    EXPECT_FALSE(parse_session(text.substr(0, begin) + wrong + text.substr(end), "text")) << wrong;
}

TEST(SessionJson, TakesMembersInAnyOrderAndIgnoresUnknownOnes) {
  // nlohmann writes members in alphabetical order, so that a run's trace comes after its request, and "version" comes near the end.
  json document = json::parse(json_of(sample_session()));
  document["zebra"] = {{"cycles", {1, 2, "three"}}};
  document["runs"][0]["trace"]["colour"] = "red";
  document["runs"][0]["added"] = nullptr;
  const auto again = parse_session(document.dump(), "text");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, sample_session());
}

TEST(SessionJson, AppliesDefaults) {
  const auto session = parse_session(
      R"({"schema": "chasescope-session-1", "version": 1,
          "device": {"protocol": 1, "name": "n", "origin": "external", "calls": ["chase"], "spaces": ["shared"]},
          "runs": [{"id": "a", "request": {"space": "shared", "pattern": {"kind": "uniform", "bytes": 8, "stride": 4}, "accesses": 2.0},
                    "trace": {"cycles": [ 0 , 1.5e1 ]}}],
          "findings": [{"subject": "l1_data", "quantity": "ways", "status": "absent"}]})",
      "text");
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->environment, json::object());
  EXPECT_EQ(session->runs[0]->chase()->request.element_bytes, 4U);
  EXPECT_EQ(session->runs[0]->chase()->request.record, Record::each);
  EXPECT_EQ(session->runs[0]->chase()->result.cycles.copy(), (std::vector<float>{0, 15}));
  EXPECT_EQ(session->findings[0].conditions, json::object());
  EXPECT_TRUE(session->findings[0].value.is_null());
}

TEST(SessionJson, KeepsFloatsToTheLastBit) {
  std::vector<float> cycles{0.1F, 1.17549435e-38F, 33.333332F, 16777217.0F, 999999995904.0F, 123456.79F, 1e-45F};
  Random random(5);
  while (cycles.size() < 5000) cycles.push_back(static_cast<float>(random.unit() * 1000));
  Session session;
  session.runs = {std::make_shared<const chasescope::Run>(uniform_run("run-1", 512, 128, cycles))};
  const auto again = parse_session(json_of(session), "text");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->runs[0]->chase()->result.cycles.copy(), cycles);
}

TEST(SessionJson, ReplacesWhatIsNoUtf8) {
  Session session = sample_session();
  session.notes = "broken \xFF text";
  for (const SessionFormat format : {SessionFormat::json, SessionFormat::cbor}) {
    const auto bytes = session_bytes(session, format);
    ASSERT_TRUE(bytes);
    const auto again = parse_session(*bytes, "text");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->notes, "broken \xEF\xBF\xBD text");
  }
}

TEST(SessionJson, FormatFollowsTheExtension) {
  EXPECT_EQ(session_format_of("a/b.json"), SessionFormat::json);
  EXPECT_EQ(session_format_of("b.CBOR"), SessionFormat::cbor);
  EXPECT_EQ(session_format_of("b.csv"), std::nullopt);
  EXPECT_EQ(session_format_of("json"), std::nullopt);
}

}  // namespace
}  // namespace chasescope
