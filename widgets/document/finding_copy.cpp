#include "widgets/document/finding_copy.h"

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/output/outgoing_text.h"
#include "widgets/document/finding_text.h"
#include "widgets/style/words.h"

namespace chasescope {

QString valueToCopy(const Finding& finding) { return QString::fromStdString(value_words(finding)); }

QString exactToCopy(const Finding& finding) {
  if (finding.value.is_string()) return QString::fromStdString(one_line(finding.value.get<std::string>()));
  return QString::fromStdString(
      json_without_controls(finding.value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
}

QString latexToCopy(const Finding& finding) {
  const QuantityText parts = value_parts(finding);
  const std::string number = finding.value.is_number() ? "$" + latex_escaped(parts.value) + "$" : latex_escaped(parts.value);
  return QString::fromStdString(parts.unit.empty() ? number : number + "~" + latex_escaped(parts.unit));
}

QString wordsToFind(const Finding& finding) {
  const std::string& quantity = finding.quantity;
  QString names = subjectText(finding.subject) + QLatin1Char(' ');
  if (const SubjectEntry* subject = find_subject(finding.subject)) names += QString::fromUtf8(subject->name) + QLatin1Char(' ');
  names += quantityText(quantity);
  if (quantity == quantity::capacity_bytes || quantity == quantity::contiguous_bytes || quantity == quantity::reach_bytes)
    names += tr(" size");
  if (quantity == quantity::contiguous_bytes) names += tr(" capacity");
  if (quantity.ends_with("_latency_cycles")) names += tr(" latency");
  if (quantity.ends_with("bandwidth")) names += tr(" bandwidth");
  return names;
}

}  // namespace chasescope
