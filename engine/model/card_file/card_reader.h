// Reads a card file. Its JSON text becomes a card, or a list of all faults of the file.
//
//   const CardReading reading = read_card(text, spaces);
//   if (!reading.card) show(describe(reading.faults, "mycard.json"));
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/model/card_file/fault.h"
#include "engine/model/spec/card.h"

namespace chasescope::model {

inline constexpr std::string_view kSchemaName = "chasescope-model";
inline constexpr std::uint64_t kSchemaVersion = 1;

struct CardReading {
  std::optional<Card> card;  ///< empty if there are faults
  Faults faults;
};

/// `spaces` are the known memory spaces ("global.ca", …). A path for any other space is a fault.
CardReading read_card(std::string_view json_text, std::span<const std::string_view> spaces);

}  // namespace chasescope::model
