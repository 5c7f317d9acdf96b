// Tables for papers: the content of the cells, their rounding, the notes, and that each preset names things that exist.
#include <gmock/gmock.h>

#include <set>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/session/compare/latex_comparison.h"
#include "engine/session/report/report.h"
#include "engine/session/tables/table_formats.h"
#include "tests/engine/session/report_samples.h"

namespace chasescope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

Finding found(const std::string& subject, const std::string& quantity, json value, const std::string& unit,
              json conditions = json::object()) {
  Finding finding = measured(subject, quantity, std::move(value), unit);
  finding.conditions = std::move(conditions);
  finding.low = finding.high = std::nullopt;
  return finding;
}

CellAsk ask(const char* subject, const char* quantity, json conditions = json::object()) {
  CellAsk one;
  one.subjects = {subject};
  one.quantities = {quantity};
  one.conditions = std::move(conditions);
  return one;
}

TEST(Tables, a_number_is_rounded_to_the_first_digit_that_its_interval_leaves_open) {
  EXPECT_DOUBLE_EQ(rounded_by_interval(162.8, 160.358, 165.242), 163);
  EXPECT_DOUBLE_EQ(rounded_by_interval(37.419, 36.839, 38.57), 37.4);
  EXPECT_DOUBLE_EQ(rounded_by_interval(1210, 1191.85, 1228.15), 1210);
  EXPECT_DOUBLE_EQ(rounded_by_interval(1234, 1134, 1334), 1200);
  EXPECT_DOUBLE_EQ(rounded_by_interval(33.25, 33.25, 33.25), 33.25) << "no interval, no rounding";
  EXPECT_DOUBLE_EQ(rounded_by_interval(4, -40, 60), 4) << "never to nothing";
  Finding rate;
  rate.unit = "bytes/s";
  rate.value = 3144533102882.0;
  rate.low = 3143912000000.0;
  rate.high = 3145154000000.0;
  EXPECT_EQ(as_told(rate).value, rate.value) << "its four digits stand, and are rounded once";
}

TEST(Tables, the_finding_with_the_fewest_conditions_that_nobody_asked_for_is_taken) {
  const std::vector<Finding> findings{
      found("l1_data", "capacity_bytes", 49152, "bytes", {{"space", "global.ca"}, {"l1_kib", 48}}),
      found("l1_data", "capacity_bytes", 16384, "bytes", {{"space", "global.ca"}}),
  };
  EXPECT_EQ(found_cell(ask("l1_data", "capacity_bytes", {{"space", "global.ca"}}), findings).text.joined(), "16 KiB");
  EXPECT_EQ(found_cell(ask("l1_data", "capacity_bytes", {{"l1_kib", 48}}), findings).text.joined(), "48 KiB");
  const TableCell none = found_cell(ask("l1_data", "capacity_bytes", {{"l1_kib", 32}}), findings);
  EXPECT_FALSE(none.has_value());
  EXPECT_FALSE(none.note.empty()) << "a cell without a number says why";
}

TEST(Tables, a_cell_without_a_number_says_the_findings_own_reason) {
  Finding nothing = found("l2", "sets", nullptr, "1");
  nothing.status = FindingStatus::not_measurable;
  nothing.reason = "Lines change from pass to pass.";
  EXPECT_EQ(found_cell(ask("l2", "sets"), std::vector{nothing}).note, nothing.reason);
}

TEST(Tables, sums_means_and_policies_are_told_from_findings) {
  CellAsk miss = ask("texture", "hit_latency_cycles");
  miss.how = CellAsk::How::sum;
  miss.quantities.emplace_back("miss_penalty_cycles");
  const std::vector<Finding> findings{
      found("texture", "hit_latency_cycles", 240, "cycles"), found("texture", "miss_penalty_cycles", 230, "cycles"),
      found("l2", "ways_per_set", {14, 14, 13}, "1"), found("l2", "replacement_policy", "lru", "1")};
  EXPECT_EQ(found_cell(miss, findings).text.joined(), "470 cycles");
  EXPECT_FALSE(found_cell(miss, std::span(findings).first(1)).has_value()) << "half of a sum is none";
  CellAsk mean = ask("l2", "ways_per_set");
  mean.how = CellAsk::How::mean;
  EXPECT_EQ(found_cell(mean, findings).text.joined(), "13.67");
  CellAsk policy = ask("l2", "replacement_policy");
  policy.how = CellAsk::How::is_lru;
  EXPECT_EQ(found_cell(policy, findings).text.joined(), "yes");
}

