#include "engine/device/recording/bundled.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/output/outgoing_text.h"
#include "engine/trace/near_word.h"
#include "resources/resources.h"

namespace chasescope {
namespace {

constexpr std::string_view kRecording = "recording:";
constexpr std::string_view kPublished = "published:";

std::string fault_of_published(const std::string& id) {
  std::vector<std::string> names;
  std::string list;
  for (const PublishedTopology& topology : published_topologies()) {
    if (topology.id == id) return {};
    names.push_back(topology.id);
    list += (list.empty() ? "published:" : ", published:") + topology.id;
  }
  const std::string meant = did_you_mean(id, names);
  return "No published card of the name " + one_line(shortened(id)) + " comes with the program" + (meant.empty() ? "." : meant) +
         " There are " + list + ", and a topology file of your own is named by its path.";
}

}  // namespace

const std::vector<BundledRecording>& bundled_recordings() {
  static const std::vector<BundledRecording> recordings = [] {
    std::vector<BundledRecording> list;
    const auto index = resource_text("recordings/index.json");
    if (!index) return list;
    for (const auto& entry : nlohmann::json::parse(*index))
      list.push_back({entry.at("id"), entry.at("name"), entry.at("card"), entry.at("summary"), entry.at("compute_capability")});
    return list;
  }();
  return recordings;
}

const std::vector<PublishedTopology>& published_topologies() {
  static const std::vector<PublishedTopology> topologies = [] {
    std::vector<PublishedTopology> list;
    const auto index = resource_text("topologies/index.json");
    if (!index) return list;
    for (const auto& entry : nlohmann::json::parse(*index))
      list.push_back({entry.at("id"), entry.at("name"), entry.at("compute_capability"), entry.at("tool"), entry.at("source"),
                      entry.at("licence")});
    return list;
  }();
  return topologies;
}

std::filesystem::path recording_file(const std::string& name_or_path) {
  std::error_code ignored;
  if (std::filesystem::exists(name_or_path, ignored)) return name_or_path;
  const auto& all = bundled_recordings();
  const bool bundled =
      std::any_of(all.begin(), all.end(), [&](const BundledRecording& recording) { return recording.id == name_or_path; });
  return bundled ? std::filesystem::path(":/recordings/" + name_or_path + ".cbor") : std::filesystem::path(name_or_path);
}

std::string fault_of_recording(const std::string& name_or_path) {
  std::error_code ignored;
  const std::filesystem::path file = recording_file(name_or_path);
  if (file.string().starts_with(":/") || std::filesystem::exists(file, ignored)) return {};
  std::vector<std::string> names;
  std::string list;
  for (const BundledRecording& recording : bundled_recordings()) {
    names.push_back(recording.id);
    list += (list.empty() ? "recording:" : ", recording:") + recording.id;
  }
  const std::string meant = did_you_mean(name_or_path, names), name = one_line(shortened(name_or_path, 200));
  return "There is no file " + name + ", and no recording of that name comes with the program" + (meant.empty() ? "." : meant) +
         " There are " + list + ", and recording:PATH for a session that you have saved.";
}

std::string fault_of_recorded_document(const std::string& name) {
  if (name.starts_with(kPublished)) return fault_of_published(name.substr(kPublished.size()));
  return name.starts_with(kRecording) ? fault_of_recording(name.substr(kRecording.size())) : std::string();
}

std::filesystem::path document_file(const std::string& name) {
  if (name.starts_with(kPublished)) return ":/topologies/" + name.substr(kPublished.size()) + ".json";
  return name.starts_with(kRecording) ? recording_file(name.substr(kRecording.size())) : std::filesystem::path(name);
}

}  // namespace chasescope
