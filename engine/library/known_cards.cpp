#include "engine/library/known_cards.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>

#include "engine/device/generation.h"
#include "engine/device/recording/bundled.h"
#include "engine/device/software/software_device.h"
#include "engine/output/outgoing_text.h"
#include "engine/session/session_file.h"

namespace chasescope {
namespace {

namespace fs = std::filesystem;

// A person may choose a folder by mistake. These limits are above any collection of cards, and above a session with all its runs.
constexpr std::size_t kMostFiles = 2000;
constexpr std::uintmax_t kMostBytes = 256U << 20U;

/// Software GPUs that have the numbers of a real card, but a shorter name. The legends of their files name the card.
struct MadeFrom {
  const char* model;
  const char* card;
};
constexpr std::array kMadeFrom{MadeFrom{"h100", "NVIDIA H100 80GB HBM3"}, MadeFrom{"a100", "NVIDIA A100-PCIE-40GB"},
                               MadeFrom{"v100", "Tesla V100-PCIE-16GB"}};

std::string without(std::string name, std::string_view start, std::string_view end) {
  if (name.starts_with(start)) name.erase(0, start.size());
  if (name.ends_with(end)) name.resize(name.size() - end.size());
  return name;
}

std::string kind_of_model(const PresetInfo& model) {
  for (const MadeFrom& made : kMadeFrom)
    if (model.id == made.model) return card_kind(made.card);
  return card_kind(model.name);
}

bool is_of_software_gpu(const Session& session) {
  if (session.device.origin == Origin::model) return true;
  if (!session.environment.is_object()) return false;
  const auto id = session.environment.find("device_id");
  const std::string text = id != session.environment.end() && id->is_string() ? id->get<std::string>() : std::string();
  return text.starts_with("model:") || text.starts_with("file:") || text.starts_with("mystery:");
}

bool is_of_another_tool(const Session& session) {
  return session.environment.is_object() && session.environment.contains("imported_from");
}

void add_file(const fs::path& file, KnownCards& known) {
  const std::string name = one_line(file.string());
  std::error_code fault;
  if (const auto size = fs::file_size(file, fault); fault || size > kMostBytes) {
    known.left_out.push_back(name + (fault ? " can't be read." : " has more bytes than a session of a card."));
    return;
  }
  const auto session = read_session(file);
  if (!session) {
    known.left_out.push_back(one_line(session.error().message));
  } else if (is_of_software_gpu(*session)) {
    known.left_out.push_back(name + " is of a software GPU, and no card.");
  } else if (session->findings.empty() || session->device.name.empty()) {
    known.left_out.push_back(name + (session->findings.empty() ? " holds no findings." : " does not say of which card it is."));
  } else {
    const bool other = is_of_another_tool(*session);
    known.cards.push_back({other ? CardSource::published : CardSource::contributed, file.string(), session->device.name,
                           card_kind(session->device.name), session->device.properties.compute_capability.value_or(""),
                           other ? "measured by another tool" : "a file of a folder"});
  }
}

void add_folder(const fs::path& folder, KnownCards& known) {
  std::error_code fault;
  if (!fs::is_directory(folder, fault)) {
    if (folder != library_folder()) known.left_out.push_back("There is no folder " + one_line(folder.string()) + ".");
    return;
  }
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault))
    if (session_format_of(entry->path())) files.push_back(entry->path());
  if (fault) known.left_out.push_back("The folder " + one_line(folder.string()) + " can't be read: " + fault.message() + ".");
  std::sort(files.begin(), files.end());
  if (files.size() > kMostFiles) {
    known.left_out.push_back("Of " + one_line(folder.string()) + " only the first " + std::to_string(kMostFiles) +
                             " files are read.");
    files.resize(kMostFiles);
  }
  for (const fs::path& file : files) add_file(file, known);
}

int year_of(const KnownCard& card) {
  const Generation* generation = generation_of(card.compute_capability);
  return generation == nullptr ? 0 : generation->year;
}

}  // namespace

std::string_view to_string(CardSource source) {
  switch (source) {
    case CardSource::recording: return "recorded";
    case CardSource::contributed: return "contributed";
    case CardSource::published: return "published";
    case CardSource::model: return "software GPU";
  }
  return "";
}

std::string card_kind(std::string_view device_name) {
  std::string kind = without(one_line(device_name), "NVIDIA ", " (recording)");
  while (kind.ends_with(' ')) kind.pop_back();
  return kind;
}

fs::path library_folder() {
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data == '/') return fs::path(data) / "chasescope" / "cards";
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home != '/') {
    const passwd* me = ::getpwuid(::geteuid());
    home = me != nullptr ? me->pw_dir : "/";
  }
  return fs::path(home) / ".local" / "share" / "chasescope" / "cards";
}

KnownCards known_cards(std::span<const fs::path> folders) {
  KnownCards known;
  for (const BundledRecording& recording : bundled_recordings())
    known.cards.push_back({CardSource::recording, "recording:" + recording.id, recording.card, card_kind(recording.card),
                           recording.compute_capability, recording.summary});
  for (const PresetInfo& model : preset_cards())
    known.cards.push_back(
        {CardSource::model, "model:" + model.id, model.name, kind_of_model(model), model.compute_capability, model.summary});
  for (const ContributedCard& card : contributed_cards())
    known.cards.push_back({CardSource::contributed, "contributed:" + card.id, card.name, card_kind(card.name),
                           card.compute_capability, "a discovery of another card of this kind, without names"});
  for (const PublishedTopology& topology : published_topologies())
    known.cards.push_back({CardSource::published, "published:" + topology.id, topology.name, card_kind(topology.name),
                           topology.compute_capability,
                           "measured by " + topology.tool + " (" + topology.source + ", " + topology.licence + ")"});
  for (const fs::path& folder : folders) add_folder(folder, known);
  std::stable_sort(known.cards.begin(), known.cards.end(), [](const KnownCard& a, const KnownCard& b) {
    return std::tuple(-year_of(a), a.kind, a.source) < std::tuple(-year_of(b), b.kind, b.source);
  });
  return known;
}

Outcome<Session> open_known_card(const KnownCard& card) {
  if (card.source == CardSource::model)
    return DeviceError{
        ErrorCode::invalid_request,
        card.name + " is a software GPU, so there is no session of it to read. A discovery of " + card.id + " makes one."};
  return read_session(document_file(card.id));
}

std::vector<std::string> kinds_like(const KnownCards& known, std::string_view compute_capability) {
  std::vector<std::string> kinds;
  for (const KnownCard& card : known.cards)
    if (!compute_capability.empty() && card.compute_capability == compute_capability && card.source != CardSource::model &&
        std::find(kinds.begin(), kinds.end(), card.kind) == kinds.end())
      kinds.push_back(card.kind);
  return kinds;
}

}  // namespace chasescope
