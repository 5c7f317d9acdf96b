#include "widgets/views/report/report_outlook.h"

#include <algorithm>

#include "widgets/style/words.h"

namespace chasescope {
QString partStateText(ReportPart::State state) {
  switch (state) {
    case ReportPart::State::running: return tr("under way");
    case ReportPart::State::stopped: return tr("not reached");
    case ReportPart::State::waiting: break;
  }
  return tr("to come");
}

void ReportOutlook::begin(std::vector<ReportPart> parts) {
  parts_ = std::move(parts);
  if (!parts_.empty()) parts_.front().state = ReportPart::State::running;
}

void ReportOutlook::progress(const QString& doing) {
  if (parts_.empty() || parts_.front().state != ReportPart::State::running) return;
  if (doing.isEmpty()) return parts_.clear();
  const auto at = std::find_if(parts_.begin(), parts_.end(),
                               [&](const ReportPart& part) { return doing.startsWith(part.title + QStringLiteral(": ")); });
  if (at == parts_.end()) {
    if (parts_.size() == 1) parts_.front().note = doing;  // a probe of a single part reports its progress without the part's title
    return;
  }
  parts_.erase(parts_.begin(), at);
  parts_.front().state = ReportPart::State::running;
  parts_.front().note = doing.mid(parts_.front().title.size() + 2);
}

void ReportOutlook::end(const QString& sentence) {
  if (sentence.isEmpty()) return parts_.clear();
  for (ReportPart& part : parts_) {
    part.state = ReportPart::State::stopped;
    part.note = sentence;
  }
}

QString ReportOutlook::text() const {
  if (parts_.empty()) return {};
  if (parts_.front().state == ReportPart::State::stopped)
    return parts_.size() == 1 ? tr("1 part not reached") : tr("%1 parts not reached").arg(parts_.size());
  const QString now = tr("%1 under way").arg(parts_.front().title);
  const auto left = parts_.size() - 1;
  return left == 0 ? now : left == 1 ? tr("%1, 1 part to come").arg(now) : tr("%1, %2 parts to come").arg(now).arg(left);
}

}  // namespace chasescope
