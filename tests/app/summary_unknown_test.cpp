// What a summary says of a card's unknown quantities: every quantity for which a report has a column is told, or named as not
// known, with the time that finding it out takes.
#include <gmock/gmock.h>

#include <algorithm>

#include "app/measurement/probe_session.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/summary/summary_finder.h"
#include "engine/session/summary/summary_rows.h"
#include "engine/session/summary/summary_text.h"
#include "engine/session/summary/summary_unknown.h"
#include "engine/session/tables/printed_table.h"
#include "engine/session/tables/table_spec.h"
#include "tests/engine/findings/made_finding.h"

namespace chasescope {
namespace {

using nlohmann::json;

/// The word of a column of the report's table for what is not known.
const char* word_of_column(const std::string& column, bool is_tlb) {
  if (column == "Line") return is_tlb ? "pages" : "line";
  if (column == "Hit") return is_tlb ? "cycles of a miss" : "latency";
  return column == "Size" ? "size" : column == "Sets" ? "sets" : column == "Ways" ? "ways" : "policy";
}

/// Each cell of a discovery's table that has no number is named among what is not known.
void expect_told_or_named(const Session& session) {
  const Summary summary = summarise(session);
  const TableSpec& spec = *find_table("summary");
  const std::vector<TableCard> cards = cards_of({&session, 1});
  const std::vector<Finding>& findings = cards.front().findings;
  for (std::size_t row = 0; row < spec.rows.size(); ++row) {
    const std::string subject = spec.asks[row].front().subjects.front();
    const bool is_whole = spec.rows[row].notes_of == subject && subject != "dram" && subject != "shared_memory";
    if (!is_whole || is_part_of_l1(SummaryFinder(session), subject)) continue;
    std::vector<TableCell> cells;
    for (const CellAsk& ask : spec.asks[row]) cells.push_back(found_cell(ask, findings));
    if (std::none_of(cells.begin(), cells.end(), [](const TableCell& cell) { return cell.has_value(); })) continue;
    for (std::size_t column = 0; column < cells.size(); ++column) {
      if (cells[column].has_value() || spec.asks[row][column].quantities.empty() || cells[column].status == "absent") continue;
      const std::string what = short_subject(subject), word = word_of_column(spec.columns[column].label, subject.ends_with("_tlb"));
      EXPECT_TRUE(std::any_of(summary.unknown.begin(), summary.unknown.end(),
                              [&](const SummaryUnknown& one) {
                                const std::size_t colon = one.what.find(':');
                                return colon != std::string::npos && one.what.substr(0, colon).find(what) != std::string::npos &&
                                       one.what.find(word, colon) != std::string::npos;
                              }))
          << session.device.name << ": " << what << ", " << word << " is neither told nor named";
    }
  }
}

TEST(Unknown, names_every_quantity_of_the_table_that_is_not_told) {
  for (const char* id : {"recording:h100", "recording:h200", "model:c2070", "model:gtx560ti"})
    expect_told_or_named(measure_session({id, {}, {}, {}}, "discover", {}).value());
  Session session;
  session.environment = {{"probe", "discover"}, {"device_id", "model:mine"}, {"parameters", json::object()}};
  session.device.origin = Origin::model;
  Finding ways = made_finding("l2", "ways", nullptr, "1");
  ways.status = FindingStatus::not_measurable;
  ways.reason = "It would take more accesses than one step may make. More.";
  session.findings = {made_finding("l2", "hit_latency_cycles", 223, "cycles"), made_finding("l2", "line_bytes", 128, "bytes"),
                      made_finding("l2", "capacity_bytes", 41943040, "bytes"), made_finding("l2", "sets", 20480, "1"), ways};
  for (Finding& one : session.findings) one.conditions = {{"space", "global.cg"}};
  expect_told_or_named(session);
  const std::string text = plain_text(summary_lines(summarise(session), {}));
  EXPECT_NE(text.find("L2: ways"), std::string::npos) << text;
  EXPECT_NE(text.find("L2: policy"), std::string::npos) << text;
}

TEST(Unknown, names_the_device_as_one_word_of_a_shell) {
  Session session;
  session.environment = {{"probe", "discover"}, {"parameters", {{"effort", "quick"}}}};
  session.findings = {made_finding("l2", "hit_latency_cycles", 40, "cycles")};
  const auto commands_for = [&](const std::string& id) {
    session.environment["device_id"] = id;
    Summary summary = summarise(session);
    const std::string of_file = summary.unknown.back().command;
    name_device(summary.unknown, id);
    return std::pair(of_file, summary.unknown.back().command);
  };
  const std::string command = "chasescope discover -d ";
  EXPECT_EQ(commands_for("model:v100"), std::pair(command + "model:v100", command + "model:v100"));
  EXPECT_EQ(commands_for("exec:python3 die.py"), std::pair(command + "DEVICE", command + "'exec:python3 die.py'"))
      << "a file may name any program, a person names their own";
  EXPECT_EQ(commands_for("exec:it's; $(id)").second, command + "'exec:it'\\''s; $(id)'");
  EXPECT_EQ(commands_for("recording:my card.json").second, "") << "a recording answers nothing more";
}

TEST(Unknown, keeps_the_name_of_a_device_as_it_is_written) {
  Session session;
  session.device.name = "Tesla K20";
  Finding untold = made_finding("l2", "line_bytes", nullptr, "bytes");
  untold.status = FindingStatus::not_measurable;
  session.findings = {made_finding("l2", "hit_latency_cycles", 40, "cycles"), untold};
  const auto why_of = [&](const char* reason) {
    session.findings[1].reason = reason;
    return summarise(session).unknown.at(0).why;
  };
  EXPECT_EQ(why_of("Tesla K20 does not tell the number of SMs."), "Tesla K20 does not tell the number of SMs");
  EXPECT_EQ(why_of("Nothing was found."), "nothing was found");
}

/// What is said of the policy of an L2 whose sets are known; empty if nothing is.
std::string why_no_policy(Origin origin, const json& parameters, bool one_was_asked) {
  Session session;
  session.environment = {{"probe", "discover"}, {"device_id", "cuda:0"}, {"parameters", parameters}};
  session.device.origin = origin;
  session.findings = {made_finding("l2", "hit_latency_cycles", 223, "cycles"), made_finding("l2", "sets", 20480, "1")};
  if (one_was_asked) session.findings.push_back(made_finding("l1_data", "replacement_policy", "lru", "1"));
  const Summary summary = summarise(session);
  for (const SummaryUnknown& one : summary.unknown)
    if (one.what == "L2: policy") return one.why;
  return {};
}

TEST(Unknown, says_why_nobody_looked_for_a_policy) {
  const json no_limit = json::object(), limit{{"seconds", "2"}};
  EXPECT_EQ(why_no_policy(Origin::hardware, no_limit, false), "not asked without --time or --thorough");
  EXPECT_EQ(why_no_policy(Origin::hardware, no_limit, true), "not asked without --time or --thorough")
      << "the policy of one cache says nothing of the others";
  EXPECT_EQ(why_no_policy(Origin::hardware, limit, false), "only measured if there is time");
  EXPECT_EQ(why_no_policy(Origin::model, limit, true), "only measured if there is time");
  EXPECT_EQ(why_no_policy(Origin::model, no_limit, true), "") << "the discovery looked for all of them";
}

TEST(Unknown, says_how_long_a_card_and_how_long_a_software_gpu_takes) {
  SummaryUnknown unknown{
      .what = "TLBs", .why = "no time", .command = "chasescope discover -d model:a100", .seconds = 3.5, .findings = {}};
  Summary summary;
  EXPECT_EQ(time_words(summary, unknown), "4 s on a card");
  summary.is_software_gpu = true;
  EXPECT_EQ(time_words(summary, unknown), "4 s on a card, up to a minute here");
  unknown.command += " --time 60s";
  unknown.seconds = 60;
  EXPECT_EQ(time_words(summary, unknown), "60 s");
  unknown.command.clear();
  EXPECT_EQ(time_words(summary, unknown), "");
}

std::string screen_of_late(const char* only, const char* seconds) {
  Session session;
  Finding late = made_finding("environment", "l2-map", nullptr, "1");
  late.status = FindingStatus::not_measurable;
  late.method = "L2 map";
  late.reason = "The time that was given (" + std::string(seconds) + " s) was over.";
  session.environment = {{"probe", "discover"}, {"device_id", "cuda:0"}, {"parameters", {{"only", only}, {"seconds", seconds}}}};
  session.findings = {made_finding("l2", "hit_latency_cycles", 40, "cycles"), late};
  EXPECT_TRUE(was_cut_short(session));
  return plain_text(summary_lines(summarise(session), {.width = 200}));
}

TEST(Unknown, tells_how_to_finish_what_the_time_cut_short) {
  using testing::HasSubstr;
  EXPECT_THAT(screen_of_late("l1_data,l2", "2"), HasSubstr("chasescope discover -d cuda:0 --only l1_data,l2 "))
      << "a whole discovery takes longer than 2 s";
  EXPECT_THAT(screen_of_late("", "60"), HasSubstr("chasescope discover -d cuda:0 --time 120s"));
  EXPECT_THAT(screen_of_late("l2", "60"), HasSubstr("chasescope discover -d cuda:0 --only l2 --time 120s"));
  for (const char* seconds : {"1e999", "-5", "nan", "never", "100000000"})
    EXPECT_THAT(screen_of_late("l2; $(id)", seconds), testing::Not(testing::AnyOf(HasSubstr("--time"), HasSubstr("$(id)"))));
  EXPECT_FALSE(was_cut_short(Session{}));
}

TEST(Unknown, gives_no_reason_that_contradicts_the_size) {
  Session session;
  session.environment = {{"probe", "discover"}, {"parameters", {{"effort", "thorough"}}}};
  Finding smaller = made_finding("l1_data", "contiguous_bytes", nullptr, "bytes");
  smaller.status = FindingStatus::not_measurable;
  smaller.high = 65536;
  smaller.reason = "It holds footprints of 32 KiB and is outgrown by 64 KiB.";
  Finding largest = made_finding("l1_data", "contiguous_bytes", 238848, "bytes");
  largest.conditions = {{"carveout_percent", 0}};
  session.findings = {smaller, largest};
  const auto text = [&] { return plain_text(summary_lines(summarise(session), {})); };
  EXPECT_EQ(text().find("outgrown by 64 KiB"), std::string::npos) << text();
  session.findings = {smaller};
  EXPECT_NE(text().find("outgrown by 64 KiB"), std::string::npos) << "where nothing else is known, it is told: " << text();
}

}  // namespace
}  // namespace chasescope
