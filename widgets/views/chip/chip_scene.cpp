#include "widgets/views/chip/chip_scene.h"

#include <algorithm>
#include <numeric>

#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/plot/scope_scene.h"
#include "widgets/style/words.h"

namespace chasescope {

ChipScene makeChipScene(std::span<const RunPtr> runs) {
  ChipScene scene;
  scene.map = chip_map(runs);
  if (!scene.map) return scene;
  const ChipMap& map = *scene.map;
  const std::size_t rows = map.distances.sms.size();
  // Groups of similar SMs stand side by side.
  std::vector<std::size_t> order = map.groups ? map.groups->order : std::vector<std::size_t>{0};
  scene.sides.resize(map.sides ? 2 : 1);
  for (const std::size_t group : order)
    for (std::size_t side = 0; side < scene.sides.size(); ++side) {
      ChipBox box{{}, group, 0};
      for (std::size_t row = 0; row < rows; ++row)
        if ((!map.groups || map.groups->group_of[row] == group) && map.on_first_side(row) == (side == 0)) box.rows.push_back(row);
      if (box.rows.empty()) continue;
      std::stable_sort(box.rows.begin(), box.rows.end(), [&](std::size_t a, std::size_t b) {
        // SMs of a TPC stay together.
        const std::size_t size = map.neighbours ? map.neighbours->size : 1;
        const auto of_block = [&](std::size_t row) {
          double sum = 0;
          for (std::size_t i = row / size * size; i < row / size * size + size; ++i) sum += map.mean_cycles[i];
          return sum / static_cast<double>(size);
        };
        return a / size != b / size ? of_block(a) < of_block(b) : a < b;
      });
      for (const std::size_t row : box.rows) box.cycles += map.mean_cycles[row] / static_cast<double>(box.rows.size());
      scene.sides[side].push_back(std::move(box));
    }
  // Boxes are sorted by size, because boxes of one height side by side leave no holes. Boxes of equal size keep their order, which
  // has similar groups side by side.
  for (auto& side : scene.sides)
    std::stable_sort(side.begin(), side.end(), [](const ChipBox& a, const ChipBox& b) { return a.rows.size() > b.rows.size(); });
  const auto [low, high] = std::minmax_element(map.mean_cycles.begin(), map.mean_cycles.end());
  scene.low = *low;
  scene.high = *high;
  return scene;
}

QStringList chipWords(const ChipScene& scene, std::size_t row) {
  const ChipMap& map = *scene.map;
  QStringList words{tr("SM %1").arg(map.distances.sms[row]), tr("%1 cycles on average").arg(cyclesText(map.mean_cycles[row]))};
  if (map.groups) {
    const std::size_t group = map.groups->group_of[row];
    words << tr("group %1 of %2: %3 SMs").arg(group + 1).arg(map.groups->sizes.size()).arg(map.groups->sizes[group]);
  }
  if (map.sides) words << (map.on_first_side(row) ? tr("on the side of SM 0") : tr("on the other side"));
  return words;
}

QStringList chipFacts(const ChipScene& scene) {
  if (scene.empty()) return {};
  const ChipMap& map = *scene.map;
  QStringList facts;
  if (map.sides) facts << tr("two sides");
  if (map.groups) {
    const auto [least, most] = std::minmax_element(map.groups->sizes.begin(), map.groups->sizes.end());
    facts << (*least == *most ? tr("%1 groups of %2 SMs").arg(map.groups->sizes.size()).arg(*most)
                              : tr("%1 groups of %2 to %3 SMs").arg(map.groups->sizes.size()).arg(*least).arg(*most));
  }
  if (map.neighbours) facts << tr("%1 SMs per TPC").arg(map.neighbours->size);
  if (map.patterns && !map.patterns->patterns.empty())
    facts << (map.patterns->patterns.size() == 1 ? tr("at least 1 pattern of distance")
                                                 : tr("at least %1 patterns of distance").arg(map.patterns->patterns.size()));
  if (map.places > 1) facts << tr("at least %1 slices").arg(map.places);
  return facts;
}

QString whyNoPlan(const ChipScene& scene) {
  if (scene.empty()) return {};
  const QString sides = QString::fromStdString(scene.map->no_sides), groups = QString::fromStdString(scene.map->no_groups);
  return tr("The latencies from %1 SMs to %2 lines of the L2 show neither sides nor groups, so there is no plan to draw. Sides: %3 "
            "Groups: %4")
      .arg(counted(scene.map->distances.sms.size()), counted(scene.map->distances.addresses.size()), sides, groups);
}

}  // namespace chasescope
