// The contribution that is made of a session: it contains nothing that tells whose card it is, whatever the session contains.
#include "engine/library/contribution.h"
#include "engine/findings/vocabulary.h"

#include <gmock/gmock.h>

#include "engine/device/recording/bundled.h"
#include "engine/session/compare/comparison.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// Texts that a contribution must not contain: names of a person and a host, a path, numbers that identify a device, and times.
const std::vector<std::string> kPlanted{"alice",
                                        "node17.lab.example.org",
                                        "/home/alice/cards/mine.json",
                                        "GPU-8f1c3a2e-77d0-4c1b-9a55-0f3e2d1c4b5a",
                                        "0000:65:00.0",
                                        "1650922014321",
                                        "Serial 0324018011842",
                                        "2026-11-28T15:12:55Z",
                                        "ssh:alice@10.0.0.7:cuda:0",
                                        "10.0.0.7"};

Session recorded() {
  auto read = read_session(recording_file("h100"));
  if (!read) throw std::runtime_error(read.error().message);
  return *std::move(read);
}

/// A short session that still has something of everything: findings of each status and kind of value, and two runs.
json small_session() {
  Session session = recorded();
  std::vector<Finding> some;
  for (const Finding& finding : session.findings) {
    if (finding.quantity == "replacement_machine") continue;  // a long text that must be a valid automaton
    const bool odd = !finding.value.is_number() || finding.conditions.size() > 1 || finding.status != FindingStatus::measured;
    const bool has_text = finding.value.is_string();
    if (some.size() < 4 || has_text || (odd && some.size() < 24)) some.push_back(finding);
    if (finding.value.is_array() && finding.value.size() > 40)
      some.erase(some.end() - (some.back() == finding ? 1 : 0), some.end());
  }
  for (Finding& finding : some) finding.evidence.clear();
  session.findings = some;
  session.findings.front().opinions.push_back({"another method", "lru", false});
  session.runs.resize(2);
  session.environment["host"] = "node";
  session.environment["conditions"] = {{"samples", {{{"sm_mhz", 1980}, {"others", {"a process"}}}}}};
  session.notes = "notes";
  const auto bytes = session_bytes(session, SessionFormat::json);
  if (!bytes) throw std::runtime_error(bytes.error().message);
  return json::parse(*bytes);
}

void collect_texts(const json& value, const json::json_pointer& at, std::vector<json::json_pointer>& texts) {
  if (value.is_string()) texts.push_back(at);
  if (value.is_structured())
    for (const auto& [key, element] : value.items())
      collect_texts(element, value.is_array() ? at / static_cast<std::size_t>(std::stoul(key)) : at / key, texts);
}

void collect_objects(const json& value, const json::json_pointer& at, std::vector<json::json_pointer>& objects) {
  if (value.is_object()) objects.push_back(at);
  if (value.is_structured())
    for (const auto& [key, element] : value.items())
      collect_objects(element, value.is_array() ? at / static_cast<std::size_t>(std::stoul(key)) : at / key, objects);
}

/// The contribution of a document: its file and the sentence about it, or the refusal. Empty if the document is no valid session
/// any more.
std::string leaves(const json& document) {
  const auto session = parse_session(document.dump(), "planted");
  if (!session) return {};
  const auto contribution = contribution_of(*session);
  if (!contribution) return contribution.error().message;
  const auto bytes = session_bytes(contribution->session, SessionFormat::json);
  return bytes ? *bytes + taken_out_words(*contribution) : bytes.error().message;
}

TEST(Contribution, holds_nothing_that_was_planted_in_any_text_of_a_session) {
  const json document = small_session();
  std::vector<json::json_pointer> texts;
  collect_texts(document, json::json_pointer(), texts);
  ASSERT_GT(texts.size(), 200U);
  std::size_t told = 0;
  for (const json::json_pointer& at : texts)
    for (const std::string& planted : kPlanted)
      for (const bool alone : {true, false}) {
        json changed = document;
        changed[at] = alone ? planted : changed[at].get<std::string>() + " " + planted;
        const std::string left = leaves(changed);
        told += left.empty() ? 0 : 1;
        EXPECT_EQ(left.find(planted), std::string::npos) << planted << " at " << at.to_string();
      }
  EXPECT_GT(told, 1000U) << "most places take any text";
}

TEST(Contribution, holds_no_member_that_was_planted) {
  const json document = small_session();
  std::vector<json::json_pointer> objects;
  collect_objects(document, json::json_pointer(), objects);
  ASSERT_GT(objects.size(), 40U);
  for (const json::json_pointer& at : objects)
    for (const std::string& planted : kPlanted) {
      json changed = document;
      changed[at][planted] = planted;
      EXPECT_EQ(leaves(changed).find(planted), std::string::npos) << planted << " at " << at.to_string();
      changed = document;
      changed[at][planted] = 1;
      EXPECT_EQ(leaves(changed).find(planted), std::string::npos) << planted << " at " << at.to_string();
    }
}