TEST(Tables, numbers_agree_as_two_medians_do_or_within_the_interval) {
  TableCell a, b;
  a.value = 404;
  b.value = 398;
  a.unit = b.unit = "cycles";
  a.text = {"404", ""};
  b.text = {"398", ""};
  EXPECT_TRUE(agree(a, b));
  a.unit = b.unit = "bytes";
  EXPECT_FALSE(agree(a, b)) << "sizes are exact";
  a.low = 390;
  a.high = 410;
  EXPECT_TRUE(agree(a, b));
}

TableSpec one_row(TableSpec::Layout layout) {
  return tables_from(json{{"format", "chasescope-tables-1"},
                          {"tables",
                           {{{"name", "t"},
                             {"title", "Sizes"},
                             {"layout", layout == TableSpec::Layout::cards ? "cards" : "matrix"},
                             {"rows", {{{"label", "L1"}, {"subject", "l1_data"}, {"quantity", "capacity_bytes"}}}},
                             {"columns", {{{"label", "Size"}}}},
                             {"remarks", {{{"cards", {"B"}}, {"row", "L1"}, {"why", "Its sweep was coarse."}}}}}}}}
                         .dump())
      .front();
}

TableCard card(const char* name, int bytes, int published) {
  return {name,
          {found("l1_data", "capacity_bytes", bytes, "bytes")},
          {{found("l1_data", "capacity_bytes", published, "bytes"), "MEI14", ""}},
          {}};
}

TEST(Tables, what_was_published_stands_beside_it_and_a_difference_is_explained_or_said_to_be_unexplained) {
  const std::vector<TableCard> cards{card("A", 16384, 16384), card("B", 16384, 16500), card("C", 16384, 20480)};
  const PrintedTable table = print_table(one_row(TableSpec::Layout::cards), cards);
  ASSERT_EQ(table.columns.size(), 6U);
  EXPECT_EQ(table.columns[1].head, "published");
  ASSERT_EQ(table.notes.size(), 2U);
  EXPECT_EQ(table.notes[0], "Its sweep was coarse.");
  EXPECT_THAT(table.notes[1], HasSubstr("the reason is not known"));
  const std::string text = latex_table(table);
  EXPECT_THAT(text, HasSubstr("\\multicolumn{2}{c}{B}"));
  EXPECT_THAT(text, HasSubstr("16\\textsuperscript{a}"));
}

TEST(Tables, each_preset_asks_for_words_that_findings_have) {
  std::set<std::string> names;
  for (const TableSpec& table : all_tables()) {
    EXPECT_TRUE(names.insert(table.name).second) << table.name;
    ASSERT_EQ(table.asks.size(), table.rows.size());
    for (std::size_t r = 0; r < table.asks.size(); ++r)
      for (const CellAsk& one : table.asks[r]) {
        const std::string where = table.name + ", " + table.rows[r].label;
        EXPECT_FALSE(one.subjects.empty()) << where;
        for (const std::string& word : one.subjects) EXPECT_NE(find_subject(word), nullptr) << where << ": " << word;
        for (const std::string& word : one.quantities) EXPECT_TRUE(find_quantity(word) != nullptr) << where << ": " << word;
      }
    const auto label_known = [](const std::vector<TableSpec::Head>& heads, const std::string& label) {
      return label.empty() || std::any_of(heads.begin(), heads.end(), [&](const auto& head) { return head.label == label; });
    };
    for (const CellRemark& remark : table.remarks) {
      EXPECT_TRUE(label_known(table.rows, remark.row)) << table.name << ": " << remark.row;
      EXPECT_TRUE(label_known(table.columns, remark.column)) << table.name << ": " << remark.column;
      EXPECT_FALSE(remark.published.empty() && remark.why.empty()) << table.name;
    }
  }
  for (const char* name : {"summary", "cards", "paper-table-3", "paper-table-4", "paper-table-5", "poster-table",
                           "thesis-table-5.4", "thesis-table-5.9"})
    EXPECT_NE(find_table(name), nullptr) << name;
}

