// Sessions for tests: one with something of everything, and random ones.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/session/document/session.h"
#include "engine/trace/random.h"

namespace chasescope {

/// A small session in which every member is set at least once.
Session sample_session();

/// A session with one run for each call of the protocol. Chases come last.
Session calls_session();

/// A session of random content. The same state of `random` gives the same session.
Session random_session(Random& random);

/// A run of a uniform chase, with these cycles.
Run uniform_run(const std::string& id, std::uint64_t bytes, std::uint64_t stride, std::vector<float> cycles);

/// A temporary folder, which is removed with all its files.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::string contents(const std::filesystem::path& path);
void write_text(const std::filesystem::path& path, const std::string& text);

/// `text` with the first occurrence of `from` replaced. The test fails if there is none.
std::string replaced(std::string text, const std::string& from, const std::string& to);

}  // namespace chasescope
