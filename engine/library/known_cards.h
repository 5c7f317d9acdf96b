// The cards that are known: recordings and software GPUs that come with the program, topologies that other tools published, and
// files that people put into a folder. Cards of one kind (one model of card) are found by their names.
//
//   const KnownCards known = known_cards({library_folder()});
//   for (const KnownCard& card : known.cards) if (card.kind == card_kind(mine.device.name)) ...
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/device/error.h"
#include "engine/session/document/session.h"

namespace chasescope {

enum class CardSource {
  recording,    ///< recording of a real card, comes with the program
  contributed,  ///< file of a real card in a folder
  published,    ///< measurements of a real card by another tool
  model         ///< a software GPU
};

/// "recorded", "contributed", "published", "software GPU".
std::string_view to_string(CardSource source);

struct KnownCard {
  CardSource source = CardSource::recording;
  std::string id;                  ///< "recording:h100", "published:v100", "model:h100"; the path of a contributed file
  std::string name;                ///< the name that the card reports, or that its source uses
  std::string kind;                ///< card_kind(); for a software GPU, the kind of the card that it models
  std::string compute_capability;  ///< "9.0"; empty if unknown
  std::string about;               ///< one line: what it is and where it comes from
};

struct KnownCards {
  std::vector<KnownCard> cards;       ///< by kind, the newest generation first; within a kind in the order of CardSource
  std::vector<std::string> left_out;  ///< sentences about files that could not be read and folders that do not exist
};

/// The part of the name that all cards of one model share: "H100 80GB HBM3" of "NVIDIA H100 80GB HBM3 (recording)". A part of a
/// card (MIG) is a kind of its own.
std::string card_kind(std::string_view device_name);

/// Where a person's own files lie: $XDG_DATA_HOME/chasescope/cards, else ~/.local/share/chasescope/cards. It need not exist.
std::filesystem::path library_folder();

/// What comes with the program, and the files .json and .cbor of these folders, not of folders in them. `left_out` names folders
/// that do not exist, except library_folder(), and files that hold no card (such as a file of a software GPU).
KnownCards known_cards(std::span<const std::filesystem::path> folders);

/// The session of the card. `invalid_request` for a software GPU, which has to be measured first.
Outcome<Session> open_known_card(const KnownCard& card);

/// The kinds of cards with the given compute capability, in words for a person.
std::vector<std::string> kinds_like(const KnownCards& known, std::string_view compute_capability);

}  // namespace chasescope
