// The entries of the gallery: every figure and table of the papers, our own additions, and missing pieces. All of them are in
// resources/gallery/gallery.json, and only there.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/session/tables/table_spec.h"

namespace chasescope {

struct GalleryEntry {
  std::string id;                            ///< "paper-figure-3": the stem of its files
  std::string work, where;                   ///< "2014 paper", "figure 3"; where: empty for our own additions
  std::string title;                         ///< what it shows
  std::string device;                        ///< the device that it is about: "model:gtx560ti", "recording:h100"
  std::string figure, cache;                 ///< names of a figure and its cache; empty for tables and missing pieces
  std::vector<std::string> settings;         ///< of its probes: "bytes=52"
  int panel = 0;                             ///< this panel alone, counted from 1; 0: all of the figure
  std::map<std::string, std::uint64_t> run;  ///< the run that it shows: stride, or loads and sharing, of its request
  std::string table;                         ///< a name in the list of tables
  std::string missing;                       ///< what is missing for it, as a sentence
  std::optional<TableSpec> numbers;          ///< what was published, number by number
  std::vector<std::string> remarks;          ///< statements of the paper's text that are no numbers
};

const std::vector<GalleryEntry>& gallery();
std::vector<GalleryEntry> gallery_from(const std::string& text);

}  // namespace chasescope
