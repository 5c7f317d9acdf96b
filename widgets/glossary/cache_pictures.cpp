// Pictures of the parts of a cache, and of the set and the line that an address goes to.
#include "widgets/glossary/term_pictures.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using Look = TermSketch::Look;
using Side = TermSketch::Side;

/// A cache of three sets of four ways; `look(set, way)` is the look of each way.
template <typename LookOf>
void grid(TermSketch& s, LookOf look) {
  for (int set = 0; set < 3; ++set) {
    s.words({10, 22.0 + 30 * set, 50, 28}, tr("set %1").arg(set), Side::left);
    std::vector<Look> looks;
    for (int way = 0; way < 4; ++way) looks.push_back(look(set, way));
    s.row({64, 22.0 + 30 * set}, {50, 28}, looks);
  }
}

void capacityOf(TermSketch& s) {
  grid(s, [](int, int) { return Look::chosen; });
  s.words({10, 114, 260, 20}, tr("3 sets × 4 ways × line"), Side::centre, true);
}

void setOf(TermSketch& s) {
  grid(s, [](int set, int) { return set == 1 ? Look::chosen : Look::empty; });
  s.words({10, 114, 260, 20}, tr("lines of set 1 may lie here only"), Side::centre, false, true);
}

void wayOf(TermSketch& s) {
  grid(s, [](int set, int way) { return set == 1 && way == 2 ? Look::chosen : Look::empty; });
  for (int way = 0; way < 4; ++way) s.words({64.0 + 50 * way, 2, 50, 18}, tr("way %1").arg(way), Side::centre, way == 2);
  s.words({10, 114, 260, 20}, tr("one place of a set"), Side::centre, false, true);
}

void lineOf(TermSketch& s) {
  const std::vector<Look> plain(4, Look::filled), chosen(4, Look::hit);
  s.row({12, 44}, {21, 30}, plain);
  const auto taken = s.row({96, 44}, {21, 30}, chosen, {"", "", tr("•"), ""});
  s.row({180, 44}, {21, 30}, plain);
  for (const double x : {12.0, 96.0, 180.0}) s.frame({x - 2, 42, 88, 34}, x == 96.0);
  s.arrow({148, 16}, {148, 40});
  s.words({154, 8, 120, 18}, tr("one load"), Side::left);
  s.measure(94, 182, 90, tr("all come"));
}

void sectorOf(TermSketch& s) {
  s.row({36, 46}, {52, 32}, {Look::empty, Look::hit, Look::empty, Look::empty});
  s.frame({34, 44, 212, 36}, true);
  s.arrow({114, 16}, {114, 42});
  s.words({120, 8, 120, 18}, tr("one load"), Side::left);
  s.words({36, 84, 208, 18}, tr("a line of four sectors"), Side::centre);
  s.words({36, 106, 208, 18}, tr("one of them comes"), Side::centre, false, true);
}

void address(TermSketch& s, Look tag, Look set, Look word) {
  s.cell({20, 40, 110, 30}, tag, tr("tag"));
  s.cell({130, 40, 80, 30}, set, tr("set"));
  s.cell({210, 40, 50, 30}, word, tr("byte"));
  s.words({20, 14, 240, 20}, tr("an address, its high bits on the left"), Side::centre, false, true);
}

void tagOf(TermSketch& s) {
  address(s, Look::chosen, Look::empty, Look::empty);
  s.arrow({75, 72}, {75, 96});
  s.cell({20, 98, 110, 26}, Look::chosen, tr("tag"));
  s.cell({130, 98, 130, 26}, Look::filled, tr("the line’s bytes"));
}

void indexFunction(TermSketch& s) {
  address(s, Look::empty, Look::chosen, Look::empty);
  s.arrow({170, 72}, {120, 100});
  for (int set = 0; set < 4; ++set)
    s.cell({20.0 + 60 * set, 102, 60, 26}, set == 1 ? Look::chosen : Look::empty, tr("set %1").arg(set));
}

void eviction(TermSketch& s) {
  s.row({70, 50}, {44, 32}, {Look::miss, Look::filled, Look::filled, Look::filled}, {"", "6", "9", "15"});
  s.arrow({22, 22}, {84, 48});
  s.words({2, 4, 90, 18}, tr("12 comes"), Side::left, true);
  s.arrow({84, 86}, {34, 112}, false);
  s.words({2, 114, 90, 18}, tr("3 is evicted"), Side::left, true);
  s.words({110, 90, 160, 18}, tr("a set that is full"), Side::left, false, true);
}

}  // namespace

std::map<std::string, DrawTerm> cachePictures() {
  return {{"capacity", capacityOf},
          {"line", lineOf},
          {"sector", sectorOf},
          {"tag", tagOf},
          {"set", setOf},
          {"way", wayOf},
          {"index-function", indexFunction},
          {"eviction", eviction}};
}

}  // namespace chasescope
