#include "engine/device/mystery/read_json.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "engine/output/outgoing_text.h"

namespace chasescope::mystery {
namespace {

constexpr std::uintmax_t kMostBytes = std::uintmax_t{16} << 20;

Outcome<std::string> text_of_file(const std::filesystem::path& path, const std::string& named) {
  std::error_code fault;
  if (std::filesystem::is_directory(path, fault)) return DeviceError{ErrorCode::invalid_request, named + " is a folder."};
  const bool ordinary = std::filesystem::is_regular_file(path, fault);
  // The lesson of a stranger may name this file. The opening of a pipe may block for ever, and a device file may have no end.
  if (!ordinary && std::filesystem::exists(path, fault))
    return DeviceError{ErrorCode::invalid_request, named + " is no ordinary file."};
  const auto size = ordinary ? std::filesystem::file_size(path, fault) : 0;
  if (size > kMostBytes) return DeviceError{ErrorCode::invalid_request, named + " is far too large."};
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text;
  if (file) text.assign(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad())
    return DeviceError{ErrorCode::invalid_request,
                       named + " can't be read" + (errno != 0 ? std::string(": ") + std::strerror(errno) : "") + "."};
  return text;
}

}  // namespace

std::string named_file(const FileKind& kind, const std::filesystem::path& path) {
  return std::string("The ") + kind.words + " " + shortened(one_line(path.string()));
}

Outcome<nlohmann::json> read_json_file(const std::filesystem::path& path, const FileKind& kind) {
  const std::string named = named_file(kind, path);
  const auto text = text_of_file(path, named);
  if (!text) return text.error();
  nlohmann::json object = nlohmann::json::parse(*text, nullptr, false);
  if (!object.is_object()) return DeviceError{ErrorCode::invalid_request, named + " is cut short, or no " + kind.words + "."};
  if (text_member(object, "schema") != kind.schema)
    return DeviceError{ErrorCode::invalid_request, named + " is no " + kind.words + " of ChaseScope."};
  if (const auto version = count_member(object, "version"); version && *version > kind.version)
    return DeviceError{ErrorCode::invalid_request, named + " is version " + std::to_string(*version) +
                                                       " of that format, and this program reads version " +
                                                       std::to_string(kind.version) + "; a newer ChaseScope can open it."};
  if (count_member(object, "version") != kind.version)
    return DeviceError{ErrorCode::invalid_request, named + " is of another version of that format; this program reads version " +
                                                       std::to_string(kind.version) + "."};
  return object;
}

std::optional<std::string> text_member(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
}

std::optional<std::uint64_t> count_member(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number_unsigned() ? std::optional(found->get<std::uint64_t>()) : std::nullopt;
}

}  // namespace chasescope::mystery
