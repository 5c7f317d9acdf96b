#include "widgets/document/published_values.h"

#include <algorithm>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// The value as the window prints it, with a narrow space between number and unit.
QString asPrinted(const Finding& finding) { return QString::fromStdString(value_parts(finding).joined("\u202F")); }

}  // namespace

std::vector<PublishedRate> publishedMissRates(std::string_view device, std::string_view subject) {
  std::vector<PublishedRate> rates;
  for (const PublishedValue& one : published_values(device))
    if (one.what.subject == subject && one.what.quantity == quantity::miss_rate && one.what.conditions.contains("bytes"))
      rates.push_back({one.what.conditions.at("bytes").get<std::uint64_t>(), one.what.value.get<double>()});
  std::sort(rates.begin(), rates.end(), [](const PublishedRate& a, const PublishedRate& b) { return a.bytes < b.bytes; });
  return rates;
}

QString publishedText(const std::vector<PublishedValue>& values, const Finding& finding) {
  QStringList texts;
  for (const PublishedValue& one : values)
    if (is_published_of(one, finding))
      if (const QString text = asPrinted(one.what); !texts.contains(text)) texts << text;
  return texts.join(QStringLiteral(" · "));
}

QStringList publishedDetails(const std::vector<PublishedValue>& values, const Finding& finding) {
  QStringList lines;
  for (const PublishedValue& one : values) {
    if (!is_published_of(one, finding)) continue;
    const QString value = asPrinted(one.what), note = QString::fromStdString(one.note);
    lines << tr("Published: %1 (%2)")
                 .arg(note.isEmpty() ? value : value + QStringLiteral(", ") + note, QString::fromStdString(one.source));
  }
  return lines;
}

}  // namespace chasescope
