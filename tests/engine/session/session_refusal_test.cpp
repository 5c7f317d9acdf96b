// Wrong members, one at a time: each is refused with file, place and reason, in JSON and in CBOR.
#include <gmock/gmock.h>

#include <cmath>

#include "engine/session/session_file.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

struct Wrong {
  std::string at;  // pointer to the member that is replaced, or removed if `value` is discarded
  json value;
  std::string place;  // the pointer in the message; empty: `at`
  std::string reason;
};

const json kRemoved = json(json::value_t::discarded);

const std::vector<Wrong>& wrongs() {
  static const std::vector<Wrong> list{
      {"/schema", kRemoved, "no ChaseScope session", "schema is missing"},
      {"/schema", "another", "", "chasescope-session-1"},
      {"/version", kRemoved, "", "is missing"},
      {"/version", 2, "", "newer ChaseScope"},
      {"/version", 0, "", "must be 1"},
      {"/version", "1", "", "must be 1"},
      {"/device", kRemoved, "", "is missing"},
      {"/device", json::array(), "", "must be an object"},
      {"/device/protocol", 2, "", "version 2"},
      {"/device/name", 5, "", "must be a text"},
      {"/device/origin", "dream", "", "hardware, model, recording or external"},
      {"/device/spaces/1", 7, "", "must be a text"},
      {"/device/properties/sm_count", -1, "", "whole number"},
      {"/device/properties/clock_khz", 1.5, "", "whole number"},
      {"/device/properties/max_footprint_bytes/constant", "much", "", "number"},
      {"/device/keeps_state", 3, "", "true, false or a list"},
      {"/environment", "x", "", "must be an object"},
      {"/runs", kRemoved, "", "is missing"},
      {"/runs", "x", "", "must be an array"},
      {"/runs/0", 1, "", "must be an object"},
      {"/runs/0/id", "", "", "is empty"},
      {"/runs/1/id", "run-1", "", "earlier run"},
      {"/runs/0/request", kRemoved, "", "is missing"},
      {"/runs/0/request/space", "sea", "", "global.ca, global.cg"},
      {"/runs/0/request/pattern/kind", "spiral", "", "uniform, offsets or shuffled"},
      {"/runs/0/request/pattern/bytes", "many", "", "whole number"},
      {"/runs/0/request/pattern/stride", -128, "", "whole number"},
      {"/runs/1/request/pattern/offsets/2", 0.5, "", "whole number"},
      {"/runs/1/request/pattern/offsets/1", 0x8000'0000'0000'0001ULL, "", "2^63"},
      {"/runs/0/request/accesses", 6, "/runs/0/trace/cycles", "5 entries, but 6 accesses"},
      {"/runs/0/request/accesses", kRemoved, "", "is missing"},
      {"/runs/0/request/record", "some", "", "each or mean"},
      {"/runs/0/request/record", "mean", "/runs/0/trace/cycles", "only the mean"},
      {"/runs/0/trace", kRemoved, "", "is missing"},
      {"/runs/0/trace/cycles", kRemoved, "", "is missing"},
      {"/runs/0/trace/cycles", "35", "", "must be an array"},
      {"/runs/0/trace/cycles/3", "35", "", "must be a number of cycles"},
      {"/runs/0/trace/cycles/3", nullptr, "", "must be a number of cycles"},
      {"/runs/0/trace/cycles/0", true, "", "must be a number of cycles"},
      {"/runs/0/trace/cycles/3", json::array({1}), "", "must be a number of cycles"},
      {"/runs/0/trace/cycles/3", json::object(), "", "must be a number of cycles"},
      {"/runs/0/trace/cycles/4", -1, "", "from 0 to below 1e12"},
      {"/runs/0/trace/cycles/4", -0.5, "", "from 0 to below 1e12"},
      {"/runs/0/trace/cycles/4", 1e12, "", "from 0 to below 1e12"},
      {"/runs/0/trace/cycles/4", 1e300, "", "from 0 to below 1e12"},
      {"/runs/0/trace/overhead_cycles", -4, "", "from 0 to below 1e12"},
      {"/runs/0/trace/sm", 1LL << 40, "", "whole number"},
      {"/runs/1/trace/served_by/2", 7, "", "must be a name"},
      {"/runs/1/trace/served_by/3", kRemoved, "/runs/1/trace/served_by", "3 entries, but 4 accesses"},
      {"/runs/2/request/pattern/bytes", std::uint64_t{1} << 40, "/runs/2/trace/offsets", "the pattern has"},
      {"/runs/2/trace/offsets/3", kRemoved, "/runs/2/trace/offsets", "3 entries"},
      {"/runs/2/trace/offsets/3", 130, "", "no offset of the pattern"},
      {"/runs/2/trace/offsets/3", 512, "", "no offset of the pattern"},
      {"/runs/2/trace/offsets/3", 0, "", "came before"},
      {"/runs/3/trace/mean_cycles", kRemoved, "", "is missing"},
      {"/findings", 3, "", "must be an array"},
      {"/findings/0/subject", kRemoved, "", "is missing"},
      {"/findings/0/status", "maybe", "", "not_measurable"},
      {"/findings/0/value", json::object(), "", "must be a number, a word or an array"},
      {"/findings/0/value", "banana", "", "must be a number, since its unit is bytes"},
      {"/findings/0/value", true, "", "must be a number, since its unit is bytes"},
      {"/findings/0/conditions", 3, "", "must be an object"},
      {"/findings/0/low", "x", "", "finite number"},
      {"/findings/0/low", 20000, "", "above high"},
      {"/findings/0/evidence/1", "run-9", "", "not in the session"},
      {"/findings/0/machine", 1, "", "must be a text"},
      {"/findings/0/machine", "1 0 1/0; 1 0 0/1", "", "has 2 states, but the finding's value is the number 16384"},
      {"/findings/0/machine", "1 0 1/0; 1 0 2/1", "", "is wrong in state 1, which leads to \"2\""},
      {"/findings/0/opinions/0/method", 1, "", "must be a text"},
      {"/findings/0/opinions/0/agrees", "yes", "", "true or false"},
      {"/notes", 1, "", "must be a text"},
  };
  return list;
}

/// The same list for calls_session().
const std::vector<Wrong>& wrong_calls() {
  static const std::vector<Wrong> list{
      {"/runs/1/call", "banks", "", "chase, paired_chase, bank, outstanding, copy, bandwidth, instructions, cluster, operations, residency, trials"},
      {"/runs/1/call", 3, "", "must be a text"},
      {"/runs/1/call", kRemoved, "/runs/1/request/space", "is missing"},
      {"/runs/1/call", "copy", "/runs/1/request/bytes", "is missing"},
      {"/runs/8/call", "bank", "/runs/8/request/stride", "is missing"},
      {"/runs/0/trace/b/offsets/1", 64, "", "no offset of the pattern"},
      {"/runs/0/request/a/accesses", 4, "/runs/0/trace/a/cycles", "3 entries, but 4 accesses"},
      {"/runs/1/trace/mean_cycles", kRemoved, "", "is missing"},
      {"/runs/1/trace/mean_cycles", -1, "", "from 0 to below 1e12"},
      {"/runs/2/request/repeats", 2, "/runs/2/trace/cycles", "3 entries, but 2 repeats"},
      {"/runs/2/trace/cycles/1", "x", "", "number"},
      {"/runs/3/trace/seconds", kRemoved, "/runs/3/trace", "cycles or seconds"},
      {"/runs/5/request/direction", "up", "", "read, write or copy"},
      {"/runs/6/trace/instruction_bytes", 0, "", "at least 1"},
      {"/runs/7/request/operation", "fly", "", "load or bulk_copy"},
  };
  return list;
}

json with(const Wrong& wrong, const Session& session = sample_session()) {
  json document = json::parse(*session_bytes(session, SessionFormat::json));
  const json::json_pointer at(wrong.at);
  if (!wrong.value.is_discarded()) {
    document[at] = wrong.value;
  } else if (json& parent = document.at(at.parent_pointer()); parent.is_array()) {
    parent.erase(std::stoul(at.back()));
  } else {
    parent.erase(at.back());
  }
  return document;
}

void expect_refusal(const Outcome<Session>& session, const Wrong& wrong) {
  ASSERT_FALSE(session) << wrong.at;
  EXPECT_EQ(session.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(session.error().message, StartsWith("file"));
  const std::string place = wrong.place.empty() ? "at " + wrong.at + ": " : wrong.place;
  EXPECT_THAT(session.error().message, HasSubstr(place)) << wrong.at;
  EXPECT_THAT(session.error().message, HasSubstr(wrong.reason)) << wrong.at;
}

TEST(SessionRefusal, NamesFilePlaceAndReasonInJson) {
  for (const Wrong& wrong : wrongs()) expect_refusal(parse_session(with(wrong).dump(1), "file"), wrong);
}

TEST(SessionRefusal, KnowsTheMembersOfEachCall) {
  for (const Wrong& wrong : wrong_calls()) {
    const json document = with(wrong, calls_session());
    expect_refusal(parse_session(document.dump(), "file"), wrong);
    const auto bytes = json::to_cbor(document);
    expect_refusal(parse_session({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "file"), wrong);
  }
}

TEST(SessionRefusal, DoesNotSaveWhatCouldNotBeOpened) {
  const auto refused = [](const auto& spoil) {
    Session session = calls_session();
    for (RunPtr& run : session.runs) {
      auto copy = *run;
      spoil(copy);
      run = std::make_shared<const chasescope::Run>(copy);
    }
    const auto bytes = session_bytes(session, SessionFormat::json);
    return bytes ? std::string() : bytes.error().message;
  };
  EXPECT_EQ(refused([](const auto&) {}), "");
  EXPECT_THAT(refused([](auto& run) {
                if (auto* bank = run.template as<BankRequest>()) bank->result.mean_cycles = std::nan("");
              }),
              HasSubstr("/runs/1/trace/mean_cycles"));
  EXPECT_THAT(refused([](auto& run) {
                if (auto* burst = run.template as<OutstandingRequest>()) burst->result.cycles.pop_back();
              }),
              HasSubstr("/runs/2/trace/cycles"));
  EXPECT_THAT(refused([](auto& run) {
                if (auto* pair = run.template as<PairedChaseRequest>()) pair->result.a.served_by = {{"l1"}, {0, 1, 0}};
              }),
              HasSubstr("/runs/0/trace/a/served_by/1"));
}

// There are so many runs that several threads check them. Whichever thread ends first, the message must name the first wrong run.
TEST(SessionRefusal, NamesTheFirstOfManyWrongRuns) {
  Session session;
  for (std::size_t i = 0; i < 3000; ++i) {
    chasescope::Run run = uniform_run("run-" + std::to_string(i), 1024, 128, {100, 200, 300});
    if (i == 1501 || i == 1502 || i == 2999) run.as<ChaseRequest>()->request.accesses = 4;
    session.runs.push_back(std::make_shared<const chasescope::Run>(std::move(run)));
  }
  const auto bytes = session_bytes(session, SessionFormat::json);
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().message, HasSubstr("/runs/1501/trace/cycles"));
}

TEST(SessionRefusal, NamesFilePlaceAndReasonInCbor) {
  for (const Wrong& wrong : wrongs()) {
    const auto bytes = json::to_cbor(with(wrong));
    expect_refusal(parse_session({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "file"), wrong);
  }
}

std::string message_of(const std::string& text) {
  const auto session = parse_session(text, "file");
  EXPECT_FALSE(session) << text;
  return session ? "" : session.error().message;
}

TEST(SessionRefusal, SaysLineAndColumnOfBrokenJson) {
  EXPECT_THAT(message_of("{\n  \"schema\": nonsense\n}"), HasSubstr("line 2, column 14"));
  EXPECT_THAT(message_of("{\"a\": 1,}"), HasSubstr("line 1, column 9"));
  EXPECT_THAT(message_of("{} x"), HasSubstr("line 1, column 4"));
  EXPECT_THAT(message_of("GIF89a"), HasSubstr("line 1, column 1"));
  EXPECT_THAT(message_of(""), HasSubstr("ends too early"));
}

TEST(SessionRefusal, ReadsCyclesByTheGrammarOfJson) {
  const std::string good = *session_bytes(sample_session(), SessionFormat::json);
  const auto with_cycles = [&](const std::string& cycles) { return message_of(replaced(good, "[35,35,180,36.5,35]", cycles)); };
  EXPECT_THAT(with_cycles("[35,35,180,36.5,35,]"), HasSubstr("missing after a comma"));
  EXPECT_THAT(with_cycles("[35,35,180 36.5,35]"), HasSubstr("a comma or ] is missing"));
  EXPECT_THAT(with_cycles("[,35,35,180,36.5]"), HasSubstr("this is no JSON"));
  EXPECT_THAT(with_cycles("[35,35,180,036.5,35]"), HasSubstr("this is no JSON"));
  EXPECT_THAT(with_cycles("[35,35,180,36.,35]"), HasSubstr("this is no JSON"));
  EXPECT_THAT(with_cycles("[35,35,180,.5,35]"), HasSubstr("this is no JSON"));
  EXPECT_THAT(with_cycles("[35,35,180,+5,35]"), HasSubstr("this is no JSON"));
  EXPECT_THAT(with_cycles("[35,35,180,NaN,35]"), HasSubstr("this is no JSON"));
  EXPECT_THAT(with_cycles("[35,35,180,5e,35]"), HasSubstr("this is no JSON"));
  EXPECT_THAT(with_cycles("[35,35,180,5e999,35]"), HasSubstr("/runs/0/trace/cycles/3"));
  EXPECT_THAT(with_cycles("[35,35,180,99999999999999999999,35]"), HasSubstr("/runs/0/trace/cycles/3"));
  EXPECT_THAT(with_cycles("[35,35,180,35,35}"), HasSubstr("a comma or ] is missing"));
}

TEST(SessionRefusal, AMemberMayNotAppearTwice) {
  const std::string good = *session_bytes(sample_session(), SessionFormat::json);
  EXPECT_THAT(message_of(replaced(good, "\"version\": 1,", "\"version\": 1, \"version\": 1,")),
              HasSubstr("/version: appears twice"));
  EXPECT_THAT(message_of(replaced(good, "\"cycles\": [35,35", "\"cycles\": [], \"cycles\": [35,35")),
              HasSubstr("/runs/0/trace/cycles: appears twice"));
}

TEST(SessionRefusal, DeepNestingIsNoDanger) {
  EXPECT_THAT(message_of(std::string(1'000'000, '[')), HasSubstr("deeper than 64 levels"));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_THAT(message_of(objects), HasSubstr("deeper than 64 levels"));
}

TEST(SessionRefusal, TheWholeIsNoSession) {
  EXPECT_THAT(message_of("[]"), HasSubstr("it must be an object"));
  EXPECT_THAT(message_of("35"), HasSubstr("it must be an object"));
  EXPECT_THAT(message_of("{}"), HasSubstr("no ChaseScope session"));
}

}  // namespace
}  // namespace chasescope
