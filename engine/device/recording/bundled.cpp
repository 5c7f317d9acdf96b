#include "engine/device/recording/bundled.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "resources/resources.h"

namespace chasescope {

const std::vector<BundledRecording>& bundled_recordings() {
  static const std::vector<BundledRecording> recordings = [] {
    std::vector<BundledRecording> list;
    const auto index = resource_text("recordings/index.json");
    if (!index) return list;
    for (const auto& entry : nlohmann::json::parse(*index))
      list.push_back({entry.at("id"), entry.at("name"), entry.at("summary"), entry.at("compute_capability")});
    return list;
  }();
  return recordings;
}

std::filesystem::path recording_file(const std::string& name_or_path) {
  std::error_code ignored;
  if (std::filesystem::exists(name_or_path, ignored)) return name_or_path;
  const auto& all = bundled_recordings();
  const bool bundled =
      std::any_of(all.begin(), all.end(), [&](const BundledRecording& recording) { return recording.id == name_or_path; });
  return bundled ? std::filesystem::path(":/recordings/" + name_or_path + ".cbor") : std::filesystem::path(name_or_path);
}

std::filesystem::path document_file(const std::string& name) {
  constexpr std::string_view kRecording = "recording:";
  return name.starts_with(kRecording) ? recording_file(name.substr(kRecording.size())) : std::filesystem::path(name);
}

}  // namespace chasescope
