// The card on one screen: what stands there is what the session's findings say, for cards, recordings, models, topology files of
// other tools and devices with few answers; and the screens of some of them, letter for letter (tests/golden/summary).
#include "engine/session/summary/summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "app/measurement/probe_session.h"
#include "app/measurement/terminal_progress.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/convert.h"
#include "engine/session/summary/summary_columns.h"
#include "engine/session/summary/summary_text.h"
#include "engine/trace/number_text.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope {
namespace {

using nlohmann::json;

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string kSource = CHASESCOPE_SOURCE_DIR;

/// A discovery of a device, or a file.
Session session_of(const std::string& id) {
  if (id.ends_with(".json")) {
    auto opened = open_document(kSource + "/" + id);
    EXPECT_TRUE(opened) << id;
    return opened ? opened->session : Session{};
  }
  auto session = measure_session({id, {}, {}, {}}, "discover", {});
  EXPECT_TRUE(session) << id;
  if (!session) return {};
  session->environment.erase("seconds");  // another each time
  return *std::move(session);
}

/// The numbers in a text, as they are written: "1,792", "16.79".
std::vector<std::string> numbers_in(const std::string& text) {
  static const std::regex number(R"((\d[\d,]*(\.\d+)?))");
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    std::string one = at->str();
    while (one.ends_with(',')) one.pop_back();
    all.push_back(one);
  }
  return all;
}

/// All ways in which these findings' numbers are written.
std::set<std::string> numbers_of(const std::vector<std::size_t>& findings, const Session& session) {
  std::set<std::string> all;
  const auto take = [&](const std::string& text) {
    for (const std::string& one : numbers_in(text)) all.insert(one);
  };
  for (const std::size_t place : findings) {
    const Finding& finding = session.findings.at(place);
    take(value_words(finding));
    take(interval_words(finding));
    for (const auto& [key, value] : finding.conditions.items()) take(value.dump());
    if (finding.value.is_number()) take(short_size_text(finding.value.get<double>()).joined());
    if (finding.low) take(short_size_text(*finding.low).joined());
  }
  // What the ways of all sets hold is worked out from both.
  for (const std::size_t ways : findings)
    for (const std::size_t line : findings) {
      const Finding &sets = session.findings.at(ways), &bytes = session.findings.at(line);
      if (sets.quantity != "ways_per_set" || bytes.quantity != "line_bytes") continue;
      double lines = 0;
      for (const json& one : sets.value) lines += one.get<double>();
      take(short_size_text(lines * bytes.value.get<double>()).joined());
    }
  return all;
}

void expect_note(const SummaryNote& note, const Session& session, const std::string& where) {
  const std::set<std::string> known = numbers_of(note.findings, session);
  std::string words = note.text;
  for (const char* name : {"L1.5", "L1", "L2", "L3", "L0"})  // levels are no numbers
    for (std::size_t at; (at = words.find(name)) != std::string::npos;) words.erase(at, std::string(name).size());
  for (const std::string& number : numbers_in(words))
    EXPECT_TRUE(known.contains(number) || note.findings.empty())
        << session.device.name << ", " << where << ": " << number << " in '" << note.text << "'";
}

double of_quantity(const SummaryNumber& number, const char* quantity, const Session& session, double otherwise) {
  for (const std::size_t place : number.findings)
    if (session.findings[place].quantity == quantity) return session.findings[place].value.get<double>();
  return otherwise;
}

void expect_found(const SummaryNumber& number, const Session& session, const std::string& where) {
  const std::string what = session.device.name + ", " + where + ": " + number_words(number);
  ASSERT_FALSE(number.findings.empty()) << what;
  for (const std::size_t place : number.findings) ASSERT_LT(place, session.findings.size()) << what;
  const Finding& first = session.findings[number.findings.front()];
  if (number.worked_out.empty()) {
    EXPECT_EQ(number.unit, first.unit) << what;
    if (number.bound != SummaryNumber::Bound::none || first.value.is_null()) {
      const bool is_bound = first.low == number.value || first.high == number.value ||
                            (first.value.is_number() && first.value.get<double>() == number.value);
      EXPECT_TRUE(is_bound) << what;
      return;
    }
    double least = first.value.get<double>(), most = least;
    for (const std::size_t place : number.findings) {
      least = std::min(least, session.findings[place].value.get<double>());
      most = std::max(most, session.findings[place].value.get<double>());
    }
    EXPECT_EQ(number.value, least) << what;
    EXPECT_EQ(number.to.value_or(number.value), most) << what;
    EXPECT_EQ(number.reported, first.status == FindingStatus::reported) << what;
  } else if (number.unit == "ns") {
    const double khz =
        of_quantity(number, quantity::clock_khz, session, static_cast<double>(session.device.properties.clock_khz.value_or(0)));
    double least = first.value.get<double>();
    for (const std::size_t place : number.findings)
      if (session.findings[place].unit == "cycles") least = std::min(least, session.findings[place].value.get<double>());
    EXPECT_NEAR(number.value, least / khz * 1e6, 1e-9 * number.value) << what;
  } else if (number.unit == "%") {
    EXPECT_LE(number.value, 100) << what;
    EXPECT_GT(number.value, 0) << what;
  } else {
    ASSERT_EQ(number.unit, "bytes") << what;  // of all ways together
    double lines = 0;
    for (const json& ways : first.value) lines += ways.get<double>();
    EXPECT_EQ(number.value, lines * session.findings[number.findings.back()].value.get<double>()) << what;
  }
}

