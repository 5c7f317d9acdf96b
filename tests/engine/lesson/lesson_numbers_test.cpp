// The numbers in lessons: those about recorded cards must be in the bundled recordings, also after new recordings were made. Those
// about models must be in a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "engine/device/catalogue/catalogue.h"
#include "engine/device/recording/recording.h"
#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/lesson/library.h"
#include "engine/probe/discovery/registry.h"

namespace chasescope::lesson {
namespace {

using testing::HasSubstr;

/// A lesson's text with each line end replaced by a space, so that a sentence is found wherever its line breaks are.
std::string lesson_in_a_line(const std::string& id) {
  auto text = lesson_text(id);
  if (!text) return {};
  std::replace(text->begin(), text->end(), '\n', ' ');
  return *text;
}

const Session& recorded(const std::string& card) {
  static std::map<std::string, std::unique_ptr<Device>> open;
  auto& device = open[card];
  if (!device) device = open_recording(card).value();
  return dynamic_cast<const RecordingDevice&>(*device).session();
}

/// The last finding of that quantity whose conditions contain all of `conditions`, rounded to a whole number in its unit. A test
/// failure if there is none.
long number_of(const std::string& card, const std::string& subject, const std::string& quantity, const nlohmann::json& conditions) {
  const Finding* last = nullptr;
  for (const Finding& finding : recorded(card).findings)
    if (finding.subject == subject && finding.quantity == quantity &&
        std::all_of(conditions.items().begin(), conditions.items().end(),
                    [&](const auto& one) { return finding.conditions.value(one.key(), nlohmann::json()) == one.value(); }))
      last = &finding;
  if (last == nullptr || !last->value.is_number()) {
    ADD_FAILURE() << card << " tells no " << subject << " " << quantity << " " << conditions;
    return 0;
  }
  return std::lround(last->value.get<double>());
}

/// The number with a comma before the last three digits ("16,384"). \pre the number is from a thousand to a million.
std::string in_thousands(std::uint64_t number) {
  std::string text = std::to_string(number);
  return text.insert(text.size() - 3, ",");
}

TEST(LessonNumbers, of_conflicts_are_those_of_the_recorded_card) {
  const auto cycles = [](int lanes) {
    return std::to_string(
        number_of("h100", "shared_memory", "conflict_latency_cycles", {{"bank_bytes", 4}, {"conflict_degree", lanes}}));
  };
  EXPECT_THAT(lesson_in_a_line("bank-conflicts"), HasSubstr("with all 32 lanes in one bank " + cycles(32) + "."));
  EXPECT_THAT(
      lesson_in_a_line("bank-conflicts"),
      HasSubstr("Without a conflict " +
                std::to_string(number_of("h100", "shared_memory", "hit_latency_cycles", {{"bank_bytes", 4}, {"word_bytes", 4}})) +
                " cycles"));
}

TEST(LessonNumbers, of_requests_are_those_of_the_recorded_card) {
  const long least = number_of("h100", "request_table", "outstanding_at_least", nlohmann::json::object());
  const std::string text = lesson_in_a_line("requests-under-way");
  EXPECT_THAT(text, HasSubstr("at least " + std::to_string(least) + " must have been under way"));
  const auto& findings = recorded("h100").findings;
  const auto found =
      std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.quantity == "outstanding_at_least"; });
  ASSERT_NE(found, findings.end());
  // The reason of the finding: "No table is seen to be full. 3,976 requests arrived in the time of 16 one after the other."
  const std::size_t begin = found->reason.find(". ") + 2, end = found->reason.find(" arrived");
  ASSERT_LT(begin, end);
  EXPECT_THAT(text, HasSubstr(found->reason.substr(begin, end - begin) + " came back in the time of 16"));
}

TEST(LessonNumbers, of_a_cluster_are_those_of_the_recorded_card) {
  long nearest = 0, farthest = 0;
  for (const Finding& finding : recorded("h100").findings) {
    if (finding.subject != "distributed_shared_memory" || finding.quantity != "hit_latency_cycles") continue;
    // Rank 0 is the thread block's own shared memory.
    if (finding.conditions.value("operation", "") != "load" || finding.conditions.value("rank", 0) == 0) continue;
    const long cycles = std::lround(finding.value.get<double>());
    nearest = nearest == 0 ? cycles : std::min(nearest, cycles);
    farthest = std::max(farthest, cycles);
  }
  EXPECT_GT(nearest, 0);
  EXPECT_THAT(lesson_in_a_line("fermi-to-hopper"),
              HasSubstr("in " + std::to_string(nearest) + " to " + std::to_string(farthest) + " cycles"));
}

TEST(LessonNumbers, of_two_generations_are_those_of_the_recorded_card) {
  const nlohmann::json path{{"space", "global.ca"}};
  const auto cycles = [&](const char* subject) { return std::to_string(number_of("h100", subject, "hit_latency_cycles", path)); };
  const std::string text = lesson_in_a_line("fermi-to-hopper");
  EXPECT_THAT(text, HasSubstr("The L1: 116 cycles, now " + cycles("l1_data") + "."));
  EXPECT_THAT(text, HasSubstr("The L2: 377, now " + cycles("l2") + "."));
  EXPECT_THAT(text, HasSubstr("Memory: 655, now " + cycles("dram") + " at the median"));
}

