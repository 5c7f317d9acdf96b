// Sessions for tests: one with a bit of everything, and random ones.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "engine/session/document/session.h"
#include "engine/trace/random.h"

namespace chasescope {

/// A small session that sets every member at least once.
Session sample_session();

/// A session with one run of each call of the protocol, chases last.
Session calls_session();

/// A session of random content; the same generator state gives the same session.
Session random_session(Random& random);

/// A run of a uniform chase, with these cycles.
Run uniform_run(const std::string& id, std::uint64_t bytes, std::uint64_t stride, std::vector<float> cycles);

/// A folder of its own, which goes with everything in it.
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

/// `text` with the first `from` replaced; fails the test if it is not there.
std::string replaced(std::string text, const std::string& from, const std::string& to);

}  // namespace chasescope
