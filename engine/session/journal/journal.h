// The journal of this process: results that were neither saved nor declined by the user. Each result is on the disk before it is
// shown as finished.
//
//   Journal journal(folder);
//   const auto document = journal.new_document();
//   const auto job = journal.begin({document, description, environment});
//   journal.add(job, *run);
//   journal.sync();                 // now it may be shown
//   journal.forget(document);       // saved, or declined
//
// Durability: sync() returns once every added record is on the disk (fsync), so that results that were shown survive a loss of
// power. Callers that add many results at once sync once for all of them. A trace of a free run is written, without fsync, before
// it is shown, so that it survives the end of the process, and reaches the disk at most once a second: a free run shows a hundred
// traces a second, each in the place of the one before, and must not wait for a disk.
//
// Size: at most kMostJournalBytes for a process. Of a free run only the newest complete trace is kept, in three files that take
// turns (free_slots.h). The folder holds at most kMostFolderBytes; if other processes have left more, their free runs are removed,
// the oldest first, and after that no more records are kept. take_fault() reports once that results are not kept; measuring goes
// on.
//
// A file is private (0600, in a folder of 0700), and locked (flock) while its process lives. All functions may be called on any
// thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/output/disk.h"
#include "engine/session/document/session.h"
#include "engine/session/journal/free_slots.h"
#include "engine/session/journal/journal_file.h"

namespace chasescope {

/// Enough for some fifty million accesses, or a thousand discoveries.
inline constexpr std::uint64_t kMostJournalBytes = std::uint64_t{256} << 20U;
inline constexpr std::uint64_t kMostFolderBytes = std::uint64_t{1} << 30U;

/// A run of a probe: its document, its device and its environment.
struct JournalJob {
  std::uint32_t document = 0;
  Description device;
  nlohmann::json environment = nlohmann::json::object();
};

class Journal {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;

  /// Nothing is written before the first result, nor before `patience` has passed by `clock`: a job that ends earlier leaves no
  /// file.
  explicit Journal(std::filesystem::path folder, std::chrono::milliseconds patience = {}, Disk& disk = real_disk(),
                   std::uint64_t most_bytes = kMostJournalBytes, Clock clock = std::chrono::steady_clock::now);
  /// Documents that were not forgotten stay on the disk.
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  std::uint32_t new_document();
  /// \return the number of the job.
  std::uint32_t begin(const JournalJob& job);
  void add(std::uint32_t job, const Run& run);
  void add(std::uint32_t job, const Finding& finding);
  /// The job came to its end. `conditions` may be null.
  void end(std::uint32_t job, const nlohmann::json& conditions);
  /// One complete trace of a free run, which replaces the trace before it.
  void put_repeated(const JournalJob& job, const std::vector<RunPtr>& runs, const std::vector<Finding>& findings);

  /// Brings all records to the disk. False if some record could not be kept.
  bool sync();
  /// When the patience ends: before it, sync() keeps nothing.
  std::chrono::steady_clock::time_point begins() const { return begins_; }

  /// The document was saved or declined. The file is removed with the last document.
  void forget(std::uint32_t document);
  void forget_all();
  /// Whether the disk holds results of documents that were neither saved nor declined. A job without a result is none.
  bool holds_any() const;
  /// Why results are not kept, in a sentence; only on the first call after the fault, and again after forget_all().
  std::optional<std::string> take_fault();

 private:
  void write(std::string_view records);
  void write_result(std::uint32_t job, std::string_view records);
  void open();
  void clear();
  void fail(std::string reason);

  const std::filesystem::path folder_;
  const Clock clock_;
  const std::chrono::steady_clock::time_point begins_;
  Disk& disk_;
  const std::uint64_t most_bytes_;
  mutable std::mutex mutex_;
  std::unique_ptr<JournalFile> file_;
  std::unique_ptr<FreeSlots> free_;
  std::string early_;                  // records of the time before begins_
  std::set<std::uint32_t> documents_;  // documents with records in the journal
  std::set<std::uint32_t> with_results_;  // those of them that have a run or a finding
  std::map<std::uint32_t, std::uint32_t> document_of_job_;
  std::uint32_t last_document_ = 0, last_job_ = 0;
  std::uint64_t order_ = 0;  // number of the last job, over all files
  bool unsynced_ = false;
  std::string fault_;  // empty: none
  bool told_ = false;
};

}  // namespace chasescope
