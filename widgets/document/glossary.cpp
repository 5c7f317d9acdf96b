#include "widgets/document/glossary.h"

#include <QCoreApplication>

#include "engine/findings/vocabulary.h"

namespace chasescope {
namespace {

QString translated(const char* meaning) { return *meaning == 0 ? QString() : QCoreApplication::translate("Glossary", meaning); }

}  // namespace

QString quantityMeaning(const std::string& quantity) {
  const QuantityEntry* known = find_quantity(quantity);
  return known == nullptr ? QString() : translated(known->meaning);
}

QString subjectMeaning(const std::string& subject) {
  const SubjectEntry* known = find_subject(subject);
  return known == nullptr ? QString() : translated(known->meaning);
}

QStringList explainedQuantities() {
  QStringList explained;
  for (const QuantityEntry& entry : all_quantities())
    if (*entry.meaning != 0) explained << QString::fromLatin1(entry.id);
  return explained;
}

QStringList explainedSubjects() {
  QStringList explained;
  for (const SubjectEntry& entry : all_subjects()) explained << QString::fromLatin1(entry.id);
  return explained;
}

QString teachingTip(const QString& heading, const QString& meaning, const QStringList& facts) {
  QString tip;
  if (!heading.isEmpty() && !meaning.isEmpty())
    tip += QStringLiteral("<p><b>%1</b><br>%2</p>").arg(heading.toHtmlEscaped(), meaning.toHtmlEscaped());
  if (!facts.isEmpty())
    tip += QStringLiteral("<p>%1</p>")
               .arg(facts.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
  return tip;
}

}  // namespace chasescope