TEST(Contribution, of_a_whole_discovery_is_small_and_says_what_it_said) {
  const Session session = recorded();
  const auto contribution = contribution_of(session);
  ASSERT_TRUE(contribution) << contribution.error().message;
  const auto bytes = session_bytes(contribution->session, SessionFormat::json);
  ASSERT_TRUE(bytes);
  EXPECT_LT(bytes->size(), 200'000U);
  EXPECT_EQ(contribution->session.findings.size() + 2, session.findings.size()) << "all but the card's notes and its runtime";
  const Comparison comparison = compare_sessions(session, contribution->session);
  EXPECT_EQ(comparison.count(Agreement::differs), 1U) << "the driver is told without its CUDA";
  EXPECT_GT(comparison.count(Agreement::agrees), 200U);
  EXPECT_EQ(contribution->session.device.name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(contribution->session.environment["month"], "2026-11");
  EXPECT_TRUE(contribution->session.runs.empty());
  for (const char* words : {"9,899 runs", "the map of the chip", "but for the month", "the device's id"})
    EXPECT_THAT(taken_out_words(*contribution), HasSubstr(words));
  EXPECT_THAT(*bytes, Not(HasSubstr("2026-11-28")));
  EXPECT_TRUE(parse_session(*bytes, "again"));
}

// A quantity with a unit is no secret: it stays in the contribution.
TEST(Contribution, keeps_each_quantity_in_its_unit) {
  for (const QuantityEntry& quantity : all_quantities()) {
    if (std::string_view(quantity.unit) == "1") continue;  // words, lists and counts have rules of their own
    Session session;
    session.device.name = "NVIDIA H200";
    session.device.origin = Origin::hardware;
    Finding finding;
    finding.subject = subject::l2;
    finding.quantity = quantity.id;
    finding.unit = quantity.unit;
    finding.status = FindingStatus::measured;
    finding.value = 7;
    finding.conditions = {{"access_bytes", 16}};
    session.findings = {finding};
    const auto given = contribution_of(session);
    ASSERT_TRUE(given) << quantity.id << ": " << given.error().message;
    EXPECT_EQ(given->session.findings.size(), 1U) << quantity.id << " in " << quantity.unit;
  }
}

TEST(Contribution, of_what_is_no_discovery_of_a_card_is_refused_with_a_reason) {
  const auto refusal = [](const auto& change) {
    Session session = recorded();
    change(session);
    const auto contribution = contribution_of(session);
    return contribution ? std::string() : contribution.error().message;
  };
  EXPECT_EQ(refusal([](Session&) {}), "");
  EXPECT_THAT(refusal([](Session& s) { s.device.origin = Origin::model; }), HasSubstr("software GPU"));
  EXPECT_THAT(refusal([](Session& s) { s.environment["device_id"] = "model:h100"; }), HasSubstr("software GPU"));
  EXPECT_THAT(refusal([](Session& s) { s.environment["imported_from"] = "MT4G"; }), HasSubstr("another tool"));
  EXPECT_THAT(refusal([](Session& s) { s.device.name = "alice's simulator"; }), HasSubstr("maker's card"));
  EXPECT_THAT(refusal([](Session& s) { s.findings.clear(); }), HasSubstr("Nothing in it was measured"));
}

TEST(MakerName, keeps_the_words_of_makers_alone) {
  for (const char* name :
       {"NVIDIA H100 80GB HBM3", "NVIDIA GeForce RTX 4090 Laptop GPU", "Tesla V100-PCIE-16GB", "Quadro P6000", "NVIDIA GH200 480GB",
        "AMD Instinct MI300X VF", "NVIDIA H100 80GB HBM3 MIG 1g.10gb", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
        "GeForce GTX 560 Ti", "Tesla K20c", "AMD Radeon RX 7900 XT", "NVIDIA T1000", "NVIDIA L40S"})
    EXPECT_EQ(maker_name(name), name);
  EXPECT_EQ(maker_name("NVIDIA H100 80GB HBM3 (recording)"), "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(maker_name("NVIDIA H100 of alice SN1650922014321"), "NVIDIA H100");
  for (const char* name :
       {"", "NVIDIA", "GPU-8f1c3a2e-77d0-4c1b-9a55-0f3e2d1c4b5a", "node17", "alice", "0000:65:00.0", "1650922014321"})
    EXPECT_EQ(maker_name(name), "") << name;
}

}  // namespace
}  // namespace chasescope
