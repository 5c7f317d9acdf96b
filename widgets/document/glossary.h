// The meaning of the program's words, a sentence or two each, with the place in the papers that they come from. Tooltips show them.
#pragma once

#include <QString>
#include <QStringList>
#include <string>

namespace chasescope {

/// "How many bytes a cache holds … (2014 paper §3.2, step 1)"; empty for a quantity that explains itself.
QString quantityMeaning(const std::string& quantity);
/// The purpose of a part of the hierarchy; empty for an unknown part.
QString subjectMeaning(const std::string& subject);
/// All quantities and subjects that have a meaning here, for tests.
QStringList explainedQuantities();
QStringList explainedSubjects();

/// A tooltip of rich text: a heading in bold, the meaning below, then facts, a line each. Empty parts are left out.
QString teachingTip(const QString& heading, const QString& meaning, const QStringList& facts = {});

}  // namespace chasescope
