#include "widgets/document/published_values.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "resources/resources.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::string_view kFormat = "chasescope-published-1";

/// Conditions that a publication takes for granted: any space that leads to it, from any SM, in words and banks of four bytes.
bool goesWithoutSaying(const std::string& key, const nlohmann::json& value) {
  return key == "space" || key == "sms" || ((key == "bank_bytes" || key == "word_bytes") && value == 4);
}

/// With the narrow space between number and unit that the window has.
QString asPrinted(const Finding& finding) { return QString::fromStdString(value_parts(finding).joined("\u202F")); }

PublishedValue read(const nlohmann::json& entry, const nlohmann::json& sources) {
  PublishedValue one;
  one.what.subject = entry.at("subject").get<std::string>();
  one.what.quantity = entry.at("quantity").get<std::string>();
  one.what.conditions = entry.value("conditions", nlohmann::json::object());
  one.what.value = entry.at("value");
  one.what.unit = entry.at("unit").get<std::string>();
  one.what.status = FindingStatus::reported;
  one.key = entry.at("source").get<std::string>();
  one.source = sources.at(one.key).get<std::string>();
  one.note = entry.value("note", std::string());
  return one;
}

}  // namespace

std::vector<PublishedValue> publishedValues(std::string_view device) {
  if (device.empty()) return {};
  const auto text = resource_text("published/values.json");
  return text ? publishedValues(*text, device) : std::vector<PublishedValue>{};
}

std::vector<PublishedValue> publishedValues(const std::string& text, std::string_view device) {
  std::vector<PublishedValue> values;
  try {
    const nlohmann::json file = nlohmann::json::parse(text);
    if (file.at("format") != kFormat) return {};
    for (const nlohmann::json& card : file.at("cards")) {
      const nlohmann::json& names = card.at("names");
      if (std::find(names.begin(), names.end(), device) == names.end()) continue;
      for (const nlohmann::json& entry : card.at("values")) values.push_back(read(entry, file.at("sources")));
    }
  } catch (const nlohmann::json::exception&) {
    return {};  // the file is compiled in and tested; another one is none of ours
  }
  return values;
}

std::vector<PublishedRate> publishedMissRates(std::string_view device, std::string_view subject) {
  std::vector<PublishedRate> rates;
  for (const PublishedValue& one : publishedValues(device))
    if (one.what.subject == subject && one.what.quantity == quantity::miss_rate && one.what.conditions.contains("bytes"))
      rates.push_back({one.what.conditions.at("bytes").get<std::uint64_t>(), one.what.value.get<double>()});
  std::sort(rates.begin(), rates.end(), [](const PublishedRate& a, const PublishedRate& b) { return a.bytes < b.bytes; });
  return rates;
}

bool isPublishedOf(const PublishedValue& published, const Finding& finding) {
  const Finding& what = published.what;
  if (what.subject != finding.subject || what.quantity != finding.quantity || !finding.conditions.is_object()) return false;
  for (const auto& [key, value] : what.conditions.items())
    if (!finding.conditions.contains(key) || finding.conditions.at(key) != value) return false;
  for (const auto& [key, value] : finding.conditions.items())
    if (!what.conditions.contains(key) && !goesWithoutSaying(key, value)) return false;
  return true;
}

QString publishedText(const std::vector<PublishedValue>& values, const Finding& finding) {
  QStringList texts;
  for (const PublishedValue& one : values)
    if (isPublishedOf(one, finding))
      if (const QString text = asPrinted(one.what); !texts.contains(text)) texts << text;
  return texts.join(QStringLiteral(" · "));
}

QStringList publishedDetails(const std::vector<PublishedValue>& values, const Finding& finding) {
  QStringList lines;
  for (const PublishedValue& one : values) {
    if (!isPublishedOf(one, finding)) continue;
    const QString value = asPrinted(one.what), note = QString::fromStdString(one.note);
    lines << tr("Published: %1 (%2)")
                 .arg(note.isEmpty() ? value : value + QStringLiteral(", ") + note, QString::fromStdString(one.source));
  }
  return lines;
}

}  // namespace chasescope
