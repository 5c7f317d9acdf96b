#include "app/start/device_entries.h"

#include "engine/device/generation.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

DeviceEntry::Kind kind_of(Origin origin) {
  using Kind = DeviceEntry::Kind;
  return origin == Origin::hardware ? Kind::card : origin == Origin::recording ? Kind::recording : Kind::model;
}

}  // namespace

std::vector<DeviceEntry> device_entries(const DeviceListing& listing) {
  std::vector<DeviceEntry> entries;
  for (const CatalogueEntry& entry : listing.devices) {
    entries.push_back({QString::fromStdString(entry.id), QString::fromStdString(entry.name), QString::fromStdString(entry.summary),
                       kind_of(entry.origin)});
    const Generation* generation = entry.origin == Origin::model ? generation_of(entry.compute_capability) : nullptr;
    if (generation == nullptr) continue;
    entries.back().generation = tr("%1, %2").arg(QString::fromLatin1(generation->name)).arg(generation->year);
    entries.back().year = generation->year;
  }
  return entries;
}

}  // namespace chasescope
