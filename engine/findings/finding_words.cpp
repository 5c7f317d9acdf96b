#include "engine/findings/finding_words.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "engine/findings/vocabulary.h"
#include "engine/findings/way_words.h"
#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr const char* kByte = "B";

/// The words for a name that is not in the vocabulary: "some_name" becomes "Some name".
std::string plain_words(std::string_view name) {
  std::string words(name);
  std::replace(words.begin(), words.end(), '_', ' ');
  if (!words.empty() && words.front() >= 'a' && words.front() <= 'z') words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return one_line(words);
}

bool is_share(const Finding& finding) { return finding.quantity == quantity::miss_rate || finding.quantity.ends_with("_share"); }

/// A number with the unit in which people read it.
QuantityText quantity_of(double number, const Finding& finding) {
  // The value of a size check is a word, but its interval is in bytes.
  if (finding.quantity == quantity::size_check) return quantity_text(number, "bytes");
  if (!is_share(finding)) return quantity_text(number, one_line(finding.unit));
  const std::string share = share_text(number);
  const std::size_t space = share.rfind(' ');
  return {share.substr(0, space), share.substr(space + 1)};
}

/// Whether a condition is a size in bytes. Strides of banks are counted in words, and their widths have words of their own.
bool is_size(const std::string& key, const json& value, const Finding& finding) {
  if (!value.is_number_unsigned() && !(value.is_number_integer() && value >= 0)) return false;
  if (key == "bank_bytes" || key == "word_bytes") return false;
  return key == "bytes" || key.ends_with("_bytes") ||
         (key == "stride" && !finding.conditions.contains("bank_bytes") && !finding.conditions.contains("word_bytes"));
}

/// The names of policies and tables that are abbreviations.
bool is_abbreviation(std::string_view word) {
  constexpr std::array kAbbreviations{"lru", "fifo", "nmru", "plru", "mshr", "prt"};
  return std::find(kAbbreviations.begin(), kAbbreviations.end(), word) != kAbbreviations.end();
}

/// "LRU", "weighted way".
std::string word_of(std::string word) {
  if (is_abbreviation(word))
    for (char& c : word) c = static_cast<char>(c - 'a' + 'A');
  std::replace(word.begin(), word.end(), '_', ' ');
  return one_line(std::move(word));
}

/// "1 access", not "1 accesses".
QuantityText in_the_singular(QuantityText text) {
  if (text.value != "1") return text;
  for (const auto& [many, one] : {std::pair("accesses", "access"), {"cycles", "cycle"}, {"requests", "request"}, {"loads", "load"}})
    if (text.unit == many) text.unit = one;
  return text;
}

/// Two numbers of one finding as a range; the unit is written once if it is the same. Empty if both numbers look alike.
std::string range_words(double from, double to, const Finding& finding) {
  const QuantityText low = quantity_of(from, finding), high = quantity_of(to, finding);
  if (low.joined() == high.joined()) return {};
  if (finding.unit == "bytes") {
    // Bounds are written in the unit of the value: if no larger unit shows the size exactly, the size and its bounds are in bytes.
    if (finding.value.is_number() && quantity_of(finding.value.get<double>(), finding).unit == kByte)
      return number_text(from) + " to " + number_text(to) + " " + kByte;
    return size_range_text(from, to);
  }
  return (low.unit == high.unit ? low.value : low.joined()) + " to " + high.joined();
}

std::string element_words(const json& value, const std::string& unit);

/// "7 to 11" for three and more whole numbers that count up without a gap.
std::string span_words(const json& values) {
  if (values.size() < 3) return {};
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!values[i].is_number_integer() || (i > 0 && values[i].get<double>() != values[i - 1].get<double>() + 1)) return {};
  return number_text(values.front().get<double>()) + " to " + number_text(values.back().get<double>());
}

/// Equal neighbours are written once with their number: "17, 6 × 8".
std::string array_words(const json& values, const std::string& unit) {
  if (values.empty()) return "none";
  if (std::string span = span_words(values); !span.empty()) return span;
  std::string text;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t end = i + 1;
    while (end < values.size() && values[end] == values[i]) ++end;
    const std::string one = element_words(values[i], unit);
    if (end - i > 2) {
      text += (text.empty() ? "" : ", ") + number_text(static_cast<double>(end - i)) + " × " + one;
    } else {
      for (std::size_t repeat = i; repeat < end; ++repeat) text += (text.empty() ? "" : ", ") + one;
    }
    i = end;
  }
  return text;
}

