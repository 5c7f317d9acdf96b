#include "widgets/document/finding_text.h"

#include <QStringList>

#include "engine/findings/finding_words.h"
#include "engine/findings/vocabulary.h"
#include "engine/findings/way_words.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

/// "some_name" as "Some name".
QString plainName(const std::string& name) {
  QString text = QString::fromStdString(name).replace(QLatin1Char('_'), QLatin1Char(' '));
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  return text;
}

}  // namespace

QString subjectText(const std::string& subject) {
  const SubjectEntry* known = find_subject(subject);
  return known == nullptr ? plainName(subject) : tr(known->part);
}

QString quantityText(const std::string& quantity) {
  const QuantityEntry* known = find_quantity(quantity);
  return known == nullptr ? plainName(quantity) : tr(known->brief);
}

ValueText valueText(const Finding& finding) {
  const QuantityText parts = value_parts(finding);
  return {QString::fromStdString(parts.value), QString::fromStdString(parts.unit)};
}

QString intervalText(const Finding& finding) { return QString::fromStdString(interval_words(finding)); }

QString statusText(FindingStatus status) { return QString::fromStdString(status_words(status)).replace(u'\'', QChar(0x2019)); }

QString whyNothing(const std::vector<Finding>& findings, std::string_view subject) {
  QString reason;
  for (const Finding& finding : findings) {
    if (finding.subject != subject) continue;
    if (finding.status != FindingStatus::not_measurable || !finding.evidence.empty()) return {};
    if (reason.isEmpty()) reason = QString::fromStdString(finding.reason);
  }
  return reason;
}

QString conditionsText(const Finding& finding) { return QString::fromStdString(condition_words(finding)); }

QStringList findingDetails(const Finding& finding) {
  QStringList lines;
  const auto add = [&](const QString& text) {
    if (!text.isEmpty()) lines << text;
  };
  // Long values are cut short in the row, so the details repeat them in full.
  if (const QString value = valueText(finding).joined(); value.size() > 14) add(value);
  add(QString::fromStdString(told_reason(finding)));
  if (const QString interval = intervalText(finding); !interval.isEmpty()) add(tr("Supported by the data: %1").arg(interval));
  add(conditionsText(finding));
  add(QString::fromStdString(finding.method));
  add(QString::fromStdString(finding.reference));
  for (const Opinion& opinion : finding.opinions) {
    Finding other = finding;
    other.value = opinion.value;
    add((opinion.agrees ? tr("%1 agrees: %2") : tr("%1 disagrees: %2"))
            .arg(QString::fromStdString(opinion.method), valueText(other).joined()));
  }
  if (!finding.evidence.empty())
    add(finding.evidence.size() == 1 ? tr("Shown by 1 run: click to open it")
                                     : tr("Shown by %1 runs: click to open the first").arg(finding.evidence.size()));
  return lines;
}

}  // namespace chasescope
