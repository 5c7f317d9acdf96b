// Texts from other people's files and from devices, made safe for the window: one line each, without control characters and
// characters that turn the direction of text (engine/output). The document keeps the original text; everything that the window
// shows of it comes through here once, on its way in.
#pragma once

#include <QString>

#include "engine/device/description.h"
#include "engine/findings/finding.h"
#include "engine/findings/run.h"
#include "engine/session/document/session.h"

namespace chasescope {

QString shownText(const std::string& text);
QString shownText(const QString& text);
/// The same object with all its texts made safe. Numbers, traces and harmless ids stay as they were.
Description shownDescription(Description device);
Finding shownFinding(Finding finding);
/// The same pointer if the run's texts are harmless already, as they nearly always are.
RunPtr shownRun(const RunPtr& run);
Session shownSession(Session session);

}  // namespace chasescope