class SummaryOf : public testing::TestWithParam<const char*> {};

TEST_P(SummaryOf, has_no_number_that_is_not_found) {
  const Session session = session_of(GetParam());
  const Summary summary = summarise(session);
  ASSERT_FALSE(summary.empty());
  std::set<std::string> ids;
  for (const SummarySection& section : summary.sections) {
    EXPECT_FALSE(section.rows.empty()) << section.title;
    for (const SummaryRow& row : section.rows) {
      EXPECT_TRUE(ids.insert(row.id).second) << row.id;
      std::size_t shown = row.series.size() + row.notes.size();
      for (const auto& number : {row.size, row.latency, row.ns, row.read, row.read_share, row.write, row.write_share}) {
        if (!number) continue;
        ++shown;
        expect_found(*number, session, row.name);
      }
      EXPECT_GT(shown, 0U) << row.name;
      for (const auto& [label, number] : row.series) expect_found(number, session, row.name + " " + label);
      for (const SummaryNote& note : row.notes) {
        EXPECT_FALSE(note.findings.empty()) << note.text;
        expect_note(note, session, row.name);
      }
    }
  }
  for (const SummaryComparison& one : summary.published) expect_found(one.here, session, one.what);
}

TEST_P(SummaryOf, says_no_reason_twice_and_names_only_what_is_unknown) {
  const Session session = session_of(GetParam());
  const Summary summary = summarise(session);
  std::set<std::string> told, levels;
  for (const SummaryUnknown& one : summary.unknown) {
    EXPECT_FALSE(one.what.empty());
    EXPECT_FALSE(one.why.empty()) << one.what;
    EXPECT_TRUE(told.insert(one.what + one.why).second) << one.what << ": " << one.why;
    EXPECT_EQ(one.command.empty(), one.seconds == 0) << one.what;
    for (const std::size_t place : one.findings) ASSERT_LT(place, session.findings.size());
  }
  const std::string text = plain_text(summary_lines(summary, {}));
  for (const char* of_older_sessions : {"in no way that repeats", "without a pattern"})
    EXPECT_EQ(text.find(of_older_sessions), std::string::npos) << of_older_sessions;
}

TEST_P(SummaryOf, keeps_to_the_width) {
  const Session session = session_of(GetParam());
  const Summary summary = summarise(session);
  for (const std::size_t width : {80UL, 100UL}) {
    const auto lines = summary_lines(summary, {.width = width, .footer = {}});
    EXPECT_LE(lines.size(), width < 100 ? 47U : 45U);
    std::istringstream text(plain_text(lines));
    for (std::string line; std::getline(text, line);)
      EXPECT_TRUE(columns_of(line) <= width || line.find("chasescope discover") != std::string::npos) << width << ": " << line;
    const std::string coloured = coloured_text(lines);
    EXPECT_NE(coloured.find("\x1b[1m"), std::string::npos);
    EXPECT_EQ(std::regex_replace(coloured, std::regex("\x1b\\[\\d*m"), "").find('\x1b'), std::string::npos);
  }
}

