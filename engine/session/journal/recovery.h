// Recovers the measurements of processes that ended before saving them.
//
//   LeftMeasurements left(journal_folder());
//   for (const LeftDocument& document : left.documents()) tell(document.device, document.when);
//   auto recovered = left.session(0);
//   left.forget(0);                     // saved, or declined
//
// A journal is trusted no more than any other file: its records are assembled into a document, which is opened by the same reader
// as any session. Runs and findings that are not valid are left out; `left_out` counts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/error.h"
#include "engine/session/document/session.h"
#include "engine/session/journal/journal_folder.h"

namespace chasescope {

/// One document of a journal, before it is opened.
struct LeftDocument {
  std::uint32_t number = 0;  ///< within its journal
  std::string device;        ///< the device's name
  std::string probe;         ///< the probe that ran last
  std::string when;          ///< when that probe began: ISO 8601, UTC; empty if unknown
  std::size_t runs = 0, findings = 0;
  std::size_t damaged = 0, unread_bytes = 0;  ///< of its journal: damaged records, and unreadable bytes at its end
  bool free_run = false;                      ///< contains the last complete trace of a free run
  bool ended = false;                         ///< the last probe was completed
};

struct Recovered {
  Session session;
  std::size_t left_out = 0;      ///< runs, findings and records of the journal that can't be read
  std::size_t unread_bytes = 0;  ///< at the end of the journal
};

/// The bytes of a journal and of the files of its free run. They need not be valid.
struct JournalBytes {
  std::string kept;
  std::vector<std::string> repeated;
};

/// The documents that hold a finished run or finding and were neither saved nor declined.
std::vector<LeftDocument> documents_of(const JournalBytes& bytes);

/// \return the document, or `invalid_request` if no part of it can be read.
Outcome<Recovered> recover(const JournalBytes& bytes, std::uint32_t document);

/// All unsaved measurements in a folder. Skips journals of running processes, and journals that another process is recovering.
class LeftMeasurements {
 public:
  explicit LeftMeasurements(const std::filesystem::path& folder);

  const std::vector<LeftDocument>& documents() const { return documents_; }
  Outcome<Recovered> session(std::size_t index) const;
  /// The document is not offered again. The indices of the other documents do not change.
  void forget(std::size_t index);
  /// The number of journals of a newer version of this program, which are not touched.
  std::size_t newer() const { return newer_; }
  /// Files of which no part can be read: damaged journals, and other files with the name of a journal. They are not touched.
  const std::vector<std::filesystem::path>& unreadable() const { return unreadable_; }

 private:
  std::vector<LeftFile> files_;
  std::vector<LeftDocument> documents_;
  std::vector<std::size_t> file_of_;  // of each document
  std::vector<bool> forgotten_;
  std::size_t newer_ = 0;
  std::vector<std::filesystem::path> unreadable_;
};

}  // namespace chasescope
