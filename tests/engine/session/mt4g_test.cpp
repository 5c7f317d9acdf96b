#include <gmock/gmock.h>

#include <algorithm>

#include "engine/session/report/report.h"
#include "engine/session/session_file.h"
#include "tests/engine/session/report_samples.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

Session imported() {
  auto session = parse_session(mt4g_text(), "card.json");
  if (!session) throw std::runtime_error(session.error().message);
  return *std::move(session);
}

const Finding& finding_of(const Session& session, const std::string& subject, const std::string& quantity) {
  const auto found = std::find_if(session.findings.begin(), session.findings.end(),
                                  [&](const Finding& f) { return f.subject == subject && f.quantity == quantity; });
  if (found == session.findings.end()) throw std::runtime_error("no " + subject + " " + quantity);
  return *found;
}

TEST(Mt4gImport, WhatWasMeasuredIsAFindingThatNamesTheTool) {
  const Session session = imported();
  EXPECT_EQ(session.device.name, "Test card");
  EXPECT_EQ(session.device.origin, Origin::recording);
  const Finding& size = finding_of(session, "l1_data", "contiguous_bytes");
  EXPECT_EQ(size.value, 117'760);
  EXPECT_EQ(size.status, FindingStatus::measured);
  EXPECT_THAT(size.method, StartsWith("MT4G, p-chase"));
  EXPECT_THAT(size.reason, HasSubstr("0.9735"));
  EXPECT_EQ(finding_of(session, "l1_data", "line_bytes").value, 128);
  EXPECT_EQ(finding_of(session, "l1_data", "hit_latency_cycles").value, 30.25);
  EXPECT_EQ(finding_of(session, "l1_data", "hit_latency_cycles").unit, "cycles");
  EXPECT_EQ(finding_of(session, "l1_data", "miss_penalty_cycles").value, 156.5);
  EXPECT_EQ(finding_of(session, "l1_data", "count_per_sm").value, 1);
  EXPECT_EQ(finding_of(session, "l1_data", "shares_with").value, json({"readonly", "texture"}));
  EXPECT_EQ(finding_of(session, "constant_l1_5", "fetch_bytes").value, 256);
  EXPECT_EQ(finding_of(session, "l2", "contiguous_bytes").value, 3'145'728);
  EXPECT_EQ(finding_of(session, "l2", "read_bandwidth").value, 958.0717081829157 * 0x1p30);
  EXPECT_EQ(finding_of(session, "l2", "read_bandwidth").unit, "bytes/s");
}

TEST(Mt4gImport, WhatTheVendorTellsIsReported) {
  const Session session = imported();
  EXPECT_EQ(session.device.properties.compute_capability, "7.0");
  EXPECT_EQ(session.device.properties.sm_count, 80U);
  EXPECT_EQ(session.device.properties.clock_khz, 1'380'000U);
  EXPECT_EQ(session.device.properties.constant_bytes, 65'536U);
  EXPECT_EQ(session.device.properties.l2_bytes, 6'291'456U);
  EXPECT_EQ(session.device.properties.memory_bytes, std::nullopt);
  const Finding& capacity = finding_of(session, "l2", "capacity_bytes");
  EXPECT_EQ(capacity.status, FindingStatus::reported);
  EXPECT_EQ(capacity.value, 6'291'456);
}

TEST(Mt4gImport, MoreThan64KiBIsABoundAndNoValue) {
  const Finding size = finding_of(imported(), "constant_l1_5", "contiguous_bytes");
  EXPECT_EQ(size.status, FindingStatus::not_measurable);
  EXPECT_TRUE(size.value.is_null());
  EXPECT_EQ(size.low, 65'536);
  EXPECT_EQ(size.high, std::nullopt);
  EXPECT_THAT(size.reason, StartsWith("More than 64 KiB"));
}

TEST(Mt4gImport, OtherSizesWithoutConfidenceAreNoValuesEither) {
  const auto session = parse_session(replaced(mt4g_text(), "0.9735", "0"), "card.json");
  ASSERT_TRUE(session) << session.error().message;
  const Finding& size = finding_of(*session, "l1_data", "contiguous_bytes");
  EXPECT_EQ(size.status, FindingStatus::not_measurable);
  EXPECT_TRUE(size.value.is_null());
  EXPECT_EQ(size.low, std::nullopt);
  EXPECT_THAT(size.reason, HasSubstr("117760"));
}

TEST(Mt4gImport, WhatNoFindingTellsIsNamed) { EXPECT_THAT(imported().notes, HasSubstr("/memory/scalarL1")); }

TEST(Mt4gImport, ToMt4gAndBackKeepsEveryByte) { EXPECT_EQ(mt4g_report(imported()).text, mt4g_text()); }

TEST(Mt4gImport, ThroughASessionFileNothingIsLost) {
  for (const SessionFormat format : {SessionFormat::json, SessionFormat::cbor}) {
    const auto bytes = session_bytes(imported(), format);
    ASSERT_TRUE(bytes) << bytes.error().message;
    const auto again = parse_session(*bytes, "saved");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(json::parse(mt4g_report(*again).text), json::parse(mt4g_text()));
  }
}

TEST(Mt4gImport, AFindingThatIsGoneIsNotWritten) {
  Session session = imported();
  std::erase_if(session.findings, [](const Finding& finding) { return finding.subject == "l1_data"; });
  const json out = json::parse(mt4g_report(session).text);
  for (const char* member : {"size", "lineSize", "latency", "missPenalty", "sharedWith", "amountPerMultiprocessor"})
    EXPECT_FALSE(out.at("memory").at("l1").contains(member)) << member;
  EXPECT_TRUE(out.at("memory").at("l2").contains("readBandwidth"));
}

TEST(Mt4gReport, SaysWhatItLoses) {
  const Report report = mt4g_report(report_session());
  const json out = json::parse(report.text);
  const std::vector<std::string> lost = out.at("chasescope").at("lost");
  ASSERT_EQ(lost.size(), report.warnings.size());
  EXPECT_TRUE(std::equal(lost.begin() + 1, lost.end(), report.warnings.begin() + 1));
  const auto unplaced = std::count(lost[0].begin(), lost[0].end(), ',') + std::count(lost[0].begin(), lost[0].end(), ';') + 1;
  EXPECT_EQ(report.warnings[0], "This format has no place for " + std::to_string(unplaced) +
                                    " of the quantities; they are named in the file, under chasescope.lost.");
  EXPECT_THAT(lost, testing::Contains(
                        HasSubstr("l1_data: sets, ways, ways_per_set, set_index_bits, set_index_function, replacement_policy")));
  EXPECT_EQ(out.at("memory").at("l1").at("size").at("size"), 16'384);
  EXPECT_FALSE(out.at("memory").contains("constant"));  // of which no more than a bound is known
  EXPECT_EQ(out.at("memory").at("main").at("readBandwidth"), json({{"unit", "GiB/s"}, {"value", 512.0}}));
  EXPECT_EQ(out.at("memory").at("l2").at("size"), json({{"unit", "bytes"}, {"value", 3 << 20}}));
}

TEST(Mt4gReport, a_bound_is_no_size) {
  Session session;
  session.device.name = "Card";
  Finding finding;
  finding.subject = "constant_l1_5";
  finding.quantity = "contiguous_bytes";
  finding.unit = "bytes";
  finding.low = 65'536;
  session.findings = {finding};
  const Report report = mt4g_report(session);
  EXPECT_EQ(report.text.find("\"size\""), std::string::npos) << report.text;
  EXPECT_THAT(report.warnings, testing::Contains(HasSubstr("constant_l1_5: contiguous_bytes")));
}

// A card's L1 shares its array with shared memory: a lone chase at the driver's choice sees a small one.
TEST(Mt4gReport, WritesTheLargestL1OfAllCarveOuts) {
  Session session;
  session.device.name = "Card";
  session.device.origin = Origin::hardware;
  const auto add = [&](const char* quantity, std::uint64_t bytes, json conditions) {
    Finding finding;
    finding.subject = "l1_data";
    finding.quantity = quantity;
    finding.unit = "bytes";
    finding.status = FindingStatus::measured;
    finding.value = bytes;
    finding.conditions = std::move(conditions);
    session.findings.push_back(finding);
  };
  add("contiguous_bytes", 53'248, {{"space", "global.ca"}});
  for (const auto& [percent, bytes] : {std::pair{0, 237'568}, {50, 86'016}, {100, 20'480}})
    add("contiguous_bytes", bytes, {{"space", "global.ca"}, {"carveout_percent", percent}});
  const auto size_of = [&] { return json::parse(mt4g_report(session).text).at("memory").at("l1").at("size").at("size"); };
  EXPECT_EQ(size_of(), 237'568);
  EXPECT_THAT(mt4g_report(session).warnings, testing::Contains(HasSubstr("carve-out 0 %")));
  add("capacity_bytes", 65'536, {{"space", "global.ca"}});
  EXPECT_EQ(size_of(), 237'568) << "sets were counted at the driver's choice";
  const auto back = parse_session(mt4g_report(session).text, "report");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(finding_of(*back, "l1_data", "contiguous_bytes").conditions, json({{"carveout_percent", 0}}));
}

TEST(Mt4gReport, refuses_settings_that_are_no_numbers) {
  json text = json::parse(mt4g_report(report_session()).text);
  text["chasescope"]["settings"]["/memory/l1/size"]["carveout_percent"] = "much";
  const auto back = parse_session(text.dump(), "report");
  ASSERT_FALSE(back);
  EXPECT_THAT(back.error().message, HasSubstr("carveout_percent"));
  for (const json& nothing : {json(7), json::array(), json{{"settings", 7}}, json{{"settings", {{"/memory/l1/size", 7}}}}}) {
    text["chasescope"] = nothing;
    static_cast<void>(parse_session(text.dump(), "report"));  // must not crash
  }
}

TEST(Mt4gReport, ComesBackWithTheSameMeaning) {
  const auto back = parse_session(mt4g_report(report_session()).text, "report");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(finding_of(*back, "l1_data", "capacity_bytes").value, 16'384);
  EXPECT_EQ(finding_of(*back, "l1_data", "hit_latency_cycles").value, 35.2);
  EXPECT_EQ(finding_of(*back, "dram", "read_bandwidth").value, 512 * 0x1p30);
}

TEST(Mt4gReport, SurvivesWhatASessionKeepsInItsPlace) {
  for (const char* kept : {R"({"memory": 3})", R"({"memory": {"l1": []}})", R"({"general": "x", "memory": {"l2": {"size": 1}}})",
                           R"([])", R"({"memory": {"l1": {"latency": 7, "size": "big"}}})"}) {
    Session session = report_session();
    session.environment["mt4g"] = json::parse(kept);
    const json out = json::parse(mt4g_report(session).text);
    EXPECT_EQ(out.at("memory").at("l1").at("latency").at("p50"), 35.2) << kept;
    EXPECT_EQ(out.at("general").at("name"), session.device.name) << kept;
  }
}

struct Hostile {
  const char* from;
  const char* to;
  const char* place;
};

class Mt4gHostile : public testing::TestWithParam<Hostile> {};

TEST_P(Mt4gHostile, IsRefusedWithFileAndPlace) {
  const auto session = parse_session(replaced(mt4g_text(), GetParam().from, GetParam().to), "card.json");
  ASSERT_FALSE(session);
  EXPECT_EQ(session.error().code, ErrorCode::invalid_request);
  EXPECT_THAT(session.error().message, StartsWith("card.json"));
  EXPECT_THAT(session.error().message, HasSubstr(GetParam().place));
}

INSTANTIATE_TEST_SUITE_P(
    , Mt4gHostile,
    testing::Values(Hostile{R"("name": "Test card",)", "", "/general/name: is missing"},
                    Hostile{R"("name": "Test card")", R"("name": 5)", "/general/name"},
                    Hostile{R"("memory": {)", R"("memories": {)", "/memory: is missing"},
                    Hostile{R"("general": {)", R"("generals": {)", "/general: is missing"},
                    Hostile{R"("l1": {)", R"("l1": [], "x": {)", "/memory/l1"}, Hostile{"117760", "-1", "/memory/l1/size/size"},
                    Hostile{"117760", "1.5", "/memory/l1/size/size"}, Hostile{"117760", "\"big\"", "/memory/l1/size/size"},
                    Hostile{"117760", "99999999999999999999999", "/memory/l1/size/size"}, Hostile{"117760", "NaN", "line"},
                    Hostile{"117760", "1e999", "/memory/l1/size/size"}, Hostile{"0.9735", "7", "/memory/l1/size/confidence"},
                    Hostile{"0.9735", "[]", "/memory/l1/size/confidence"}, Hostile{"30.25", "-30.25", "/memory/l1/latency/p50"},
                    Hostile{"30.25", "{}", "/memory/l1/latency/p50"}, Hostile{"30.25", "1e300", "/memory/l1/latency/p50"},
                    Hostile{R"("unit": "cycles")", R"("unit": "ns")", "/memory/l1/latency/unit"},
                    Hostile{R"("unit": "kHz",)", "", "/general/clockRate/unit: is missing"},
                    Hostile{"958.0717081829157", "-1", "/memory/l2/readBandwidth/value"},
                    Hostile{R"("Read Only",)", "3,", "/memory/l1/sharedWith/0"},
                    Hostile{R"("uniqueAmount": 2)", R"("deep": [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]])", "/memory/scalarL1/deep"},
                    Hostile{R"("os": "Linux",)", R"("os": "Linux", "os": 1,)", "appears twice"}));

TEST(Mt4gReport, names_what_is_lost_and_nothing_else) {
  auto read = read_session(std::string(CHASESCOPE_SOURCE_DIR) + "/resources/recordings/h100.cbor");
  ASSERT_TRUE(read) << read.error().message;
  const Report report = mt4g_report(*read);
  const json out = json::parse(report.text);
  EXPECT_EQ(out["compute"]["numberOfCoresPerMultiProcessor"], 128);
  EXPECT_EQ(out["general"]["computeCapability"], json({{"major", 9}, {"minor", 0}}));
  EXPECT_EQ(out["general"]["vendor"], "NVIDIA");
  const std::string lost = out["chasescope"]["lost"][0];
  // What stands in the file is no loss, and neither is what could not be told.
  for (const char* kept :
       {"sm_count", "compute_capability", "cores_per_sm", "warp_size", "memory_bytes", "memory_bus_bits", "shared_bytes_per_sm"})
    EXPECT_THAT(lost, testing::Not(HasSubstr(kept)));
  EXPECT_THAT(lost, testing::Not(HasSubstr("constant_l1_5: miss_penalty_cycles, contiguous_bytes, capacity_bytes, line_bytes")));
  // The clock that the card ran at has no place beside the one that it says of itself.
  for (const std::string& warning : report.warnings) EXPECT_LE(warning.size(), 200U) << "longer than a person reads";
  for (const char* gone : {"driver", "clock_khz", "l1_tlb: page_bytes, entries, reach_bytes", "replacement_policy"})
    EXPECT_THAT(lost, HasSubstr(gone));
  for (const std::string& warning : report.warnings)
    EXPECT_THAT(warning, testing::Not(testing::MatchesRegex("(device clock_khz|distributed_shared_memory).*was taken.*")))
        << "nothing was taken of it";
}

TEST(Mt4gReport, the_bundled_topologies_are_the_same_documents_again) {
  for (const char* name : {"v100", "p6000"}) {
    const std::string path = std::string(CHASESCOPE_SOURCE_DIR) + "/resources/topologies/" + name + ".json";
    const auto session = read_session(path);
    ASSERT_TRUE(session) << session.error().message;
    const Report report = mt4g_report(*session);
    EXPECT_EQ(json::parse(report.text), json::parse(contents(path))) << name;
    EXPECT_THAT(report.warnings, testing::IsEmpty()) << name;
    EXPECT_EQ(finding_of(*session, "device", "cores_per_sm").status, FindingStatus::reported);
  }
}

TEST(Mt4gReport, a_card_of_another_maker_is_not_called_nvidia) {
  Session session;
  session.device.name = "AMD Instinct MI210";
  session.device.properties.compute_capability = "9.0";
  EXPECT_EQ(json::parse(mt4g_report(session).text)["general"]["vendor"], "AMD");
}

}  // namespace
}  // namespace chasescope
