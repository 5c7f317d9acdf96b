// What becomes of documents that give way to others: they wait for their device, or for the end of a lesson; and what the journal
// has of them.
#include <utility>

#include "app/measurement/explorer.h"

namespace chasescope {

/// Keeps the document of the open device until the device is opened again. False: the document is none of that device's.
bool Explorer::keepDocument() {
  if (scratch_ || !device_ || recording_ || !(session_.device == *device_) || (session_.runs.empty() && session_.findings.empty()))
    return false;
  kept_[keptAs_] = {session_, unsaved_, std::exchange(document_, 0)};
  declined_ = false;
  return true;
}

void Explorer::bringKept() {
  const auto kept = kept_.find(keptAs_);
  if (scratch_ || recording_ || kept == kept_.end()) return;
  // A program or a card of the same name may have changed.
  if (kept->second.session.device == *device_)
    bring(std::move(kept->second));
  else if (journal_ && !kept->second.unsaved)
    journal_->forget(kept->second.document);
  kept_.erase(kept);
}

void Explorer::bring(Kept kept) {
  show(std::move(kept.session));
  unsaved_ = kept.unsaved;
  document_ = kept.document;
}

QStringList Explorer::keptUnsaved() const {
  QStringList names;
  for (const auto& [id, kept] : kept_)
    if (kept.unsaved) names << QString::fromStdString(kept.session.device.name);
  return names;
}

void Explorer::setScratch(bool scratch) {
  if (scratch == scratch_) return;
  cancel();
  // Unsaved runs of another device than the open one, as after a journal restored them, have no place in `kept_`.
  if (!keepDocument() && scratch && unsaved_) aside_ = Kept{session_, true, std::exchange(document_, 0)};
  scratch_ = scratch;
  newSession();
  if (scratch) return;
  if (aside_) {
    bring(*std::exchange(aside_, std::nullopt));
    ofRecording_ = false;
  } else if (device_) {
    if (recording_) show(*recording_);
    bringKept();
  }
}

/// Another document takes the place of this one. Unsaved measurements stay in the journal unless the person declined to save them.
void Explorer::leaveDocument() {
  if (journal_ && (!unsaved_ || declined_)) journal_->forget(document_);
  document_ = 0;
  declined_ = false;
}

Keeping Explorer::keeping() {
  if (!journal_ || unasked_ || recording_ || scratch_) return {};
  if (document_ == 0) document_ = journal_->new_document();
  return {journal_, {document_, session_.device, session_.environment}, repeated_};
}

void Explorer::declineUnsaved() { declined_ = true; }

void Explorer::forgetDocument() {
  if (journal_) journal_->forget(std::exchange(document_, 0));
}

void Explorer::declineAll() {
  forgetDocument();
  for (const auto& [id, kept] : kept_)
    if (journal_) journal_->forget(kept.document);
  // Whatever else the journal has was in no question, so the next start offers it.
  if (journal_ && !journal_->holds_any()) journal_->forget_all();
}

bool Explorer::restore(Session session) {
  if (scratch_) return false;
  showSession(std::move(session));
  unsaved_ = true;
  unasked_ = false;
  // Whatever device is open, the journal keeps these runs: a recording's file does not have them.
  if (!journal_) return false;
  document_ = journal_->new_document();
  const std::uint32_t job = journal_->begin({document_, session_.device, session_.environment});
  for (const RunPtr& run : session_.runs) journal_->add(job, *run);
  for (const Finding& finding : session_.findings) journal_->add(job, finding);
  journal_->end(job, {});
  const bool kept = journal_->sync();
  if (const auto fault = journal_->take_fault()) emit notKept(QString::fromStdString(*fault));
  return kept;
}

}  // namespace chasescope
