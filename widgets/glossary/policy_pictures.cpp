// Pictures of replacement policies: the line of a full set that is evicted.
#include "widgets/glossary/term_pictures.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using Look = TermSketch::Look;
using Side = TermSketch::Side;

/// A full set of four lines, of which line `goes` is evicted. `below`: the policy's state of each line, written under it.
void fullSet(TermSketch& s, std::size_t goes, const QStringList& below, const QString& what) {
  std::vector<Look> looks(4, Look::filled);
  looks[goes] = Look::chosen;
  s.words({28, 4, 224, 18}, tr("a full set, and a new line"), Side::centre, false, true);
  s.row({36, 40}, {52, 30}, looks, {"A", "B", "C", "D"});
  const double x = 62 + 52.0 * static_cast<double>(goes);
  s.arrow({x, 24}, {x, 38});
  for (int i = 0; i < 4; ++i) s.words({36.0 + 52 * i, 74, 52, 18}, below.value(i), Side::centre, i == static_cast<int>(goes));
  s.words({4, 102, 272, 18}, what, Side::centre, true);
}

void replacement(TermSketch& s) { fullSet(s, 2, {"?", "?", "?", "?"}, tr("which line is evicted?")); }
void lru(TermSketch& s) { fullSet(s, 2, {"2", "7", "9", "1"}, tr("used 9 loads ago: evicted")); }
void fifo(TermSketch& s) { fullSet(s, 1, {tr("3rd"), tr("1st"), tr("4th"), tr("2nd")}, tr("first in: evicted")); }
void random(TermSketch& s) { fullSet(s, 3, {"¼", "¼", "¼", "¼"}, tr("evicted at random")); }

void plru(TermSketch& s) {
  s.row({36, 96}, {52, 30}, {Look::filled, Look::filled, Look::chosen, Look::filled}, {"A", "B", "C", "D"});
  s.line({140, 26}, {88, 60});
  s.line({88, 60}, {62, 94});
  s.line({88, 60}, {114, 94});
  s.line({192, 60}, {218, 94});
  s.arrow({140, 26}, {190, 58});
  s.arrow({192, 60}, {168, 94});
  s.cell({130, 14, 20, 20}, Look::empty, "1");
  s.cell({78, 50, 20, 20}, Look::empty, "0");
  s.cell({182, 50, 20, 20}, Look::empty, "0");
  s.words({8, 8, 110, 18}, tr("three bits"), Side::left, false, true);
}

}  // namespace

std::map<std::string, DrawTerm> policyPictures() {
  return {{"replacement-policy", replacement}, {"lru", lru}, {"fifo", fifo}, {"plru", plru}, {"random", random}};
}

}  // namespace chasescope
