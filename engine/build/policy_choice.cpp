#include "engine/build/policy_choice.h"

#include <algorithm>
#include <charconv>

#include "engine/model/policy/policy_list.h"

namespace chasescope::build {
namespace {

/// The words for a policy of the list. A policy without words here is shown by its name.
PolicyChoice worded(const std::string& kind) {
  const PolicyParameter epsilon{"epsilon", "chance to stay", "the chance, 0 to 1, that a new line enters as the newest", "1/32"};
  const PolicyParameter leaders{"leaders", "leading sets",
                                "for each policy, the sets that always use it; twice this number divides the number of sets", "32"};
  const PolicyParameter psel{"psel_bits", "bits of PSEL", "bits of the counter that chooses a policy for the other sets", "10"};
  const std::string variant = "the name of a machine, such as H11_M1_R0_U0";
  const std::vector<PolicyChoice> known{
      {"lru", "LRU", "the line that was not used for the longest time goes", {}},
      {"fifo", "FIFO", "the line that came first goes", {}},
      {"plru", "PLRU", "a tree of bits points away from what was just used; 1, 2, 4, … ways", {}},
      {"nmru", "NMRU", "any line but the one used last goes", {}},
      {"random", "random", "any line goes, by chance", {}},
      {"weighted_way",
       "by way",
       "each way goes by a chance of its own, as in Fermi's L1 (2014 paper, figure 8)",
       {{"probabilities", "chance of each way", "one chance for each way, such as 1/6, 1/2, 1/6, 1/6; together 1"},
        {"draw", "draw", "independent, or every_second: the likeliest way every second time, the others in turn", "independent"}}},
      {"nru", "NRU", "the lowest way without a mark goes; use sets a mark, and when all ways have one, all are cleared first", {}},
      {"mru", "MRU", "the lowest way without a mark goes; use sets a mark, and setting the last one clears all others", {}},
      {"mru_n", "MRU-N", "as MRU, but nothing is marked before the set is full", {}},
      {"clock", "clock", "use sets a mark; a hand goes round, clears marks, and the first line without one goes", {}},
      {"srrip_hp",
       "SRRIP-HP",
       "the line whose next use is expected last goes; a hit makes its line expected first",
       {{"bits", "bits", "of the number that each line has, 1 to 7", "2"}}},
      {"srrip_fp",
       "SRRIP-FP",
       "the line whose next use is expected last goes; a hit makes its line expected a little sooner",
       {{"bits", "bits", "of the number that each line has, 1 to 7", "2"}}},
      {"qlru", "quad-age LRU", "lines have ages from 0 to 3, and one of age 3 goes", {{"variant", "machine", variant}}},
      {"qlru_duel",
       "quad-age duel",
       "some sets always use the first machine, some the second, and the rest the better one",
       {{"first", "first", variant}, {"second", "second", variant}, leaders, psel}},
      {"bip", "BIP", "as LRU, but a new line mostly enters as the one that goes next", {epsilon}},
      {"dip", "DIP", "some sets always use LRU, some BIP, and the rest the better one", {epsilon, leaders, psel}},
  };
  for (const PolicyChoice& choice : known)
    if (choice.kind == kind) return choice;
  return {kind, kind, "explained on the card files' page, docs/card-files.md", {}};
}

template <typename... Policies>
void append(model::PolicyList<Policies...>, bool common, std::vector<PolicyChoice>& choices) {
  const auto add = [&](std::string_view kind) {
    choices.push_back(worded(std::string(kind)));
    choices.back().common = common;
  };
  (add(Policies::name), ...);
}

std::optional<double> number_of(std::string_view text) {
  double number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return std::nullopt;
  if (read.ptr == text.data() + text.size()) return number;
  if (*read.ptr != '/') return std::nullopt;
  double below = 0;
  const auto rest = std::from_chars(read.ptr + 1, text.data() + text.size(), below);
  if (rest.ec != std::errc() || rest.ptr != text.data() + text.size() || below == 0) return std::nullopt;
  return number / below;
}

std::string stripped(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t"), to = text.find_last_not_of(" \t");
  return from == std::string_view::npos ? std::string() : std::string(text.substr(from, to - from + 1));
}

/// A fraction such as "1/6" if the number is one with a denominator up to 64, else the shortest decimals that read back as the same
/// number.
std::string chance_text(double number) {
  constexpr int kLargestDenominator = 64;
  for (int below = 2; below <= kLargestDenominator; ++below)
    for (int above = 1; above < below; ++above)
      if (static_cast<double>(above) / below == number) return std::to_string(above) + "/" + std::to_string(below);
  std::string text(32, '\0');
  const auto written = std::to_chars(text.data(), text.data() + text.size(), number);
  text.resize(static_cast<std::size_t>(written.ptr - text.data()));
  return text;
}

/// The largest number of leading sets, at most 32, that divides the sets into regions of an even number of sets each.
std::size_t leaders_for(std::size_t sets) {
  for (std::size_t leaders = std::min<std::size_t>(32, sets / 2); leaders > 1; --leaders)
    if (sets % leaders == 0 && sets / leaders % 2 == 0) return leaders;
  return 1;
}

}  // namespace

const std::vector<PolicyChoice>& policy_choices() {
  static const std::vector<PolicyChoice> choices = [] {
    std::vector<PolicyChoice> all;
    append(model::NamedPolicies{}, true, all);
    append(model::OtherPolicies{}, false, all);
    return all;
  }();
  return choices;
}

const PolicyChoice* find_policy(const std::string& kind) {
  const auto& all = policy_choices();
  const auto found = std::find_if(all.begin(), all.end(), [&](const PolicyChoice& choice) { return choice.kind == kind; });
  return found == all.end() ? nullptr : &*found;
}

model::PolicySpec policy_for(const std::string& kind, const std::vector<std::uint32_t>& ways) {
  model::PolicySpec policy;
  policy.kind = kind;
  if (kind == "weighted_way") {
    const std::size_t count = ways.empty() ? 1 : ways.front();
    std::vector<double>& chances = policy.numbers["probabilities"];
    // The hot way of figure 8 in the 2014 paper: evicted as often as all others together.
    chances.assign(count, count > 1 ? 0.5 / static_cast<double>(count - 1) : 1);
    if (count > 1) chances[1] = 0.5;
  } else if (kind == "qlru") {
    policy.words["variant"] = "H11_M1_R0_U0";
  } else if (kind == "qlru_duel") {
    policy.words = {{"first", "H11_M1_R0_U0"}, {"second", "H11_M3_R0_U0"}};
  }
  const PolicyChoice* choice = find_policy(kind);
  const bool duels =
      choice != nullptr && std::any_of(choice->parameters.begin(), choice->parameters.end(),
                                       [](const PolicyParameter& parameter) { return parameter.member == "leaders"; });
  if (duels) policy.numbers["leaders"] = {static_cast<double>(leaders_for(ways.size()))};
  return policy;
}

std::string parameter_text(const model::PolicySpec& policy, const std::string& member) {
  if (const auto word = policy.words.find(member); word != policy.words.end()) return word->second;
  std::string text;
  if (const auto numbers = policy.numbers.find(member); numbers != policy.numbers.end())
    for (const double number : numbers->second) text += (text.empty() ? "" : ", ") + chance_text(number);
  return text;
}

void set_parameter(model::PolicySpec& policy, const std::string& member, const std::string& text) {
  policy.words.erase(member);
  policy.numbers.erase(member);
  const std::string whole = stripped(text);
  if (whole.empty()) return;
  std::vector<double> numbers;
  for (std::size_t from = 0; from <= whole.size();) {
    const std::size_t comma = std::min(whole.find(',', from), whole.size());
    const auto number = number_of(stripped(std::string_view(whole).substr(from, comma - from)));
    if (!number) {
      policy.words[member] = whole;
      return;
    }
    numbers.push_back(*number);
    from = comma + 1;
  }
  policy.numbers[member] = std::move(numbers);
}

}  // namespace chasescope::build