TEST(LessonNumbers, of_a_real_cards_memory_are_those_of_the_recorded_card) {
  const std::string text = lesson_in_a_line("a-real-card");
  const chasescope::Run* last = nullptr;
  for (const RunPtr& run : recorded("h200").runs)
    if (run->label == "sequential over 256 MiB" && run->chase() != nullptr && !run->cycles().empty()) last = run.get();
  ASSERT_NE(last, nullptr);
  const LatencyTrace& trace = last->cycles();
  double between = 0;
  for (std::uint64_t i = 0; i < trace.size(); ++i) between += trace[i] >= 640 && trace[i] <= 690 ? 1 : 0;
  EXPECT_THAT(text, HasSubstr(in_thousands(trace.size()) + " lines of memory are read in order"));
  EXPECT_THAT(text,
              HasSubstr("truth: " + std::to_string(std::lround(100 * between / static_cast<double>(trace.size()))) + " unit: %"));
  EXPECT_THAT(text, HasSubstr("at about " + std::to_string(number_of("h200", "dram", "near_memory_latency_cycles", {})) +
                              " cycles, the others far, at about " +
                              std::to_string(number_of("h200", "dram", "far_memory_latency_cycles", {})) + "."));
}

ProbeReport run_of(const std::string& device, const std::string& probe, const ParameterValues& values = {}) {
  const auto opened = open_device(device);
  auto report = find_probe(probe)->run(**opened, values, {});
  EXPECT_TRUE(report.has_value());
  return report ? *std::move(report) : ProbeReport{};
}

const Finding& found(const ProbeReport& report, const std::string& subject, const std::string& quantity) {
  static const Finding none;
  for (const Finding& finding : report.findings)
    if (finding.subject == subject && finding.quantity == quantity) return finding;
  ADD_FAILURE() << "no " << subject << " " << quantity;
  return none;
}

/// A share as text: "27.3 %".
std::string in_percent(double share) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100 * share);
  return text.data();
}

TEST(LessonNumbers, of_pages_are_those_of_the_run) {
  const std::string text = lesson_in_a_line("tlbs");
  for (const auto& [bytes, words] : {std::pair("132MiB", "18 of 66"), {"134MiB", "27 of 67"}}) {
    const ProbeReport chase = run_of("model:gtx780", "fine-grained", {{"bytes", bytes}, {"stride", "2MiB"}});
    const auto run = std::find_if(chase.runs.begin(), chase.runs.end(), [](const RunPtr& one) { return one->label == "trace"; });
    ASSERT_NE(run, chase.runs.end());
    const LatencyTrace& trace = (*run)->cycles();
    double slow = 0, other = 0;
    for (std::uint64_t i = 0; i < trace.size(); ++i) {
      slow += trace[i] == 734 ? 1 : 0;
      other += trace[i] == 377 ? 1 : 0;
    }
    EXPECT_EQ(slow + other, static_cast<double>(trace.size()));
    EXPECT_THAT(text, HasSubstr(std::string(words) + ", or " + in_percent(slow / static_cast<double>(trace.size()))));
  }
  EXPECT_THAT(text, HasSubstr("a miss cost 357: 734 − 377."));
  const ProbeReport tlb = run_of("model:gtx780", "tlb");
  const std::string stairs = "18 of 66, 27 of 67, 36 of 68, 45 of 69, 54 of 70, 63 of 71, ";
  EXPECT_THAT(found(tlb, subject::l2_tlb, quantity::miss_rate).reason, HasSubstr(stairs + "72 of 72"));
  EXPECT_THAT(text, HasSubstr(stairs + "and all 72 at 144 MiB"));
  const double penalty = found(tlb, subject::l2_tlb, quantity::miss_penalty_cycles).value.get<double>();
  EXPECT_THAT(text, HasSubstr("A miss costs " + std::to_string(std::lround(penalty)) + " cycles there"));
  EXPECT_THAT(explanation_words(found(tlb, subject::device, quantity::activation_window_bytes)), HasSubstr("take 266 cycles more"));
  EXPECT_THAT(text, HasSubstr("waits 266 cycles more"));
  EXPECT_THAT(text, HasSubstr("A load that takes 734 takes " + in_thousands(734 + 266) + " then."));
}

TEST(LessonNumbers, of_two_policies_are_those_of_the_runs) {
  const std::string text = lesson_in_a_line("lru-or-not");
  const auto misses = [](const char* card, const char* bytes) {
    const ProbeReport chase = run_of(card, "fine-grained", {{"bytes", bytes}, {"stride", "128"}});
    return found(chase, subject::device, quantity::miss_rate).value.get<double>();
  };
  EXPECT_THAT(text, HasSubstr("Under LRU hits fall steadily: at 20 KiB none are left."));
  double last = 0;
  for (const char* bytes : {"16512", "17KiB", "18KiB", "19KiB", "20352"}) {
    const double now = misses("model:c2070", bytes);
    EXPECT_GT(now, last) << bytes;
    EXPECT_LT(now, 1) << bytes;
    last = now;
  }
  EXPECT_EQ(misses("model:c2070", "20KiB"), 1);
  const ParameterValues step{{"bytes", "16512"}, {"stride", "128"}, {"accesses", "4128"}};
  EXPECT_THAT(text, HasSubstr("everything repeats after 129 loads"));
  EXPECT_EQ(found(run_of("model:c2070", "fine-grained", step), subject::device, quantity::period_accesses).value, 129);
  EXPECT_THAT(text, HasSubstr("it finds none in 4,128 loads"));
  EXPECT_EQ(found(run_of("model:gtx560ti", "fine-grained", step), subject::device, quantity::period_accesses).status,
            FindingStatus::absent);
}

}  // namespace
}  // namespace chasescope::lesson