std::string element_words(const json& value, const std::string& unit) {
  if (value.is_number()) return quantity_text(value.get<double>(), unit == "bytes" ? unit : "1").joined();
  if (value.is_string()) return word_of(value.get<std::string>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_array()) return "{" + array_words(value, unit) + "}";
  return one_line(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

}  // namespace

std::string subject_words(std::string_view subject) {
  const SubjectEntry* known = find_subject(subject);
  return known == nullptr ? plain_words(subject) : known->name;
}
std::string quantity_words(std::string_view quantity) {
  const QuantityEntry* known = find_quantity(quantity);
  return known == nullptr ? plain_words(quantity) : known->name;
}

QuantityText value_parts(const Finding& finding) {
  const json& value = finding.value;
  if (value.is_null())
    return {finding.quantity == quantity::period_accesses && finding.status == FindingStatus::absent ? "aperiodic" : "–", {}};
  if (value.is_number()) return in_the_singular(quantity_of(value.get<double>(), finding));
  if (!value.is_array()) return {element_words(value, finding.unit), {}};
  if (is_share(finding) && !value.empty()) {  // a curve over N is written as its range, from the lowest to the highest value
    const auto [low, high] = std::minmax_element(value.begin(), value.end());
    if (low->is_number() && high->is_number()) {
      std::string range = range_words(low->get<double>(), high->get<double>(), finding);
      return range.empty() ? quantity_of(low->get<double>(), finding) : QuantityText{std::move(range), {}};
    }
  }
  const bool silent = finding.unit == "1" || finding.unit == "bytes";
  return {array_words(value, finding.unit), silent ? std::string() : one_line(finding.unit)};
}

std::string value_words(const Finding& finding) { return value_parts(finding).joined(); }

double rounded_by_interval(double value, double low, double high) {
  const double half = (high - low) / 2;
  if (!(half > 0) || !std::isfinite(half) || value == 0) return value;
  const double place = std::min(std::floor(std::log10(half)), std::floor(std::log10(std::abs(value))));
  const double step = std::pow(10.0, place);
  return step >= 1 ? std::round(value / step) * step : std::round(value * std::pow(10.0, -place)) / std::pow(10.0, -place);
}

Finding as_told(Finding finding) {
  if (!finding.value.is_number() || finding.unit == "bytes" || !finding.low || !finding.high) return finding;
  const double value = finding.value.get<double>();
  // A number stays unrounded if its interval is so narrow that all four digits that are written are certain. Otherwise it would be
  // rounded twice: 3.14453 to 3.1445 and then to 3.144.
  constexpr double kBehindTheFirst = 3;
  if (std::floor(std::log10((*finding.high - *finding.low) / 2)) > std::floor(std::log10(std::abs(value))) - kBehindTheFirst)
    finding.value = rounded_by_interval(value, *finding.low, *finding.high);
  return finding;
}

std::string interval_words(const Finding& finding) {
  if (finding.low && finding.high) return range_words(*finding.low, *finding.high, finding);
  if (finding.low) return "at least " + quantity_of(*finding.low, finding).joined();
  if (finding.high) return "at most " + quantity_of(*finding.high, finding).joined();
  return {};
}

bool repeats_exactly(const Finding& miss_rate, std::span<const Finding> findings) {
  if (miss_rate.quantity != quantity::miss_rate || miss_rate.status != FindingStatus::measured || miss_rate.evidence.empty())
    return false;
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& period) {
    // The reason of a period counts the accesses that contradict it.
    return period.quantity == quantity::period_accesses && period.status == FindingStatus::measured && period.reason.empty() &&
           !period.evidence.empty() && period.evidence.front() == miss_rate.evidence.front();
  });
}

std::string interval_words(const Finding& finding, std::span<const Finding> findings) {
  const std::string words = interval_words(finding);
  return !words.empty() && repeats_exactly(finding, findings) ? "repeats exactly" : words;
}

std::string status_words(FindingStatus status) {
  return status == FindingStatus::not_measurable ? "can't tell" : std::string(to_string(status));
}

std::string operation_words(const std::string& operation) {
  if (operation == "load") return "load, there and back";
  if (operation == "bulk_copy" || operation == "bulk copy") return "bulk copy, one way";
  return operation;
}

