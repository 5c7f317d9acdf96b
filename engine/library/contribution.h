// A discovery in a form that can be given to others: the findings on the card, without any trace of its owner or its place.
//
// Only data whose meaning the program knows are taken from a session: numbers of known quantities in known units, words and
// conditions of closed lists, the words of the device's name that makers use, and the month. All other text (reasons, methods,
// notes, paths, hosts, the device's id) is left out, whatever it says. The runs are left out, too: they hold the map of the chip,
// which identifies a card like a serial number.
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

/// \return `invalid_request`, with a sentence, for a session that can't be given to others: one of a software GPU, a file of
/// another tool, one of a device whose name has no word of a maker's card (see maker_name()), and one without any measured finding.
Outcome<Contribution> contribution_of(const Session& session);

/// "Taken out: 9,899 runs; the map of the chip, …"
std::string taken_out_words(const Contribution& contribution);

/// A device's name without the words that makers don't use in names of cards: "NVIDIA H100 80GB HBM3" of "NVIDIA H100 80GB HBM3
/// (alice's)".
std::string maker_name(std::string_view name);

}  // namespace chasescope
