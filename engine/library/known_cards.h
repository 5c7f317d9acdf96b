// The cards that are known: recordings and software GPUs that come with the program, what other tools published, and files that
// people put into a folder. Cards of one kind (one model of card) are found by their names.
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
  recording,    ///< of a real card, comes with the program
  contributed,  ///< of a real card, a file of a folder
  published,    ///< what another tool measured of a real card
  model         ///< a software GPU
};

/// "recorded", "contributed", "published", "software GPU".
std::string_view to_string(CardSource source);

struct KnownCard {
  CardSource source = CardSource::recording;
  std::string id;                  ///< "recording:h100", "published:v100", "model:h100"; the path of a contributed file
  std::string name;                ///< as the card, or who measured it, calls it
  std::string kind;                ///< card_kind(); of a software GPU that of the card whose numbers it has
  std::string compute_capability;  ///< "9.0"; empty where nobody says
  std::string about;               ///< one line: what it is and where it comes from
};

struct KnownCards {
  std::vector<KnownCard> cards;       ///< by kind, the newest generation first; within a kind in the order of CardSource
  std::vector<std::string> left_out;  ///< files of the folders that could not be read, and folders that are not there: sentences
};

/// What cards of one model have in common in their names: "H100 80GB HBM3" of "NVIDIA H100 80GB HBM3 (recording)". A part of a card
/// (MIG) is a kind of its own.
std::string card_kind(std::string_view device_name);

/// Where a person's own files lie: $XDG_DATA_HOME/chasescope/cards, else ~/.local/share/chasescope/cards. It need not exist.
std::filesystem::path library_folder();

/// What comes with the program, and the files .json and .cbor of these folders, not of folders in them. A folder that does not
/// exist is told, but for library_folder(). What is no card (a file of a software GPU) is told as well.
KnownCards known_cards(std::span<const std::filesystem::path> folders);

/// What is known of the card. A software GPU has to be measured: `invalid_request`.
Outcome<Session> open_known_card(const KnownCard& card);

/// "NVIDIA H100 80GB HBM3" or, of several kinds, what they are for a person: the kinds that share the compute capability.
std::vector<std::string> kinds_like(const KnownCards& known, std::string_view compute_capability);

}  // namespace chasescope
