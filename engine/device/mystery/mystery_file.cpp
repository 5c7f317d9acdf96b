#include "engine/device/mystery/mystery_file.h"

#include <nlohmann/json.hpp>

#include "engine/device/mystery/hidden_card.h"
#include "engine/output/output_file.h"

namespace chasescope::mystery {
namespace {

using nlohmann::json;

/// All members but the mark, which is computed from them.
json unmarked(const MysteryFile& file) {
  return {{"schema", kMysteryFile.schema},    {"version", kMysteryFile.version},
          {"generator", file.card.generator}, {"level", std::string(to_string(file.card.level))},
          {"card", fingerprint(file.card)},   {"budget", file.budget},
          {"locked_probes", file.locked},     {"sealed", sealed_seed(file.card)}};
}

std::string mark(const MysteryFile& file) { return mark_of(file.card, "mystery file", unmarked(file).dump()); }

DeviceError fault(const std::filesystem::path& path, const std::string& words) {
  return {ErrorCode::invalid_request, named_file(kMysteryFile, path) + " " + words};
}

/// The names in the list. Empty if it is no list of names.
std::optional<std::vector<std::string>> names_in(const json& object) {
  const auto list = object.find("locked_probes");
  if (list == object.end() || !list->is_array()) return std::nullopt;
  std::vector<std::string> names;
  for (const json& name : *list) {
    if (!name.is_string()) return std::nullopt;
    names.push_back(name.get<std::string>());
  }
  return names;
}

}  // namespace

std::string mystery_text(const MysteryFile& file) {
  json object = unmarked(file);
  object["mark"] = mark(file);
  return object.dump(2) + "\n";
}

Outcome<MysteryFile> read_mystery(const std::filesystem::path& path) {
  const auto object = read_json_file(path, kMysteryFile);
  if (!object) return object.error();
  const auto generator = count_member(*object, "generator");
  if (generator && *generator != kGenerator)
    return fault(path, "holds a card of generator " + std::to_string(*generator) + ", and this program makes those of generator " +
                           std::to_string(kGenerator) + "; open it with the version of ChaseScope that made it.");
  const auto level = level_from(text_member(*object, "level").value_or(""));
  const auto sealed = text_member(*object, "sealed");
  const auto budget = count_member(*object, "budget");
  const auto locked = names_in(*object);
  const auto seed = generator && level && sealed ? opened_seed(*sealed, *level, *generator) : std::nullopt;
  if (!seed || !budget || *budget == 0 || *budget > kMostBudget || !locked) return fault(path, "was changed after it was made.");
  MysteryFile file{{*seed, *level, *generator}, *budget, *locked};
  if (text_member(*object, "mark") != mark(file) || text_member(*object, "card") != fingerprint(file.card))
    return fault(path, "was changed after it was made.");
  return file;
}

std::optional<std::string> write_mystery(const MysteryFile& file, const std::filesystem::path& path) {
  OutputFile out(path);
  out.put(mystery_text(file));
  return out.commit();
}

}  // namespace chasescope::mystery