TEST_P(SummaryOf, is_what_its_schema_says) {
  const Session session = session_of(GetParam());
  const Summary summary = summarise(session);
  const json document = json::parse(summary_json(summary, session));
  const json schema = json::parse(contents(kSource + "/resources/schemas/summary.schema.json"));
  EXPECT_EQ(document["format"], schema["properties"]["format"]["const"]);
  const std::function<void(const json&, json, const std::string&)> check = [&](const json& node, json rule, const std::string& at) {
    if (rule.contains("$ref")) rule = schema.at(json::json_pointer(rule["$ref"].get<std::string>().substr(1)));
    const std::string type = rule.value("type", "");
    if (type == "object") {
      ASSERT_TRUE(node.is_object()) << at;
      for (const auto& [name, value] : node.items()) {
        ASSERT_TRUE(!rule.contains("properties") || rule["properties"].contains(name)) << at << "/" << name;
        if (rule.contains("properties")) check(value, rule["properties"][name], at + "/" + name);
      }
      for (const json& name : rule.value("required", json::array()))
        EXPECT_TRUE(node.contains(name.get<std::string>())) << at << " " << name;
    } else if (type == "array") {
      ASSERT_TRUE(node.is_array()) << at;
      for (const json& item : node) check(item, rule["items"], at + "/…");
    } else if (type == "number" || type == "integer") {
      EXPECT_TRUE(node.is_number()) << at;
    } else if (type == "string") {
      EXPECT_TRUE(node.is_string()) << at;
      if (rule.contains("enum")) {
        EXPECT_NE(std::find(rule["enum"].begin(), rule["enum"].end(), node), rule["enum"].end()) << at;
      }
    } else if (type == "boolean") {
      EXPECT_TRUE(node.is_boolean()) << at;
    }
  };
  check(document, schema, "");
  for (const json& section : document["sections"])
    for (const json& row : section["rows"])
      for (const char* member : {"size", "latency"}) {
        if (!row.contains(member)) continue;
        for (const json& place : row[member]["findings"]) EXPECT_LT(place.get<std::size_t>(), document["findings"].size());
      }
}

TEST_P(SummaryOf, reads_as_it_did) {
  const std::string id = GetParam();
  std::string name = id.substr(id.find_last_of(":/") + 1);
  name = name.substr(0, name.find('.')) + ".txt";
  const std::string text = plain_text(summary_lines(summarise(session_of(id)), {}));
  const std::string path = kSource + "/tests/golden/summary/" + name;
  if (text == contents(path)) return;
  std::ofstream(name + ".actual", std::ios::binary) << text;
  ADD_FAILURE() << path << " differs from " << std::filesystem::current_path() / (name + ".actual");
}

INSTANTIATE_TEST_SUITE_P(Devices, SummaryOf,
                         testing::Values("recording:h100", "recording:h200", "model:c2070", "model:gtx560ti", "model:textbook",
                                         "tests/fuzz/corpus/session/mt4g.json"));

TEST(Summary, says_that_a_software_gpu_agrees_with_what_it_was_given) {
  const Summary of_model = summarise(session_of("model:gtx560ti")), of_card = summarise(session_of("recording:h100"));
  ASSERT_FALSE(of_model.published.empty());
  ASSERT_FALSE(of_card.published.empty());
  EXPECT_EQ(published_words(of_model),
            "A software GPU was given its numbers, perhaps from these sources: that they agree says nothing about the card.");
  EXPECT_EQ(published_words(of_card), "");
  EXPECT_EQ(published_words(summarise(session_of("model:textbook"))), "");  // of which nothing was published
}

// What somebody asks of an H100 before an evening of measuring, and what the screen says: two numbers of the recording beside each.
TEST(Summary, answers_what_an_engineer_asks) {
  const std::string text = plain_text(summary_lines(summarise(session_of("recording:h100")), {}));
  for (const char* answer :
       {"Shared memory          228 KiB*", "L1 data              ~ 240 KiB    33.25", "Constant L1              2 KiB    27.25",
        "Constant L1.5        >= 64 KiB", "L2                      50 MiB*   281.2", "other half",
        "Memory               79.18 GiB*   723.2", "Sizes with * are as reported, not measured",
        "in 192-242 KiB; has tags for 256 KiB; 512", "L1 TLB                 256 MiB", "32-way", "Memory: median of all lines",
        "at least 199 requests", "L2: line, sets, ways"})
    EXPECT_NE(text.find(answer), std::string::npos) << answer << "\n" << text;
}

Finding finding(const char* subject, const char* quantity, json value, const char* unit,
                FindingStatus status = FindingStatus::measured) {
  Finding one = made_finding(subject, quantity, std::move(value), unit);
  one.status = status;
  return one;
}

TEST(Summary, of_a_device_with_one_answer_has_one_row) {
  Session session;
  session.device.name = "Mine";
  session.findings = {finding("l2", "hit_latency_cycles", 40, "cycles")};
  const Summary summary = summarise(session);
  ASSERT_EQ(summary.sections.size(), 1U);
  ASSERT_EQ(summary.sections.front().rows.size(), 1U);
  EXPECT_FALSE(summary.sections.front().rows.front().ns) << "nobody told the clock";
  EXPECT_EQ(plain_text(summary_lines(summary, {})), "Mine\n\nTHE CHIP  cycles\n  L2          40\n");
  EXPECT_TRUE(summarise(Session{}).empty());
  EXPECT_TRUE(summary_lines(summarise(Session{}), {}).empty());
}

