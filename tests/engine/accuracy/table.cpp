#include "tests/engine/accuracy/table.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace chasescope::accuracy {
namespace {

double share_of(const Count& count) {
  return count.asked == 0 ? 1 : static_cast<double>(count.right) / static_cast<double>(count.asked);
}

using nlohmann::json;

std::string print(const char* format, ...) __attribute__((format(printf, 1, 2)));

std::string print(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  char text[512];
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

std::string row_name(const Expected& expected) {
  return (expected.tlb ? "TLB " : expected.probe == "latency" ? "latency " : "cache ") + expected.quantity;
}

std::string cut(std::string text, std::size_t most = 110) {
  if (text.size() > most) text = text.substr(0, most - 3) + "...";
  std::replace(text.begin(), text.end(), '|', '/');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// The true value, listed by space where it differs.
std::string truth_text(const Expected& expected) {
  const json& first = expected.by_space.begin()->second;
  const bool same =
      std::all_of(expected.by_space.begin(), expected.by_space.end(), [&](const auto& entry) { return entry.second == first; });
  if (same) return cut(first.dump());
  std::string text;
  for (const auto& [space, value] : expected.by_space) text += (text.empty() ? "" : ", ") + space + " " + value.dump();
  return cut(text);
}

std::string spaces_text(const Expected& expected) {
  std::string text;
  for (const auto& entry : expected.by_space) text += (text.empty() ? "" : " ") + entry.first;
  return text;
}

const char* word(Verdict verdict) {
  switch (verdict) {
    case Verdict::right: return "right";
    case Verdict::wrong: return "wrong";
    case Verdict::missing: return "not found";
  }
  return "";
}

bool exists(const CardResult& result, const std::string& probe) {
  return std::none_of(result.probes.begin(), result.probes.end(),
                      [&](const ProbeOutcome& outcome) { return outcome.probe == probe && !outcome.exists; });
}

std::string line(const std::string& name, const Count& count) {
  const std::string share =
      count.asked == 0 ? "–" : print("%.2f %%", 100.0 * static_cast<double>(count.right) / static_cast<double>(count.asked));
  return print("| %s | %zu | %zu | %zu | %zu | %s |\n", name.c_str(), count.asked, count.right, count.wrong, count.missing,
               share.c_str());
}

}  // namespace

void AccuracyTable::add(const CardResult& result) {
  Count all;
  for (std::size_t i = 0; i < result.expected.size(); ++i) {
    const Verdict verdict = result.judgement.judged[i].verdict;
    for (Count* const count : {&rows_[row_name(result.expected[i])], &tasks_[result.expected[i].probe], &all}) {
      count->wrong += verdict == Verdict::wrong;
      if (!result.expected[i].required) continue;
      ++count->asked;
      count->right += verdict == Verdict::right;
      count->missing += verdict == Verdict::missing;
    }
  }
  for (const Phantom& phantom : result.judgement.phantoms) ++rows_["what is not there: " + phantom.quantity].wrong;
  all.wrong += result.judgement.phantoms.size();
  if (!result.family.empty()) add_to_family(families_[result.family], all);
  double accesses = 0;
  for (const ProbeOutcome& outcome : result.probes) {
    if (!outcome.exists) continue;
    Time& time = times_[outcome.probe];
    ++time.runs;
    const auto own = static_cast<double>(outcome.accesses);
    time.accesses += own;
    time.most_accesses = std::max(time.most_accesses, own);
    accesses += own;
    time.sum += outcome.seconds;
    if (outcome.seconds <= time.most) continue;
    time.most = outcome.seconds;
    time.slowest_card = result.number;
  }
  accesses_.push_back(accesses);
}

void AccuracyTable::add_to_family(FamilyRow& family, const Count& card) {
  ++family.cards;
  family.wrong_cards += card.wrong > 0 ? 1 : 0;
  family.count.asked += card.asked;
  family.count.right += card.right;
  family.count.missing += card.missing;
  family.count.wrong += card.wrong;
}

Count AccuracyTable::total() const {
  Count sum;
  for (const auto& [name, count] : rows_) {
    sum.asked += count.asked;
    sum.right += count.right;
    sum.missing += count.missing;
    sum.wrong += count.wrong;
  }
  return sum;
}

double AccuracyTable::share_found() const { return share_of(total()); }

double AccuracyTable::least_found() const {
  double least = 1;
  for (const auto& [probe, count] : tasks_) least = std::min(least, share_of(count));
  return least;
}

std::string AccuracyTable::text() const {
  std::string text = "| quantity | asked | right | wrong | not found | share found |\n|---|---|---|---|---|---|\n";
  for (const auto& [name, count] : rows_)
    if (count.asked + count.wrong > 0) text += line(name, count);
  text += line("all", total());
  if (!families_.empty())
    text +=
        "\n| family | cards | with something wrong | asked | right | wrong | not found | share found "
        "|\n|---|---|---|---|---|---|---|---|\n";
  for (const auto& [name, family] : families_)
    text += line(name + " | " + std::to_string(family.cards) + " | " + std::to_string(family.wrong_cards), family.count);
  if (times_.empty()) return text;
  constexpr double kMillion = 1e6;
  text +=
      "\n| probe | cards | mean, s | slowest, s | slowest card | mean, million accesses | most "
      "|\n|---|---|---|---|---|---|---|\n";
  for (const auto& [probe, time] : times_) {
    const auto runs = static_cast<double>(time.runs);
    text +=
        print("| %s | %zu | %.3f | %.3f | %llu | %.1f | %.1f |\n", probe.c_str(), time.runs, time.sum / runs, time.most,
              static_cast<unsigned long long>(time.slowest_card), time.accesses / runs / kMillion, time.most_accesses / kMillion);
  }
  // The assumed rate of a program, and the time within which all probes of a card should end on it.
  constexpr double kAccessesPerSecond = 6e6, kSeconds = 30;
  const auto in_time =
      std::count_if(accesses_.begin(), accesses_.end(), [](double all) { return all <= kSeconds * kAccessesPerSecond; });
  text += print("\nAt %.0f million accesses a second, all of these probes end within %.0f s on %lld of %zu cards.\n",
                kAccessesPerSecond / kMillion, kSeconds, static_cast<long long>(in_time), accesses_.size());
  return text;
}

std::vector<std::string> complaints(const CardResult& result) {
  std::vector<std::string> lines;
  const std::string card = "| " + std::to_string(result.number) + " | ";
  for (std::size_t i = 0; i < result.expected.size(); ++i) {
    const Expected& expected = result.expected[i];
    const Judged& judged = result.judgement.judged[i];
    const bool missed = judged.verdict == Verdict::missing && expected.required && exists(result, expected.probe);
    if (judged.verdict != Verdict::wrong && !missed) continue;
    lines.push_back(card + expected.subjects.front() + " " + expected.quantity + " (" + spaces_text(expected) + ") | " +
                    truth_text(expected) + " | " + cut(judged.found) + " | " + word(judged.verdict) + " |");
  }
  for (const Phantom& phantom : result.judgement.phantoms)
    lines.push_back(card + phantom.quantity + " | – | " + cut(phantom.said, 200) + " | wrong |");
  for (const ProbeOutcome& outcome : result.probes)
    if (!outcome.error.empty())
      lines.push_back(card + "probe " + outcome.probe + " | – | " + cut(outcome.error, 200) + " | failed |");
  return lines;
}

std::string details(const CardResult& result) {
  std::string text = "| part | quantity | spaces | true | found | |\n|---|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < result.expected.size(); ++i) {
    const Expected& expected = result.expected[i];
    const Judged& judged = result.judgement.judged[i];
    const bool quiet = !expected.required && judged.verdict == Verdict::missing;
    text += "| " + expected.subjects.front() + " | " + expected.quantity + " | " + spaces_text(expected) + " | " +
            truth_text(expected) + " | " + cut(judged.found) + " | " + (quiet ? "not asked" : word(judged.verdict)) + " |\n";
  }
  for (const Phantom& phantom : result.judgement.phantoms) text += "wrong: " + phantom.said + "\n";
  text += "\n";
  for (const ProbeOutcome& outcome : result.probes)
    text += outcome.probe + ": " +
            (!outcome.exists ? "there is no such probe"
                             : print("%.3f s, %zu runs, %llu accesses", outcome.seconds, outcome.runs,
                                     static_cast<unsigned long long>(outcome.accesses))) +
            (outcome.error.empty() ? "" : ", " + outcome.error) + "\n";
  text += "\n";
  for (const Finding& finding : result.findings) {
    text += finding.subject + " " + finding.quantity + " " + finding.conditions.dump() + " = " + finding.value.dump() + " (" +
            std::string(to_string(finding.status)) + ")";
    if (finding.low && finding.high) text += print(" [%g, %g]", *finding.low, *finding.high);
    text += print(", %zu runs", finding.evidence.size());
    for (const std::string& more : {finding.method, finding.reason})
      if (!more.empty()) text += "\n    " + more;
    text += "\n";
  }
  return text;
}

}  // namespace chasescope::accuracy
