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
constexpr std::string_view kContributed = "contributed:";

/// The reason why no card of that name comes with the program; empty if one does. `kind`: "published"; `own`: words for a file of
/// the user's own.
template <typename Card>
std::string fault_of_card(std::string_view kind, const std::string& id, const std::vector<Card>& cards, std::string_view own) {
  std::vector<std::string> names;
  std::string list;
  const std::string word(kind);
  for (const Card& card : cards) {
    if (card.id == id) return {};
    names.push_back(card.id);
    list += (list.empty() ? "" : ", ") + word + ":" + card.id;
  }
  const std::string meant = did_you_mean(id, names);
  return "No " + word + " card of the name " + one_line(shortened(id)) + " comes with the program" + (meant.empty() ? "." : meant) +
         " There are " + list + ", and " + std::string(own) + " is named by its path.";
}

/// The entries of a list of cards that comes with the program.
nlohmann::json index_of(const std::string& file) {
  const auto index = resource_text(file);
  return index ? nlohmann::json::parse(*index) : nlohmann::json::array();
}

}  // namespace

const std::vector<BundledRecording>& bundled_recordings() {
  static const std::vector<BundledRecording> recordings = [] {
    std::vector<BundledRecording> list;
    for (const auto& entry : index_of("recordings/index.json"))
      list.push_back({entry.at("id"), entry.at("name"), entry.at("card"), entry.at("summary"), entry.at("compute_capability")});
    return list;
  }();
  return recordings;
}

const std::vector<PublishedTopology>& published_topologies() {
  static const std::vector<PublishedTopology> topologies = [] {
    std::vector<PublishedTopology> list;
    for (const auto& entry : index_of("topologies/index.json"))
      list.push_back({entry.at("id"), entry.at("name"), entry.at("compute_capability"), entry.at("tool"), entry.at("source"),
                      entry.at("licence")});
    return list;
  }();
  return topologies;
}

const std::vector<ContributedCard>& contributed_cards() {
  static const std::vector<ContributedCard> cards = [] {
    std::vector<ContributedCard> list;
    for (const auto& entry : index_of("contributed/index.json"))
      list.push_back({entry.at("id"), entry.at("name"), entry.at("compute_capability")});
    return list;
  }();
  return cards;
}

std::filesystem::path recording_file(const std::string& name_or_path) {
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
  if (name.starts_with(kPublished))
    return fault_of_card("published", name.substr(kPublished.size()), published_topologies(), "a topology file of your own");
  if (name.starts_with(kContributed))
    return fault_of_card("contributed", name.substr(kContributed.size()), contributed_cards(), "a file of your own");
  return name.starts_with(kRecording) ? fault_of_recording(name.substr(kRecording.size())) : std::string();
}

std::filesystem::path document_file(const std::string& name) {
  if (name.starts_with(kContributed)) return ":/contributed/" + name.substr(kContributed.size()) + ".json";
  if (name.starts_with(kPublished)) return ":/topologies/" + name.substr(kPublished.size()) + ".json";
  return name.starts_with(kRecording) ? recording_file(name.substr(kRecording.size())) : std::filesystem::path(name);
}

}  // namespace chasescope