TEST(Summary, of_a_hostile_session_commands_nothing) {
  Session session;
  session.device.name = "A\x1b[2Jcard\nof\xe2\x80\xaemine";
  session.environment = {{"probe", "discover"}, {"device_id", "exec:rm -rf ~; $(id)"}, {"parameters", "none"}, {"seconds", "soon"}};
  session.findings = {finding("l1_data", "hit_latency_cycles", 30, "cycles"),
                      finding("l1_data", "sets", nullptr, "1", FindingStatus::not_measurable),
                      finding("l2", "replacement_policy", "l\x1b[31mru", "1"),
                      finding("l1_data", "shares_with", {{"a", 1}}, "1"),
                      finding("distributed_shared_memory", "hit_latency_cycles", 180, "cycles"),
                      finding("dram", "read_bandwidth", 1e300, "bytes/s")};
  session.findings[1].reason = "Because\x1b[0m of\nthat.";
  session.findings[4].conditions = {{"operation", 7}, {"rank", "x"}, {"cluster_size", 1e30}};
  const auto lines = summary_lines(summarise(session), {});
  const std::string text = plain_text(lines), coloured = coloured_text(lines);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(std::regex_replace(coloured, std::regex("\x1b\\[[0-9]*m"), "").find('\x1b'), std::string::npos) << coloured;
  EXPECT_EQ(text.find("rm -rf"), std::string::npos) << text;
  EXPECT_NE(text.find("-d DEVICE"), std::string::npos) << text;
  EXPECT_TRUE(json::accept(summary_json(summarise(session), session)));
}

TEST(Summary, sizes_show_their_bounds) {
  Session session;
  Finding size = finding("constant_l1_5", "capacity_bytes", nullptr, "bytes", FindingStatus::not_measurable);
  size.low = 65536;
  session.findings = {size, finding("constant_l1_5", "hit_latency_cycles", 97.25, "cycles")};
  EXPECT_EQ(number_words(*summarise(session).sections.front().rows.front().size), ">= 64 KiB");
  session.findings.front().high = 131072;
  EXPECT_EQ(number_words(*summarise(session).sections.front().rows.front().size), "64-128 KiB");
}

TEST(Summary, says_what_stays_in_the_l2_where_it_is_known) {
  Session session;
  session.findings = {finding("l2", "hit_latency_cycles", 281, "cycles")};
  const auto text = [&] { return plain_text(summary_lines(summarise(session), {.width = 120})); };
  const std::string without = text();
  EXPECT_EQ(without.find("stays"), std::string::npos) << without;
  Finding stays = finding("l2", "effective_bytes", nullptr, "bytes", FindingStatus::not_measurable);
  session.findings.push_back(stays);
  EXPECT_EQ(text(), without) << "nobody knows";
  session.findings.back() = finding("l2", "effective_bytes", 39321600, "bytes");
  EXPECT_NE(text().find("stays in it"), std::string::npos) << text();
  EXPECT_NE(text().find("37.5 MiB"), std::string::npos) << text();
  EXPECT_NE(text().find("of an array that all SMs read"), std::string::npos) << text();
}

TEST(Summary, of_an_L1_with_carve_outs_says_which_has_how_much) {
  Session session;
  Finding some = finding("l1_data", "contiguous_bytes", 151264, "bytes"),
          all = finding("l1_data", "contiguous_bytes", 245760, "bytes");
  some.conditions = {{"carveout_percent", 25.0}};
  all.conditions = {{"carveout_percent", 0.0}};
  session.findings = {finding("l1_data", "capacity_bytes", 61440, "bytes"),
                      some,
                      all,
                      finding("l1_data", "hit_latency_cycles", 33, "cycles"),
                      finding("texture", "shares_with", {"l1_data"}, "1"),
                      finding("texture", "hit_latency_cycles", 87, "cycles"),
                      finding("readonly", "shares_with", {"l1_data"}, "1"),
                      finding("readonly", "hit_latency_cycles", 38, "cycles")};
  const std::string text = plain_text(summary_lines(summarise(session), {.width = 200}));
  EXPECT_NE(
      text.find(
          "at the driver's carve-out; 240 KiB at carve-out 0 %, 147.7 at 25 %; as read-only 38 cycles; through texture 87 cycles"),
      std::string::npos)
      << text;
}

