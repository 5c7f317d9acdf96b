#include "tests/engine/accuracy/judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "tests/engine/accuracy/gf2.h"

namespace chasescope::accuracy {
namespace {

using nlohmann::json;

// Levels of the memory hierarchy: a finding about a level that the card does not have is wrong. Other subjects (device,
// shared_memory, …) are not judged.
constexpr std::array<std::string_view, 11> kLevels{"l1_data",       "l2",     "l3",     "texture", "readonly", "constant_l1",
                                                   "constant_l1_5", "l1_tlb", "l2_tlb", "l3_tlb",  "dram"};

bool is_level(const std::string& subject) { return std::find(kLevels.begin(), kLevels.end(), subject) != kLevels.end(); }

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string space_of(const Finding& finding) {
  const auto space = finding.conditions.find("space");
  return space != finding.conditions.end() && space->is_string() ? space->get<std::string>() : std::string();
}

bool same_number(const json& found, const json& truth) { return found.is_number() && found.get<double>() == truth.get<double>(); }

bool same_latency(const Finding& finding, double truth) {
  if (!finding.value.is_number()) return false;
  const auto value = finding.value.get<double>();
  if (std::abs(value - truth) <= kLatencyTolerance * truth) return true;
  if (!finding.low || !finding.high || *finding.low > value || *finding.high < value) return false;
  const double widest = kWidestInterval * value;
  return *finding.low <= truth && truth <= *finding.high && value - *finding.low <= widest && *finding.high - value <= widest;
}

bool within(const Finding& finding, double low, double high) {
  if (!finding.value.is_number()) return false;
  const auto value = finding.value.get<double>();
  return value >= low - kLatencyTolerance * std::abs(low) && value <= high + kLatencyTolerance * std::abs(high);
}

std::vector<double> numbers(const json& list) {
  std::vector<double> sorted;
  for (const json& item : list)
    if (item.is_number()) sorted.push_back(item.get<double>());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

bool same_numbers(const json& found, const json& truth, double tolerance) {
  if (!found.is_array()) return false;
  const auto said = numbers(found);
  const auto meant = numbers(truth);
  return said.size() == found.size() && std::equal(said.begin(), said.end(), meant.begin(), meant.end(),
                                                   [&](double a, double b) { return std::abs(a - b) <= tolerance; });
}

/// Whether two lists have the same words, in any order.
bool same_words(const json& found, const json& truth) {
  return found.is_array() && std::is_permutation(found.begin(), found.end(), truth.begin(), truth.end());
}

/// Whether two index functions are the same: bases of the same span, or the same word for a function that is no XOR.
bool same_function(const json& found, const json& truth) {
  const auto basis = [](const json& groups) {
    std::vector<BitMask> masks;
    for (const json& group : groups) {
      masks.push_back(0);
      for (const json& bit : group) masks.back() ^= BitMask{1} << (bit.get<unsigned>() % 64);
    }
    return reduced_basis(masks);
  };
  const auto groups_of_bits = [](const json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(), [](const json& group) {
             return group.is_array() && std::all_of(group.begin(), group.end(), [](const json& bit) {
                      return bit.is_number_integer() && bit >= 0 && bit < 64;
                    });
           });
  };
  if (truth.is_array()) {
    const std::vector<BitMask> meant = basis(truth);
    if (groups_of_bits(found)) return basis(found) == meant;
    const bool plain = std::all_of(meant.begin(), meant.end(), [](BitMask mask) { return (mask & (mask - 1)) == 0; });
    const bool field =
        plain && std::adjacent_find(meant.begin(), meant.end(), [](BitMask a, BitMask b) { return b != 2 * a; }) == meant.end();
    return (plain && found == "bits") || (field && found == "modulo");  // a field of neighbouring bits is a modulus
  }
  return found == truth || (truth == "table" && found == "other");
}

std::string text_of(const Finding& finding) {
  std::string text = finding.value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > 160) text = text.substr(0, 157) + "...";
  const auto cycles = [](double value) { return json(value).dump(); };
  if (finding.low && finding.high) text += " [" + cycles(*finding.low) + ", " + cycles(*finding.high) + "]";
  return text;
}

std::string why(const Finding& finding) {
  return std::string(to_string(finding.status)) + (finding.reason.empty() ? "" : ": " + finding.reason);
}

/// The true value in the finding's space; none if that space does not show the part. A finding without a space may match the value
/// of any space.
std::vector<const json*> truths(const Finding& finding, const std::map<std::string, json>& by_space) {
  std::vector<const json*> values;
  const std::string space = space_of(finding);
  for (const auto& [name, value] : by_space)
    if (space.empty() || space == name) values.push_back(&value);
  return values;
}

class Court {
 public:
  Court(const std::vector<Expected>& expected) : expected_(expected) { judgement_.judged.resize(expected.size()); }

