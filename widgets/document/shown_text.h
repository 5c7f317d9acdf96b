// What strangers' files and devices say, as the window shows it: one line each, without characters that command instead of showing
// or turn the direction of text (engine/output). The document keeps what was said; what is shown of it goes through here once, on
// its way in.
#pragma once

#include <QString>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "engine/session/document/session.h"

namespace chasescope {

QString shownText(const std::string& text);
QString shownText(const QString& text);
/// All texts of each; numbers, traces and ids that say nothing strange are as they were.
Description shownDescription(Description device);
Finding shownFinding(Finding finding);
/// The same run where its texts are good, which is nearly always.
RunPtr shownRun(const RunPtr& run);
Session shownSession(Session session);

}  // namespace chasescope
