// Recordings that every build of the program carries: what people try first on a machine without a card.
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

/// What another tool measured of a card and published: a document of findings, opened as published:v100.
struct PublishedTopology {
  std::string id;                  ///< "v100"
  std::string name;                ///< "Tesla V100-PCIE-16GB", as the tool has it
  std::string compute_capability;  ///< "7.0"
  std::string tool;                ///< "MT4G"
  std::string source;              ///< where it was published, and when
  std::string licence;             ///< of the file, as SPDX has it
};

/// All that the program carries, oldest card first.
const std::vector<PublishedTopology>& published_topologies();

/// What somebody contributed of a real card (chasescope contribute): a document of findings, opened as contributed:h200-a.
struct ContributedCard {
  std::string id;                  ///< "h200-a"
  std::string name;                ///< "NVIDIA H200", as the card calls itself
  std::string compute_capability;  ///< "9.0"
};

/// All that the program carries.
const std::vector<ContributedCard>& contributed_cards();

/// The file to read for what stands after "recording:": the bundled one of that name, or the path as it is. A file of that name in
/// the current folder goes first.
std::filesystem::path recording_file(const std::string& name_or_path);

/// The same for a document as a command line names it: "recording:" in front of a path or a name, "published:" or
/// "contributed:" in front of a name, or a path alone.
std::filesystem::path document_file(const std::string& name);

/// What is wrong with a name behind "recording:" that is neither a bundled recording nor a file, with those that there are: a
/// sentence; empty if nothing is.
std::string fault_of_recording(const std::string& name_or_path);
/// The same of a document as a command line names it; empty of one with none of these words in front.
std::string fault_of_recorded_document(const std::string& name);

}  // namespace chasescope