TEST(Summary, a_bandwidth_beyond_the_peak_has_no_share) {
  Session session;
  session.device.properties.memory_clock_khz = 1000000;
  session.device.properties.memory_bus_bits = 64;
  session.findings = {finding("dram", "read_bandwidth", 8e9, "bytes/s"), finding("dram", "write_bandwidth", 17e9, "bytes/s")};
  const Summary summary = summarise(session);
  const SummaryRow& row = summary.sections.front().rows.front();
  ASSERT_TRUE(row.read_share);
  EXPECT_EQ(row.read_share->value, 50);
  EXPECT_FALSE(row.write_share);
}

/// A row of a Markdown table has these words in its last cell.
bool explained_in_table(const std::string& page, const std::string& why) {
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || !line.ends_with(" |")) continue;
    const std::size_t cell = line.rfind('|', line.size() - 2);
    if (line.find(why, cell) != std::string::npos) return true;
  }
  return false;
}

TEST(Published, a_reason_is_told_of_the_cards_on_which_it_was_shown) {
  const PublishedReasons& reasons = published_reasons();
  PublishedValue value;
  value.what = finding("l1_data", "hit_latency_cycles", 50, "cycles");
  value.key = "MT4G22";
  value.card = "NVIDIA H200";
  ASSERT_NE(why_they_differ(reasons, value, 40), nullptr);
  EXPECT_NE(why_they_differ(reasons, value, 40)->why.find("4.75"), std::string::npos);
  value.card = "GeForce GTX 980";
  ASSERT_NE(why_they_differ(reasons, value, 40), nullptr);
  EXPECT_NE(why_they_differ(reasons, value, 40)->why.find("may"), std::string::npos);
}

TEST(Published, reasons_go_by_source_and_side) {
  const PublishedReasons reasons = published_reasons(R"({"format": "chasescope-reasons-1", "limits": [], "differences": [
    {"subject": "l2", "quantity": "*", "sources": ["A"], "published_is": "higher", "why": "as it is", "source": "a page"}]})");
  PublishedValue value;
  value.what = finding("l2", "hit_latency_cycles", 50, "cycles");
  value.key = "A";
  ASSERT_NE(why_they_differ(reasons, value, 40), nullptr);
  EXPECT_EQ(why_they_differ(reasons, value, 60), nullptr) << "theirs is lower";
  value.key = "B";
  EXPECT_EQ(why_they_differ(reasons, value, 40), nullptr);
  EXPECT_TRUE(published_reasons("{}").differences.empty());
  ASSERT_FALSE(published_reasons().differences.empty());
  for (const PublishedReason& one : published_reasons().differences) {
    EXPECT_FALSE(one.source.empty()) << one.why;
    EXPECT_TRUE(one.subject == "*" || find_subject(one.subject) != nullptr) << one.subject;
    EXPECT_TRUE(one.quantity == "*" || find_quantity(one.quantity) != nullptr) << one.quantity;
    EXPECT_TRUE(std::filesystem::exists(kSource + "/" + one.source)) << one.source;
    EXPECT_TRUE(explained_in_table(contents(kSource + "/" + one.source), one.why)) << one.why;
  }
}

TEST(ProgressLine, tells_what_is_left_and_keeps_to_the_width) {
  EXPECT_EQ(progress_line(
                {.fraction = 0.25, .elapsed_s = 2, .doing = "Caches: begins (3 of 12)", .found = "L1 data cache, line 128 B"}, 200),
            " 25 %  about 6 s left  Caches: begins (3 of 12)  found: L1 data cache, line 128 B");
  EXPECT_EQ(progress_line(
                {.fraction = 0.25, .elapsed_s = 2, .doing = "Caches: begins (3 of 12)", .found = "L1 data cache, line 128 B"}, 79),
            " 25 %  about 6 s left  Caches: begins  found: L1 data cache, line 128 B")
      << "the number of the step is the first to go";
  EXPECT_EQ(progress_line(
                {.fraction = 0.25, .elapsed_s = 2, .limit_s = 5, .doing = "Caches: begins", .found = "L1 data, line 128 B"}, 50),
            " 25 %  about 3 s left  Caches: begins  found: L1 …")
      << "no more is left than was given";
  EXPECT_EQ(progress_line({.fraction = 0.01, .elapsed_s = 2, .doing = "Facts", .found = ""}, 200), "  1 %  Facts");
  EXPECT_EQ(progress_line({.fraction = 0.5, .elapsed_s = 10, .doing = "a\x1b[31mb", .found = ""}, 24), " 50 %  about 10 s left  ");
}

}  // namespace
}  // namespace chasescope
