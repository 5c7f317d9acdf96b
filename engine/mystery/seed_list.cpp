#include "engine/mystery/seed_list.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "engine/device/mystery/read_json.h"
#include "engine/output/outgoing_text.h"
#include "engine/trace/quantity_text.h"

namespace chasescope::mystery {
namespace {

constexpr FileKind kSeedFile{"list of seeds", "", 0};
constexpr std::size_t kMostStudents = 100'000;

}  // namespace

Outcome<SeedList> read_seeds(const std::filesystem::path& path) {
  const std::string named = named_file(kSeedFile, path);
  errno = 0;
  std::ifstream file(path);
  if (!file)
    return DeviceError{ErrorCode::invalid_request,
                       named + " can't be read" + (errno != 0 ? std::string(": ") + std::strerror(errno) : "") + "."};
  SeedList seeds;
  std::string line;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  // spreadsheets begin their CSV files with it
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line.starts_with(kByteOrderMark)) line.erase(0, kByteOrderMark.size());
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || (number == 1 && line == "student,seed")) continue;
    const std::size_t comma = line.rfind(',');
    const std::string student = comma == std::string::npos ? std::string() : csv_text(line.substr(0, comma));
    const auto seed = comma == std::string::npos ? std::nullopt : parse_count(line.substr(comma + 1));
    const std::string where = named + ", line " + std::to_string(number) + ": ";
    if (student.empty() || !seed) return DeviceError{ErrorCode::invalid_request, where + "write student,seed."};
    if (!seeds.emplace(student, *seed).second)
      return DeviceError{ErrorCode::invalid_request, where + shortened(printable(student)) + " has a seed already."};
    if (seeds.size() > kMostStudents) return DeviceError{ErrorCode::invalid_request, named + " is far too long."};
  }
  if (seeds.empty()) return DeviceError{ErrorCode::invalid_request, named + " names no student."};
  return seeds;
}

}  // namespace chasescope::mystery
