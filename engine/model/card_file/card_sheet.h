// A card file as a person reads it: every value on a line of its own, with its unit and with where it was published.
//
//   for (const SheetRow& row : sheet_of(document, card)) if (row.origin == SheetRow::Origin::assumed) mark(row);
//
// For people only: nothing that measures or infers may see it.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/model/spec/card.h"

namespace chasescope::model {

struct SheetRow {
  enum class Origin {
    published,
    assumed,   ///< nobody published this number
    unstated,  ///< the file does not say
  };
  std::string pointer;    ///< JSON pointer into the file: "/caches/l1/line_bytes"
  std::string part;       ///< "cache l1"
  std::string quantity;   ///< "line"
  std::string value;      ///< "128 B"; a list is one value, and a long one is cut
  std::string source;     ///< as the file says it; empty if it does not
  std::string reference;  ///< what the source's short name stands for; empty if it has none
  Origin origin = Origin::unstated;
  friend bool operator==(const SheetRow&, const SheetRow&) = default;
};

using CardSheet = std::vector<SheetRow>;

/// Every value of the file `document`, from which `card` was read, in the file's order of parts. What holds the parts together (the
/// order in which a path asks them) is no value.
CardSheet sheet_of(const nlohmann::json& document, const Card& card);

}  // namespace chasescope::model
