#include "widgets/views/halves/halves_scene.h"

#include <algorithm>

#include "engine/findings/half_words.h"
#include "engine/trace/number_text.h"
#include "engine/trace/quantity_text.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

constexpr std::size_t kMostBlocks = 1024;  // with more blocks each would be no larger than a dot

QString sizeWords(std::uint64_t bytes) { return QString::fromStdString(size_words(bytes)); }

QString bitWords(const HalfMap& map, unsigned bit) {
  const auto has = [bit](const std::vector<unsigned>& bits) { return std::find(bits.begin(), bits.end(), bit) != bits.end(); };
  if (has(map.bits())) return tr("belongs to the parity");
  if (map.row && has(map.row->bits)) return tr("belongs to the parity, as the pages lie in a row");
  if (map.row && has(map.row->open)) return tr("may belong to the parity or not");
  if (bit < map.first_unexamined())
    return bit < map.parity.first_bit ? tr("within a line: not examined") : tr("does not belong to the parity");
  if (map.row && !map.row->bits.empty() && bit < map.row->bits.back()) return tr("does not belong to the parity");
  return tr("not examined");
}

}  // namespace

HalvesScene makeHalvesScene(std::span<const RunPtr> runs) {
  HalvesScene scene;
  HalfMapFound found = half_map(runs);
  if (!found.undecided.empty())
    scene.why_nothing =
        tr("Main memory was read, but no address bits tell near from far: %1").arg(QString::fromStdString(found.undecided));
  scene.map = std::move(found.map);
  if (!scene.map) return scene;
  const HalfMap& map = *scene.map;
  const std::uint64_t bytes = map.parity.block_bytes;
  std::vector<HalfBlock> blocks(map.in_order.size() * map.step / bytes);
  for (const auto& line : map.in_order) {
    if (line.offset / bytes >= blocks.size()) continue;
    HalfBlock& block = blocks[line.offset / bytes];
    ++block.lines;
    block.far += line.cycles > map.cut ? 1 : 0;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto foretold = map.is_far(i * bytes);
    if (!foretold) break;
    blocks[i].address = i * bytes;
    blocks[i].foretold_far = *foretold;
    ++(blocks[i].agrees() ? scene.agreeing : scene.disagreeing);
    if (i < kMostBlocks) scene.blocks.push_back(blocks[i]);
  }
  return scene;
}

QStringList halvesWords(const HalvesScene& scene, const HalvesPlace& place) {
  const HalfMap& map = *scene.map;
  if (place.part == HalvesPlace::Part::bits)
    return {tr("address bit %1").arg(place.index), bitWords(map, static_cast<unsigned>(place.index))};
  if (place.part == HalvesPlace::Part::blocks) {
    const HalfBlock& block = scene.blocks[place.index];
    return {tr("block at %1").arg(QString::fromStdString(format_bytes(block.address))),
            (block.is_far() ? tr("far: %1 of %2 lines") : tr("near: %1 of %2 lines"))
                .arg(counted(block.is_far() ? block.far : block.lines - block.far), counted(block.lines)),
            block.agrees() ? tr("as the parity predicts") : tr("not as the parity predicts")};
  }
  const auto& page = map.pages->pages[place.index];
  QStringList words{tr("page %1").arg(counted(place.index)),
                    !page.begins_far   ? tr("first block not known")
                    : *page.begins_far ? tr("first block far")
                                       : tr("first block near"),
                    tr("%1 of %2 lines as predicted").arg(counted(page.agreeing), counted(page.lines))};
  words.insert(1, tr("at %1").arg(QString::fromStdString(format_bytes(place.index * map.pages->page_bytes))));
  return words;
}

QStringList halvesFacts(const HalvesScene& scene) {
  if (scene.empty()) return {};
  const HalfMap& map = *scene.map;
  QStringList facts{
      tr("parity of bits %1").arg(QString::fromStdString(numbers_in_words(map.bits()))),
      tr("%1 of %2 blocks of %3 as predicted")
          .arg(counted(scene.agreeing), counted(scene.agreeing + scene.disagreeing), sizeWords(map.parity.block_bytes))};
  if (map.pages)
    facts << tr("%1 of %2 pages of %3 known")
                 .arg(counted(map.pages->told), counted(map.pages->pages.size()), sizeWords(map.pages->page_bytes));
  return facts;
}

}  // namespace chasescope
