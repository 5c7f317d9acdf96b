#include "engine/session/published/published.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "resources/resources.h"

namespace chasescope {
namespace {

using nlohmann::json;

constexpr std::string_view kValuesFormat = "chasescope-published-1";
constexpr std::string_view kReasonsFormat = "chasescope-reasons-1";
constexpr const char* kAny = "*";

/// Whether a publication would not mention this condition: any space that leads to the part, any SM, words and banks of four bytes.
bool goes_without_saying(const std::string& key, const json& value) {
  return key == "space" || key == "sms" || ((key == "bank_bytes" || key == "word_bytes") && value == 4);
}

PublishedValue value_from(const json& entry, const json& file) {
  PublishedValue one;
  one.what.subject = entry.at("subject").get<std::string>();
  one.what.quantity = entry.at("quantity").get<std::string>();
  one.what.conditions = entry.value("conditions", json::object());
  one.what.value = entry.at("value");
  one.what.unit = entry.at("unit").get<std::string>();
  one.what.status = FindingStatus::reported;
  one.key = entry.at("source").get<std::string>();
  one.source = file.at("sources").at(one.key).get<std::string>();
  one.short_name = file.value("short_names", json::object()).value(one.key, one.key);
  one.note = entry.value("note", std::string());
  return one;
}

}  // namespace

std::vector<PublishedValue> published_values(std::string_view device) {
  if (device.empty()) return {};
  const auto text = resource_text("published/values.json");
  return text ? published_values(*text, device) : std::vector<PublishedValue>{};
}

std::vector<PublishedValue> published_values(const std::string& text, std::string_view device) {
  std::vector<PublishedValue> values;
  try {
    const json file = json::parse(text);
    if (file.at("format") != kValuesFormat) return {};
    for (const json& card : file.at("cards")) {
      const json& names = card.at("names");
      if (std::find(names.begin(), names.end(), device) == names.end()) continue;
      for (const json& entry : card.at("values")) {
        values.push_back(value_from(entry, file));
        values.back().card = device;
      }
    }
  } catch (const json::exception&) {
    return {};  // the file is compiled in and tested; a file of another form has no values
  }
  return values;
}

bool is_published_of(const PublishedValue& published, const Finding& finding) {
  const Finding& what = published.what;
  if (what.subject != finding.subject || what.quantity != finding.quantity || !finding.conditions.is_object()) return false;
  for (const auto& [key, value] : what.conditions.items())
    if (!finding.conditions.contains(key) || finding.conditions.at(key) != value) return false;
  for (const auto& [key, value] : finding.conditions.items())
    if (!what.conditions.contains(key) && !goes_without_saying(key, value)) return false;
  return true;
}

const PublishedReasons& published_reasons() {
  static const PublishedReasons reasons = [] {
    const auto text = resource_text("published/reasons.json");
    return text ? published_reasons(*text) : PublishedReasons{};
  }();
  return reasons;
}

PublishedReasons published_reasons(const std::string& text) {
  PublishedReasons reasons;
  try {
    const json file = json::parse(text);
    if (file.at("format") != kReasonsFormat) return {};
    for (const json& entry : file.at("differences"))
      reasons.differences.push_back({.subject = entry.at("subject").get<std::string>(),
                                     .quantity = entry.at("quantity").get<std::string>(),
                                     .sources = entry.value("sources", std::vector<std::string>{}),
                                     .published_is = entry.value("published_is", std::string()),
                                     .cards = entry.value("cards", std::vector<std::string>{}),
                                     .why = entry.at("why").get<std::string>(),
                                     .source = entry.at("source").get<std::string>()});
    for (const json& entry : file.at("limits"))
      reasons.limits.push_back({.subject = entry.at("subject").get<std::string>(),
                                .quantities = entry.at("quantities").get<std::vector<std::string>>(),
                                .origin = entry.value("origin", std::string()),
                                .reason = entry.value("reason", std::string()),
                                .why = entry.at("why").get<std::string>(),
                                .is_told_now = entry.value("is_told_now", false),
                                .source = entry.at("source").get<std::string>()});
  } catch (const json::exception&) {
    return {};
  }
  return reasons;
}

const PublishedReason* why_they_differ(const PublishedReasons& reasons, const PublishedValue& published, double found) {
  if (!published.what.value.is_number()) return nullptr;
  const std::string is = published.what.value.get<double>() > found ? "higher" : "lower";
  const auto fits = [&](const PublishedReason& reason) {
    return (reason.subject == kAny || reason.subject == published.what.subject) &&
           (reason.quantity == kAny || reason.quantity == published.what.quantity) &&
           (reason.sources.empty() ||
            std::find(reason.sources.begin(), reason.sources.end(), published.key) != reason.sources.end()) &&
           (reason.published_is.empty() || reason.published_is == is) &&
           (reason.cards.empty() || std::find(reason.cards.begin(), reason.cards.end(), published.card) != reason.cards.end());
  };
  const auto found_reason = std::find_if(reasons.differences.begin(), reasons.differences.end(), fits);
  return found_reason == reasons.differences.end() ? nullptr : &*found_reason;
}

}  // namespace chasescope
