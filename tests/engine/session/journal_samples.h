// Runs, findings and jobs for tests of journals.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/session/journal/journal.h"
#include "tests/engine/findings/made_finding.h"
#include "tests/engine/session/sessions.h"

namespace chasescope {

namespace fs = std::filesystem;

inline RunPtr run(const std::string& id, float cycles = 100) {
  return std::make_shared<const Run>(uniform_run(id, 64, 32, {cycles, cycles + 0.25F, cycles}));
}

inline Finding finding(const std::string& evidence) {
  return made_finding("l1_data", "capacity_bytes", 16384, {}, nlohmann::json::object(), {evidence});
}

inline JournalJob job_of(std::uint32_t document) {
  JournalJob job{document, sample_session().device, {{"probe", "discover"}, {"time", "2026-01-02T03:04:05Z"}}};
  return job;
}

/// The files of a folder, without temporary ones.
inline std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::vector<std::string> ids_of(const Session& session) {
  std::vector<std::string> ids;
  for (const RunPtr& each : session.runs) ids.push_back(each->id);
  return ids;
}

/// A discovery with three runs and two findings.
inline void measure(Journal& journal, std::uint32_t document) {
  const std::uint32_t job = journal.begin(job_of(document));
  journal.add(job, *run("run-1"));
  journal.add(job, *run("run-2", 200));
  journal.add(job, finding("run-1"));
  journal.add(job, *run("run-3", 300));
  journal.add(job, finding("run-3"));
  journal.end(job, {{"samples", nlohmann::json::array()}});
  ASSERT_TRUE(journal.sync());
}

}  // namespace chasescope
