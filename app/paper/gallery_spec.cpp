#include "app/paper/gallery_spec.h"

#include <stdexcept>

#include "resources/resources.h"

namespace chasescope {
namespace {

using nlohmann::json;

GalleryEntry entry_from(const json& object, const std::string& work, const std::string& source) {
  GalleryEntry entry;
  entry.id = object.at("id");
  entry.work = work;
  entry.where = object.value("where", "");
  entry.title = object.at("title");
  entry.device = object.value("device", "");
  entry.figure = object.value("figure", "");
  entry.cache = object.value("cache", "");
  entry.settings = object.value("settings", std::vector<std::string>());
  entry.panel = object.value("panel", 0);
  entry.run = object.value("run", std::map<std::string, std::uint64_t>());
  entry.table = object.value("table", "");
  entry.missing = object.value("missing", "");
  entry.remarks = object.value("says", std::vector<std::string>());
  if (const auto numbers = object.find("numbers"); numbers != object.end()) {
    const json table{{"name", entry.id},  {"title", "What was published"},
                     {"layout", "cards"}, {"source", source},
                     {"rows", *numbers},  {"remarks", object.value("remarks", json::array())}};
    entry.numbers = tables_from(json{{"format", "chasescope-tables-1"}, {"tables", {table}}}.dump()).front();
  }
  const int kinds = (entry.figure.empty() ? 0 : 1) + (entry.table.empty() ? 0 : 1) + (entry.missing.empty() ? 0 : 1);
  if (kinds != 1) throw std::runtime_error(entry.id + " is a figure, a table, or missing.");
  return entry;
}

}  // namespace

std::vector<GalleryEntry> gallery_from(const std::string& text) {
  const json file = json::parse(text);
  if (file.at("format") != "chasescope-gallery-1") throw std::runtime_error("That is no gallery.");
  std::vector<GalleryEntry> entries;
  for (const json& work : file.at("works"))
    for (const json& entry : work.at("entries")) entries.push_back(entry_from(entry, work.at("name"), work.value("source", "")));
  return entries;
}

const std::vector<GalleryEntry>& gallery() {
  static const std::vector<GalleryEntry> entries = gallery_from(resource_text("gallery/gallery.json").value());
  return entries;
}

}  // namespace chasescope