TEST(Tables, a_difference_that_the_summary_explains_is_explained_here) {
  TableCard one = card("A", 2048, 2112);
  for (Finding* finding : {&one.findings.front(), &one.published.front().what}) finding->subject = subject::constant_l1;
  one.published.front().source = "MT4G22";
  one.published.front().short_name = "thesis";
  one.published.front().cited = "Topology thesis, 2022";
  TableSpec spec = one_row(TableSpec::Layout::cards);
  spec.remarks.clear();
  for (auto& row : spec.asks)
    for (CellAsk& ask : row) ask.subjects = {subject::constant_l1};
  const PrintedTable table = print_table(spec, std::vector<TableCard>{one});
  ASSERT_EQ(table.notes.size(), 1U);
  // A reader of the paper knows neither a key nor a page of this program.
  EXPECT_EQ(table.notes[0], "thesis has another number: the first size that misses.");
  EXPECT_NE(table.caption.find("Published numbers that differ: Topology thesis, 2022."), std::string::npos) << table.caption;
}

TEST(Tables, sizes_that_differ_say_at_which_carve_outs_they_are) {
  TableCard one = card("A", 32768, 117760);
  one.findings.push_back(found("l1_data", "contiguous_bytes", 117760, "bytes"));
  one.findings.back().conditions = {{"carveout_percent", 0}};
  one.published.front().note = "with the largest L1";
  TableSpec spec = one_row(TableSpec::Layout::cards);
  spec.remarks.clear();
  const auto note_of = [&] { return print_table(spec, std::vector<TableCard>{one}).notes.at(0); };
  EXPECT_THAT(note_of(), HasSubstr("Measured at the driver's carve-out, published with the largest L1."));
  one.findings.front().conditions = {{"carveout_percent", 25}};
  EXPECT_THAT(note_of(), HasSubstr("Measured at carve-out 25 %, published with the largest L1."));
}

TEST(Tables, a_report_in_latex_says_of_each_level_what_the_summary_says) {
  Session session = report_session();
  session.findings = {
      found("l1_data", "contiguous_bytes", 245760, "bytes", {{"space", "global.ca"}, {"carveout_percent", 0}}),
      found("l1_data", "contiguous_bytes", 20480, "bytes", {{"space", "global.ca"}, {"carveout_percent", 75}}),
      found("l1_data", "capacity_bytes", 245760, "bytes", {{"space", "global.ca"}, {"carveout_percent", 0}}),
      found("l1_data", "hit_latency_cycles", 33, "cycles", {{"space", "global.ca"}}),
      found("l1_data", "read_bandwidth", 27.5e12, "bytes/s"),
      found("texture", "capacity_bytes", 245760, "bytes", {{"space", "texture"}}),
      found("texture", "shares_with", json::array({"l1_data"}), "1"),
      found("l2", "hit_latency_cycles", 281, "cycles", {{"space", "global.cg"}}),
      found("l2", "other_half_latency_cycles", 489, "cycles"),
      found("l3_tlb", "reach_bytes", 34359738368, "bytes"),
      found("l3_tlb", "miss_penalty_cycles", 350, "cycles"),
      found("dram", "hit_latency_cycles", 723, "cycles"),
      found("dram", "near_memory_latency_cycles", 554, "cycles"),
      found("dram", "far_memory_latency_cycles", 760, "cycles"),
      found("dram", "far_memory_bits", json::array({12U, 13U}), "1"),
  };
  const std::string text = latex_report(session).text;
  for (const char* words : {"At carve-out 0 \\%", "at 75 \\%", "The same array as the L1 data cache", "L2 cache, other half",
                            "L3 TLB", "+350\\textsuperscript", "What a miss adds.", "Near memory", "554", "Far memory", "760",
                            "Told by the parity of address bits 12 13", "Bandwidths of all SMs together", "27.5"})
    EXPECT_THAT(text, HasSubstr(words));
  // A mark at the cost of a miss of a TLB would say that nobody looked for its hits, which take no time of their own.
  EXPECT_THAT(text.substr(text.find("L3 TLB"), text.find('\n', text.find("L3 TLB")) - text.find("L3 TLB")),
              Not(HasSubstr("--\\textsuperscript{a} \\\\")));
}

