// Recordings that come with every build of the program, for a first try on a machine without a card.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace chasescope {

struct BundledRecording {
  std::string id;       ///< "h100", opened as recording:h100
  std::string name;     ///< "NVIDIA H100"
  std::string card;     ///< "NVIDIA H100 80GB HBM3", as the card calls itself
  std::string summary;  ///< one line: what was recorded, and when
  std::string compute_capability;  ///< "9.0"
};

/// All of them, in the order in which they are listed.
const std::vector<BundledRecording>& bundled_recordings();

/// Published measurements of a card by another tool: a document of findings, opened as published:v100.
struct PublishedTopology {
  std::string id;                  ///< "v100"
  std::string name;                ///< "Tesla V100-PCIE-16GB", as the tool names it
  std::string compute_capability;  ///< "7.0"
  std::string tool;                ///< "MT4G"
  std::string source;              ///< where it was published, and when
  std::string licence;             ///< of the file, as an SPDX identifier
};

/// All published topologies in the program, oldest card first.
const std::vector<PublishedTopology>& published_topologies();

/// Contributed findings of a real card (chasescope contribute): a document of findings, opened as contributed:h200-a.
struct ContributedCard {
  std::string id;                  ///< "h200-a"
  std::string name;                ///< "NVIDIA H200", as the card calls itself
  std::string compute_capability;  ///< "9.0"
};

/// All contributed cards in the program.
const std::vector<ContributedCard>& contributed_cards();

/// The file that a text after "recording:" names: the bundled recording of that name, or the path itself. A file or folder of that
/// name in the current folder changes nothing; ./h100 names it.
std::filesystem::path recording_file(const std::string& name_or_path);

/// The same for a document as a command line names it: "recording:" in front of a path or a name, "published:" or
/// "contributed:" in front of a name, or a path alone.
std::filesystem::path document_file(const std::string& name);

/// The fault of a name after "recording:" that is neither a bundled recording nor a file, with a list of the bundled ones: a
/// sentence; empty if there is no fault.
std::string fault_of_recording(const std::string& name_or_path);
/// The same for a document as a command line names it; empty for a name without one of these prefixes.
std::string fault_of_recorded_document(const std::string& name);

}  // namespace chasescope
