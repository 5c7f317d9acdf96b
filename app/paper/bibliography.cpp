#include "app/paper/bibliography.h"

#include <nlohmann/json.hpp>

#include "app/measurement/version.h"
#include "resources/resources.h"

namespace chasescope {
namespace {

using nlohmann::ordered_json;

std::string listed(const ordered_json& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + name.get<std::string>();
  return text;
}

std::string entry_text(const ordered_json& entry) {
  std::string text = "% Probes: " + listed(entry.at("probes")) + ".\n% Figures: " + listed(entry.at("figures")) + ".\n@" +
                     entry.at("type").get<std::string>() + "{" + entry.at("id").get<std::string>();
  for (const auto& [field, value] : entry.at("fields").items()) text += ",\n  " + field + " = {" + value.get<std::string>() + "}";
  return text + "\n}\n";
}

constexpr const char* kYear = "2026";  // of this version, as the date of CITATION.cff

/// The same entry as in docs/citing.md, with the facts of CITATION.cff; tests/house/version_test.py compares them. Kernels that a
/// build has or lacks are no part of it.
std::string program_entry() {
  const std::string text = version_text();
  const std::size_t begin = text.find(' ') + 1;
  const std::string version = text.substr(begin, text.find(' ', begin) - begin);
  return "@misc{chasescope,\n  author = {{The ChaseScope maintainers}},\n  title = {{ChaseScope: explorer of GPU memory "
         "hierarchies}},\n  year = {" +
         std::string(kYear) + "},\n  note = {Version " + version + ", GPL-3.0-or-later}\n}\n";
}

template <typename Wanted>
std::string entries(const Wanted& wanted) {
  std::string text = program_entry();
  const auto file = ordered_json::parse(resource_text("gallery/bibliography.json").value());
  for (const auto& entry : file.at("entries"))
    if (wanted(entry)) text += "\n" + entry_text(entry);
  return text;
}

}  // namespace

std::string bibliography() {
  return entries([](const ordered_json&) { return true; });
}

std::string bibliography_of(const std::set<std::string>& figures) {
  return entries([&](const ordered_json& entry) {
    for (const auto& name : entry.at("figures"))
      if (figures.contains(name.get<std::string>())) return true;
    return false;
  });
}

}  // namespace chasescope
