// The journal of this process: what was measured and neither saved nor declined, on disk before it is shown as finished.
//
//   Journal journal(folder);
//   const auto document = journal.new_document();
//   const auto job = journal.begin({document, description, environment});
//   journal.add(job, *run);
//   journal.sync();                 // now it may be shown
//   journal.forget(document);       // saved, or declined
//
// When it is on the disk: sync() returns once everything that was added is (fsync), so that what was shown outlives the loss of
// power. Whoever adds many results at once syncs once for all of them. A trace of a free run is given to the system before it is
// shown, so that it outlives the process, and is brought to the disk at most once a second: a free run shows a hundred traces a
// second, each in the place of the one before, and must not wait for a disk.
//
// How large: kMostJournalBytes for a process, and of a free run the newest whole trace alone, in three files that take turns
// (free_slots.h). In the folder, kMostFolderBytes; where more was left by others, their free runs go first, the oldest first, and
// then nothing more is kept. What can't be kept is told once, by take_fault(); measuring goes on.
//
// A file is private (0600, in a folder of 0700), and locked (flock) while its process lives. All functions may be called on any
// thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
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

/// Some fifty million accesses, or a thousand discoveries.
inline constexpr std::uint64_t kMostJournalBytes = std::uint64_t{256} << 20U;
inline constexpr std::uint64_t kMostFolderBytes = std::uint64_t{1} << 30U;

/// What a probe is run on, and with what.
struct JournalJob {
  std::uint32_t document = 0;
  Description device;
  nlohmann::json environment = nlohmann::json::object();
};

class Journal {
 public:
  /// Nothing is written before the first result, and none within `patience` of now: what is over by then leaves no file.
  explicit Journal(std::filesystem::path folder, std::chrono::milliseconds patience = {}, Disk& disk = real_disk(),
                   std::uint64_t most_bytes = kMostJournalBytes);
  /// Leaves on the disk what was not forgotten.
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
  /// One trace of a free run, whole, in the place of the one before.
  void put_repeated(const JournalJob& job, const std::vector<RunPtr>& runs, const std::vector<Finding>& findings);

  /// Brings everything to the disk. False where something could not be kept.
  bool sync();
  /// When the patience ends: before it, sync() keeps nothing.
  std::chrono::steady_clock::time_point begins() const { return begins_; }

  /// The document was saved, or declined. Once none is left, there is no file.
  void forget(std::uint32_t document);
  void forget_all();
  /// Whether there is something on the disk that nobody saved or declined.
  bool holds_any() const;
  /// Why results are not kept, in a sentence, the first time that it is asked; and again after forget_all().
  std::optional<std::string> take_fault();

 private:
  void write(std::string_view records);
  void open();
  void clear();
  void fail(std::string reason);

  const std::filesystem::path folder_;
  const std::chrono::steady_clock::time_point begins_;
  Disk& disk_;
  const std::uint64_t most_bytes_;
  mutable std::mutex mutex_;
  std::unique_ptr<JournalFile> file_;
  std::unique_ptr<FreeSlots> free_;
  std::string early_;                  // records of the time before begins_
  std::set<std::uint32_t> documents_;  // that something was written of
  std::uint32_t last_document_ = 0, last_job_ = 0;
  std::uint64_t order_ = 0;  // of jobs, over all files
  bool unsynced_ = false;
  std::string fault_;  // empty: none
  bool told_ = false;
};

}  // namespace chasescope