  void hear(const Finding& finding) {
    bool known_subject = false, known_place = false;
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      const Expected& expected = expected_[i];
      if (!contains(expected.subjects, finding.subject)) continue;
      known_subject = true;
      const auto values = truths(finding, expected.by_space);
      known_place = known_place || !values.empty();
      if (values.empty()) continue;
      if (finding.quantity == expected.quantity)
        take(i, finding,
             std::any_of(values.begin(), values.end(), [&](const json* truth) { return says(finding, *truth); }) ||
                 std::any_of(expected.others.begin(), expected.others.end(),
                             [&](const json& truth) { return says(finding, truth); }));
      else if (!expected.also.first.empty() && finding.quantity == expected.also.first && says(finding, expected.also.second))
        take(i, finding, true);
    }
    const bool window = finding.quantity == "activation_window_bytes";
    if (window && finding.status == FindingStatus::measured && !known_subject)
      judgement_.phantoms.push_back(
          {finding.quantity, "device activation_window_bytes = " + text_of(finding) + ": the card has none"});
    if (finding.status != FindingStatus::measured || !is_level(finding.subject) || (known_subject && known_place)) return;
    judgement_.phantoms.push_back({finding.quantity, finding.subject + " " + finding.quantity + " = " + text_of(finding) + " " +
                                                         finding.conditions.dump() + ": the card has no " + finding.subject +
                                                         (known_subject ? " there" : "")});
  }

  Judgement take_judgement() { return std::move(judgement_); }

 private:
  void take(std::size_t i, const Finding& finding, bool right) {
    Judged& judged = judgement_.judged[i];
    if (finding.status == FindingStatus::reported) return;  // a number from the vendor is no measurement
    if (finding.status == FindingStatus::measured) {
      // A wrong finding stays wrong, even if another one is right.
      if (judged.verdict == Verdict::wrong) return;
      judged = {right ? Verdict::right : Verdict::wrong, text_of(finding)};
    } else if (finding.status == FindingStatus::absent && expected_[i].required) {
      judged = {Verdict::wrong, why(finding)};
    } else if (judged.verdict == Verdict::missing) {
      judged.found = why(finding);
      if (expected_[i].nameless) judged.verdict = Verdict::right;
    }
  }

  const std::vector<Expected>& expected_;
  Judgement judgement_;
};

}  // namespace

bool says(const Finding& finding, const json& truth) {
  const std::string& quantity = finding.quantity;
  if (truth.is_null()) return false;
  if (quantity.ends_with("_cycles")) {
    if (truth.is_object()) return within(finding, truth["low"].get<double>(), truth["high"].get<double>());
    if (!truth.is_array()) return same_latency(finding, truth.get<double>());
    return std::any_of(truth.begin(), truth.end(), [&](const json& value) { return same_latency(finding, value.get<double>()); });
  }
  if (quantity == "ways_per_set" || quantity == "set_index_bits") return same_numbers(finding.value, truth, 0);
  if (quantity == "way_replacement_probability") return same_numbers(finding.value, truth, kProbabilityTolerance);
  if (quantity == "set_index_function") return same_function(finding.value, truth);
  if (quantity == "shares_with") return same_words(finding.value, truth);
  if (quantity == "replacement_policy") return finding.value == truth;
  return same_number(finding.value, truth);
}

Judgement judge(const std::vector<Expected>& expected, const std::vector<Finding>& findings) {
  Court court(expected);
  for (const Finding& finding : findings) court.hear(finding);
  return court.take_judgement();
}

}  // namespace chasescope::accuracy