TEST(Tables, a_table_too_high_for_a_page_is_several_and_no_block_is_taken_apart) {
  constexpr int kBlocks = 12, kRows = 7;
  PrintedTable table;
  table.name = "high";
  table.units_in_rows = true;
  table.columns = {{"A", "", ""}};
  for (int block = 0; block < kBlocks; ++block) {
    PrintedTable::Block& one = table.blocks.emplace_back();
    one.title = "Block " + std::to_string(block) + ".";
    for (int row = 0; row < kRows; ++row) {
      one.rows.emplace_back().label = "row " + std::to_string(block) + "/" + std::to_string(row);
      one.rows.back().cells.emplace_back();
    }
  }
  const std::string text = latex_table(table);
  const auto count = [&text](const std::string& words) {
    std::size_t found = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("\\begin{table}"), 3U);  // a block takes 82 pt, and a page holds five with caption and rules
  EXPECT_EQ(count("(Continued.)"), 2U);
  EXPECT_EQ(count("\\addtocounter{table}{-1}\\caption"), 2U);  // the parts have one number
  EXPECT_EQ(count("Block "), static_cast<std::size_t>(kBlocks));
  EXPECT_EQ(count("row "), static_cast<std::size_t>(kBlocks * kRows));
}

TEST(Tables, a_table_too_wide_for_a_page_is_several_and_no_card_is_taken_apart) {
  std::vector<TableCard> cards;
  for (int i = 0; i < 12; ++i) cards.push_back(card(("A card of number " + std::to_string(i)).c_str(), 16384, 16384));
  const std::string text = latex_table(print_table(one_row(TableSpec::Layout::cards), cards));
  EXPECT_THAT(text, HasSubstr("\\begin{table*}"));
  EXPECT_THAT(text, HasSubstr("(Continued.)"));
  std::size_t heads = 0;
  for (std::size_t at = text.find("\\multicolumn{2}{c}"); at != std::string::npos; at = text.find("\\multicolumn{2}{c}", at + 1))
    ++heads;
  EXPECT_EQ(heads, 12U);
}

TEST(Tables, the_notes_of_each_part_begin_with_the_letter_a) {
  std::vector<TableCard> cards;
  for (int i = 0; i < 12; ++i) {
    cards.push_back(card(("A card of number " + std::to_string(i)).c_str(), 16384, 16384));
    cards.back().findings.front().status = FindingStatus::not_measurable;
    cards.back().findings.front().value = nullptr;
    cards.back().findings.front().reason = "Reason " + std::to_string(i) + ".";
  }
  const std::string text = latex_table(print_table(one_row(TableSpec::Layout::cards), cards));
  const std::size_t second = text.find("(Continued.)");
  ASSERT_NE(second, std::string::npos);
  EXPECT_THAT(text.substr(0, second), HasSubstr("\\textsuperscript{a}\\,Reason 0."));
  const std::string rest = text.substr(second);
  const std::size_t note = rest.find("Reason ");
  ASSERT_NE(note, std::string::npos);
  EXPECT_EQ(rest.substr(0, note).rfind("\\textsuperscript{a}\\,"), note - std::string("\\textsuperscript{a}\\,").size());
}

TEST(Tables, every_format_holds_every_number_and_makes_names_safe) {
  std::vector<TableCard> cards{card("=A|x & y", 16384, 20480)};
  const PrintedTable table = print_table(one_row(TableSpec::Layout::matrix), cards);
  EXPECT_THAT(table_text(table, TableFormat::latex), HasSubstr("\\& y"));
  EXPECT_THAT(table_text(table, TableFormat::markdown), HasSubstr("A\\|x"));
  EXPECT_THAT(table_text(table, TableFormat::csv), HasSubstr("'=A|x & y,L1,Size,measured,16384,bytes"));
  const json document = json::parse(table_text(table, TableFormat::json));
  ASSERT_EQ(document["cells"].size(), 2U);
  EXPECT_EQ(document["cells"][1]["who"], "published");
  EXPECT_EQ(document["cells"][1]["value"], 20480);
}

