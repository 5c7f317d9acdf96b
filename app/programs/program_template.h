// Programs to begin with, that come with ChaseScope: a small cache with the policy to be changed, in Python and in C++.
#pragma once

#include <QString>

namespace chasescope {

/// Writes the template of a language ("py", "cpp"). Returns a sentence on failure, and has written nothing then.
QString writeTemplate(const QString& suffix, const QString& path);

/// The command that runs what was written, and for a language that is compiled a sentence that says what to do before; else empty.
struct TemplateUse {
  QString command, sentence;
};
TemplateUse useOfTemplate(const QString& suffix, const QString& path);

}  // namespace chasescope
