#include "app/paper/ro_crate.h"

#include <QUrl>
#include <nlohmann/json.hpp>

#include "engine/output/outgoing_text.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

/// Ids of files are relative URIs.
std::string id_of(const std::string& path) { return QUrl::toPercentEncoding(QString::fromStdString(path), "/").toStdString(); }

ordered_json reference(const std::string& id) { return {{"@id", id}}; }

}  // namespace

std::string media_type(const std::string& path) {
  const std::pair<const char*, const char*> kinds[] = {
      {".pdf", "application/pdf"},      {".svg", "image/svg+xml"},  {".csv", "text/csv"},   {".json", "application/json"},
      {".cbor", "application/cbor"},    {".md", "text/markdown"},   {".html", "text/html"}, {".tex", "application/x-tex"},
      {".bib", "application/x-bibtex"}, {".sh", "application/x-sh"}};
  for (const auto& [ending, type] : kinds)
    if (path.ends_with(ending)) return type;
  return "text/plain";
}

std::string ro_crate_metadata(const Crate& crate) {
  const std::string license = "https://spdx.org/licenses/" + crate.license;
  ordered_json graph = ordered_json::array();
  graph.push_back({{"@id", "ro-crate-metadata.json"},
                   {"@type", "CreativeWork"},
                   {"conformsTo", reference("https://w3id.org/ro/crate/1.1")},
                   {"about", reference("./")}});
  ordered_json parts = ordered_json::array(), data = ordered_json::array(), mentions = ordered_json::array();
  for (const CrateFile& file : crate.files) {
    parts.push_back(reference(id_of(file.path)));
    if (file.path.ends_with(".cbor")) data.push_back(reference(id_of(file.path)));
  }
  for (std::size_t i = 0; i < crate.devices.size(); ++i) mentions.push_back(reference("#device-" + std::to_string(i + 1)));
  graph.push_back({{"@id", "./"},
                   {"@type", "Dataset"},
                   {"name", one_line(crate.name)},
                   {"description", one_line(crate.description)},
                   {"datePublished", crate.date},
                   {"license", reference(license)},
                   {"mentions", mentions},
                   {"hasPart", parts}});
  for (const CrateFile& file : crate.files)
    graph.push_back({{"@id", id_of(file.path)},
                     {"@type", "File"},
                     {"name", one_line(file.name)},
                     {"encodingFormat", media_type(file.path)},
                     {"contentSize", std::to_string(file.bytes)}});
  graph.push_back({{"@id", license}, {"@type", "CreativeWork"}, {"name", crate.license}});
  graph.push_back(
      {{"@id", "#chasescope"}, {"@type", "SoftwareApplication"}, {"name", "ChaseScope"}, {"version", one_line(crate.program)}});
  for (std::size_t i = 0; i < crate.devices.size(); ++i)
    graph.push_back({{"@id", "#device-" + std::to_string(i + 1)}, {"@type", "Thing"}, {"name", one_line(crate.devices[i])}});
  graph.push_back({{"@id", "#measurement"},
                   {"@type", "CreateAction"},
                   {"name", "Measurement of the devices' memory hierarchies"},
                   {"instrument", reference("#chasescope")},
                   {"object", mentions},
                   {"result", data}});
  const ordered_json document{{"@context", "https://w3id.org/ro/crate/1.1/context"}, {"@graph", graph}};
  return json_without_controls(document.dump(2, ' ', false, ordered_json::error_handler_t::replace)) + "\n";
}

}  // namespace chasescope
