// Example programs that come with ChaseScope: a small cache in Python and in C++ whose policy is to be changed.
#pragma once

#include <QString>

namespace chasescope {

/// Writes the template of a language ("py", "cpp"). Returns a sentence on failure, and has written nothing then.
QString writeTemplate(const QString& suffix, const QString& path);

/// The command that runs the written template; and for a compiled language a sentence about what to do before, else empty.
struct TemplateUse {
  QString command, sentence;
};
TemplateUse useOfTemplate(const QString& suffix, const QString& path);

}  // namespace chasescope
