#include "engine/session/journal/journal.h"

#include <unistd.h>

#include <atomic>
#include <ctime>
#include <utility>

#include "engine/device/codec/codec.h"
#include "engine/session/document/document_writer.h"
#include "engine/session/document/run_writer.h"
#include "engine/session/document/session_members.h"
#include "engine/session/journal/journal_folder.h"
#include "engine/session/journal/journal_record.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

std::string cbor(const ordered_json& value) {
  StringSink sink;
  CborWriter(sink).value(value);
  return sink.take();
}

std::string job_piece(const JournalJob& job, std::uint64_t order, bool repeated) {
  return cbor({{"document", job.document},
               {"order", order},
               {"repeated", repeated},
               {"device", to_json(job.device)},
               {"environment", job.environment}});
}

std::string run_piece(const Run& run) {
  StringSink sink;
  CborWriter writer(sink);
  write_run(run, writer);
  return sink.take();
}

/// A name with the time and the process, so that the order of names is the order of time.
std::string new_name() {
  static std::atomic<unsigned> number{0};
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &utc);
  return std::string(text) + "-" + std::to_string(getpid()) + "-" + std::to_string(++number) + kJournalEnding;
}

}  // namespace

Journal::Journal(std::filesystem::path folder, std::chrono::milliseconds patience, Disk& disk, std::uint64_t most_bytes,
                 Clock clock)
    : folder_(std::move(folder)), clock_(std::move(clock)), begins_(clock_() + patience), disk_(disk), most_bytes_(most_bytes) {}

Journal::~Journal() = default;

std::uint32_t Journal::new_document() {
  const std::lock_guard lock(mutex_);
  return ++last_document_;
}

std::uint32_t Journal::begin(const JournalJob& job) {
  const std::lock_guard lock(mutex_);
  std::string records;
  append_record(records, {RecordKind::job, ++last_job_, job_piece(job, ++order_, false)});
  documents_.insert(job.document);
  document_of_job_[last_job_] = job.document;
  write(records);
  return last_job_;
}

void Journal::add(std::uint32_t job, const Run& run) {
  std::string records;
  append_record(records, {RecordKind::run, job, run_piece(run)});
  const std::lock_guard lock(mutex_);
  write_result(job, records);
}

void Journal::add(std::uint32_t job, const Finding& finding) {
  std::string records;
  append_record(records, {RecordKind::finding, job, cbor(to_json(finding))});
  const std::lock_guard lock(mutex_);
  write_result(job, records);
}

void Journal::end(std::uint32_t job, const nlohmann::json& conditions) {
  std::string records;
  append_record(records, {RecordKind::end, job, cbor({{"conditions", conditions}})});
  const std::lock_guard lock(mutex_);
  write(records);
}

void Journal::put_repeated(const JournalJob& job, const std::vector<RunPtr>& runs, const std::vector<Finding>& findings) {
  const std::lock_guard lock(mutex_);
  if (!fault_.empty()) return;
  open();
  if (!fault_.empty()) return;
  std::string records;
  append_record(records, {RecordKind::job, ++last_job_, job_piece(job, ++order_, true)});
  for (const RunPtr& run : runs) append_record(records, {RecordKind::run, last_job_, run_piece(*run)});
  for (const Finding& finding : findings) append_record(records, {RecordKind::finding, last_job_, cbor(to_json(finding))});
  append_record(records, {RecordKind::end, last_job_, cbor({{"conditions", nullptr}})});
  if (records.size() > most_bytes_) return fail("a trace of the free run is larger than what is kept of all");
  documents_.insert(job.document);
  with_results_.insert(job.document);
  if (std::string reason = free_->put(records); !reason.empty()) fail(std::move(reason));
}

void Journal::open() {
  if (file_) return;
  std::string reason = fault_of_private_folder(folder_);
  if (reason.empty()) reason = make_room(folder_, kMostFolderBytes);
  if (!reason.empty()) return fail(std::move(reason));
  const std::filesystem::path path = folder_ / new_name();
  file_ = std::make_unique<JournalFile>(path, disk_);
  free_ = std::make_unique<FreeSlots>(path, disk_);
  if (!file_->fault().empty()) fail(file_->fault());
}

/// Until `begins_`, records are only collected in memory.
void Journal::write(std::string_view records) {
  if (!fault_.empty()) return;
  early_ += records;
  unsynced_ = true;
  if (clock_() < begins_) return;
  open();
  if (!fault_.empty()) return;
  if (file_->size() + early_.size() > most_bytes_)
    return fail("more than " + std::to_string(most_bytes_ >> 20U) + " MiB are not saved yet");
  if (!file_->append(std::exchange(early_, {}))) fail(file_->fault());
}

void Journal::write_result(std::uint32_t job, std::string_view records) {
  if (const auto known = document_of_job_.find(job); known != document_of_job_.end() && documents_.contains(known->second))
    with_results_.insert(known->second);
  write(records);
}

void Journal::fail(std::string reason) {
  early_.clear();
  fault_ = std::move(reason);
}

bool Journal::sync() {
  const std::lock_guard lock(mutex_);
  if (clock_() < begins_) return true;
  if (!early_.empty()) write({});
  if (fault_.empty() && std::exchange(unsynced_, false) && file_ && !file_->sync()) fail(file_->fault());
  return fault_.empty();
}

void Journal::forget(std::uint32_t document) {
  const std::lock_guard lock(mutex_);
  if (documents_.erase(document) == 0) return;
  with_results_.erase(document);
  if (documents_.empty()) return clear();
  std::string records;
  append_record(records, {RecordKind::gone, document, {}});
  write(records);
}

void Journal::forget_all() {
  const std::lock_guard lock(mutex_);
  clear();
}

void Journal::clear() {
  if (free_) free_->remove();
  if (file_) file_->remove();
  free_.reset();
  file_.reset();
  early_.clear();
  documents_.clear();
  with_results_.clear();
  document_of_job_.clear();
  fault_.clear();
  unsynced_ = told_ = false;
}

bool Journal::holds_any() const {
  const std::lock_guard lock(mutex_);
  return file_ && file_->size() > kJournalMark.size() && !with_results_.empty();
}

std::optional<std::string> Journal::take_fault() {
  const std::lock_guard lock(mutex_);
  if (fault_.empty() || std::exchange(told_, true)) return std::nullopt;
  return "What is measured from now on is not kept for the case that the program is ended (" + folder_.string() + ": " + fault_ +
         "); measuring goes on.";
}

}  // namespace chasescope