std::string kept_words(const std::string& priority) {
  return priority == "normal" ? "normal lines" : "lines read with evict_" + priority;
}

std::string swept_words(const std::string& priority) {
  return priority == "normal" ? "after a sweep of normal lines" : "after a sweep with evict_" + priority;
}

std::string condition_words(const Finding& finding) {
  std::string text;
  if (!finding.conditions.is_object()) return text;
  for (const auto& [key, value] : finding.conditions.items()) {
    const std::string one = element_words(value, "1");
    std::string name = one_line(key);
    std::replace(name.begin(), name.end(), '_', ' ');
    std::string words = name + " " + one;
    if (is_size(key, value, finding))
      words = (key == "bytes" ? "N =" : name.substr(0, name.rfind(" bytes"))) + " " + size_words(value.get<std::uint64_t>());
    if (key == "space") words = one;
    if (key == "carveout_percent") words = "carve-out " + one + " %";
    if (key == "l1_kib") words = "L1 of " + one + " KiB";
    if (key == "bank_bytes") words = one + "-byte banks";
    if (key == "word_bytes") words = one + "-byte words";
    if (key == "sm") words = "SM " + one;
    if (key == "operation") words = operation_words(one);
    if (key == "addresses")
      words = value == "one_word" ? "all at one word" : value == "neighbours" ? "neighbouring words" : "lines of their own";
    if (key == "copy") words = value == "registers" ? "through registers" : value == "async" ? "asynchronous" : "in bulk";
    if (key == "line") words = value == "present" ? "line in the cache before" : "line not in the cache before";
    if (key == "kept") words = kept_words(one);
    if (key == "swept") words = swept_words(one);
    if (key == "set_aside") words = "the driver's set-aside";
    if (key == "fetch_setting") words = "the driver's setting";
    text += (text.empty() ? "" : ", ") + words;
  }
  return text;
}

Finding with_telling_conditions(const Finding& finding, std::span<const Finding> findings) {
  std::vector<const Finding*> all;
  for (const Finding& one : findings) all.push_back(&one);
  return with_telling_conditions(finding, std::move(all));
}

Finding with_telling_conditions(const Finding& finding, std::vector<const Finding*> alike) {
  Finding telling = finding;
  telling.conditions = json::object();
  if (!finding.conditions.is_object()) return telling;
  // Only findings of the same subject and quantity are left that the conditions so far do not distinguish from this one.
  std::erase_if(alike, [&](const Finding* other) {
    return other->subject != finding.subject || other->quantity != finding.quantity || other->conditions == finding.conditions;
  });
  // The conditions that people set come first. Those that follow from them, such as the number of accesses, are then seldom needed.
  std::vector<std::string> keys{"space", "carveout_percent", "bytes", "stride", "class", "data", "translation"};
  for (const auto& [key, value] : finding.conditions.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  for (const std::string& key : keys) {
    const auto own = finding.conditions.find(key);
    if (own == finding.conditions.end()) continue;
    const auto differ = [&](const Finding* other) {
      const auto found = other->conditions.find(key);
      return found == other->conditions.end() || *found != *own;
    };
    if (std::erase_if(alike, differ) > 0) telling.conditions[key] = *own;
  }
  return telling;
}

std::string explanation_words(const Finding& finding) {
  const bool found = finding.status == FindingStatus::measured || finding.status == FindingStatus::reported;
  std::string text;
  const auto add = [&](std::string sentence) {
    if (sentence.empty()) return;
    sentence = one_line(sentence);
    while (sentence.ends_with(' ')) sentence.pop_back();
    if (!sentence.ends_with('.') && !sentence.ends_with('!') && !sentence.ends_with('?')) sentence += '.';
    text += (text.empty() ? "" : " ") + sentence;
  };
  if (found) add(finding.method);
  add(told_reason(finding));
  if (!finding.reference.empty()) add("Reference: " + finding.reference);
  for (const Opinion& opinion : finding.opinions) {
    Finding other;
    other.quantity = finding.quantity;
    other.unit = finding.unit;
    other.value = opinion.value;
    add(std::string(opinion.agrees ? "Agrees: " : "Disagrees: ") + opinion.method + ", " + value_words(other));
  }
  return text;
}

std::string evidence_words(const Finding& finding) {
  std::string text;
  for (const std::string& id : finding.evidence) text += (text.empty() ? "" : ", ") + one_line(id);
  return text;
}

}  // namespace chasescope
