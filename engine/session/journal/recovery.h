// What processes left that were ended before their measurements were saved.
//
//   LeftMeasurements left(journal_folder());
//   for (const LeftDocument& document : left.documents()) tell(document.device, document.when);
//   auto recovered = left.session(0);
//   left.forget(0);                     // saved, or declined
//
// A journal is read as a file of a stranger is: its pieces are put together to a document, which is opened by the same reader as
// any session. A run that is no good is left out, and so is a finding; how many were, `left_out` tells.
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
  std::string device;        ///< its name
  std::string probe;         ///< the last that was run
  std::string when;          ///< ISO 8601, UTC, when that began; empty if unknown
  std::size_t runs = 0, findings = 0;
  std::size_t damaged = 0, unread_bytes = 0;  ///< of its journal: records, and bytes at its end, that can't be read
  bool free_run = false;  ///< with the last whole trace of a free run
  bool ended = false;     ///< the last probe came to its end
};

struct Recovered {
  Session session;
  std::size_t left_out = 0;      ///< runs, findings and records of the journal that can't be read
  std::size_t unread_bytes = 0;  ///< at the end of the journal
};

/// The bytes of a journal and of the files of its free run; any bytes are taken.
struct JournalBytes {
  std::string kept;
  std::vector<std::string> repeated;
};

/// The documents with anything finished in them that were not saved or declined.
std::vector<LeftDocument> documents_of(const JournalBytes& bytes);

/// \return the document, or `invalid_request` where nothing of it can be read.
Outcome<Recovered> recover(const JournalBytes& bytes, std::uint32_t document);

/// All that was left in a folder. Journals of living processes, and those in the hands of another one, are left alone.
class LeftMeasurements {
 public:
  explicit LeftMeasurements(const std::filesystem::path& folder);

  const std::vector<LeftDocument>& documents() const { return documents_; }
  Outcome<Recovered> session(std::size_t index) const;
  /// It is not offered again. Numbers of the others stay.
  void forget(std::size_t index);
  /// Journals of a newer version of this program, which are left as they are.
  std::size_t newer() const { return newer_; }
  /// Files of which nothing can be read: damaged journals, and what only has the name of one. They are left as they are.
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
