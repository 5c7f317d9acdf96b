// A card file as a person reads it: every value has a line of its own, with its unit and the place where it was published.
//
//   for (const SheetRow& row : sheet_of(document, card)) if (row.origin == SheetRow::Origin::assumed) mark(row);
//
// The sheet is for people only: no code that measures or infers may read it.
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
    unstated,  ///< the file states no source
  };
  std::string pointer;    ///< JSON pointer into the file: "/caches/l1/line_bytes"
  std::string part;       ///< "cache l1"
  std::string quantity;   ///< "line"
  std::string value;      ///< "128 B"; a list is one value, and a long one is cut
  std::string source;     ///< in the words of the file; empty if the file states none
  std::string reference;  ///< the legend's text for the source's short name; empty if there is none
  Origin origin = Origin::unstated;
  friend bool operator==(const SheetRow&, const SheetRow&) = default;
};

using CardSheet = std::vector<SheetRow>;

/// Every value of the file `document`, from which `card` was read. Sections have the order in which people look for them. Names
/// that connect the parts (the caches that a path asks one after another) are no values and are left out.
CardSheet sheet_of(const nlohmann::json& document, const Card& card);

}  // namespace chasescope::model