TEST(Tables, a_topology_file_of_the_same_card_is_its_tool) {
  Session ours, theirs;
  ours.device.name = theirs.device.name = "H100";
  ours.findings = theirs.findings = {found("l1_data", "capacity_bytes", 16384, "bytes")};
  theirs.environment = {{"imported_from", "MT4G"}};
  const std::vector sessions{ours, theirs};
  const auto cards = cards_of(sessions);
  ASSERT_EQ(cards.size(), 1U);
  EXPECT_EQ(cards[0].tool.size(), 1U);
  EXPECT_THAT(latex_table(print_table(one_row(TableSpec::Layout::cards), cards)), HasSubstr("MT4G"));
}

TEST(Tables, a_software_gpu_is_never_taken_for_a_card) {
  Session card, model;
  card.device.name = "H100";
  model.device.name = "GTX 780";
  model.device.origin = Origin::model;
  card.findings = model.findings = {found("l1_data", "capacity_bytes", 16384, "bytes")};
  const auto caption = [](const std::vector<Session>& sessions) {
    return print_table(one_row(TableSpec::Layout::cards), cards_of(sessions)).caption;
  };
  EXPECT_THAT(caption({card, model}), HasSubstr("Software GPUs, not real cards: GTX 780."));
  EXPECT_THAT(caption({model}), HasSubstr("A software GPU was measured, not a real card."));
  EXPECT_THAT(caption({card}), Not(HasSubstr("oftware GPU")));
}

TEST(Tables, the_conditions_of_what_differs_stand_in_a_comparison_in_latex) {
  Session a = report_session(), b = report_session();
  a.findings = b.findings = {found("l1_data", "hit_latency_cycles", 40, "cycles")};
  a.findings[0].conditions = b.findings[0].conditions = {{"carveout_percent", 25}};
  b.findings[0].value = 80;
  for (Finding* finding : {&a.findings[0], &b.findings[0]}) finding->low = finding->high = finding->value.get<double>();
  EXPECT_THAT(latex_comparison(compare_sessions(a, b)), HasSubstr("25"));
}

TEST(Tables, a_compact_comparison_has_units_in_heads_and_digits_as_the_intervals_allow) {
  Session a = report_session(), b = report_session();
  a.findings = {found("l2_tlb", "miss_penalty_cycles", 88.487, "cycles")};
  b.findings = {found("l2_tlb", "miss_penalty_cycles", 60.123, "cycles")};
  for (Session* session : {&a, &b}) {
    session->findings[0].low = session->findings[0].value.get<double>() - 0.6;
    session->findings[0].high = session->findings[0].value.get<double>() + 0.6;
    for (int rank = 1; rank <= 4; ++rank)
      session->findings.push_back(found("distributed_shared_memory", "hit_latency_cycles", (session == &a ? 200 : 100) + rank,
                                        "cycles", {{"operation", "load"}, {"rank", rank}}));
  }
  const std::string text = latex_comparison(compare_sessions(a, b));
  EXPECT_THAT(text, HasSubstr("Miss penalty (cycles) & 88.5 & 60.1 "));
  EXPECT_THAT(text, HasSubstr("Hit latency, load, 4 settings (cycles) & 201 to 204 & 101 to 104 "));
  EXPECT_THAT(latex_long_comparison(compare_sessions(a, b)), HasSubstr("88.49 cycles (87.89 to 89.09 cycles)"));
}

TEST(Tables, a_comparison_in_latex_has_what_differs_and_counts_what_agrees) {
  Session a = report_session(), b = report_session();
  b.device.name = "Another";
  ASSERT_FALSE(b.findings.empty());
  for (Finding& finding : b.findings)
    if (finding.quantity == "capacity_bytes" && finding.value.is_number()) {
      finding.value = finding.value.get<double>() * 2;
      finding.low = finding.high = std::nullopt;
      break;
    }
  const std::string text = latex_comparison(compare_sessions(a, b));
  EXPECT_THAT(text, HasSubstr("Differs beyond the intervals"));
  EXPECT_THAT(text, HasSubstr("agree"));
  EXPECT_THAT(text, HasSubstr("-another}"));  // each pair has a label of its own
  EXPECT_THAT(latex_comparison(compare_sessions(a, a)), HasSubstr("Nothing differs"));
}

}  // namespace
}  // namespace chasescope
