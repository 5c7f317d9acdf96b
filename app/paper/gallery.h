// chasescope gallery: every figure and table of the papers, each beside what was published, and our own additions.
#pragma once

#include <string>
#include <vector>

#include "app/paper/figure_index.h"
#include "app/paper/gallery_spec.h"
#include "engine/session/tables/printed_table.h"

namespace chasescope {

/// An entry of the gallery with its figure or table.
struct GalleryPiece {
  const GalleryEntry* entry = nullptr;
  FigureOnPaper figure;               ///< of a figure, or why there is none
  std::optional<PrintedTable> table;  ///< of a table
  std::optional<PrintedTable> numbers;
  bool made() const { return table.has_value() || (entry->missing.empty() && figure.shown()); }
};

/// Measures what the entries need, each device and setting once, and writes figures, tables and indexes into the folder. \return
/// the pieces, or a sentence about a file that can't be written. An entry that can't be shown is a piece with its reason.
Outcome<std::vector<GalleryPiece>> write_gallery(const std::vector<GalleryEntry>& entries, const std::string& folder,
                                                 const PaperLook& look);

}  // namespace chasescope
