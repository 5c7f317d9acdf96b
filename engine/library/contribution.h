// A discovery as it can be given to others: what was found of the card, and nothing of whose it is or where it stands.
//
// Nothing is taken from a session but what this program knows the meaning of: numbers of known quantities in known units, words of
// a closed list, conditions of a closed list, the words of a name that cards of makers have, and the month. All other text
// (reasons, methods, notes, paths, hosts, the device's id) stays behind, whatever it says, and so do the runs: the map of a chip in
// them tells one card from all others, as a serial number does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/device/error.h"
#include "engine/session/document/session.h"

namespace chasescope {

struct Contribution {
  Session session;
  std::vector<std::string> taken_out;  ///< "9,899 runs", "the map of the chip …", "the time but for the month", …
};

/// \return `invalid_request`, with a sentence, for what is no discovery of a card: a software GPU, a file of another tool, a name
/// in which nothing is that of a card, or no finding that could be given.
Outcome<Contribution> contribution_of(const Session& session);

/// "Taken out: 9,899 runs; the map of the chip, …"
std::string taken_out_words(const Contribution& contribution);

/// The words of a name that a maker's card has: "NVIDIA H100 80GB HBM3" of "NVIDIA H100 80GB HBM3 (alice's)".
std::string maker_name(std::string_view name);

}  // namespace chasescope
