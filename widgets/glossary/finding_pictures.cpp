// Pictures of results: levels, classes of latency, intervals.
#include "widgets/glossary/term_pictures.h"
#include "widgets/style/words.h"

namespace chasescope {
namespace {

using Look = TermSketch::Look;
using Side = TermSketch::Side;

void level(TermSketch& s) {
  s.line({30, 10}, {30, 112});
  s.line({30, 112}, {270, 112});
  s.curve({{34, 98}, {100, 98}, {118, 66}, {180, 66}, {200, 26}, {266, 26}});
  s.words({34, 76, 70, 18}, tr("L1"), Side::centre, true);
  s.words({116, 44, 66, 18}, tr("L2"), Side::centre, true);
  s.words({198, 4, 72, 18}, tr("memory"), Side::centre, true);
  s.words({34, 116, 236, 18}, tr("footprint"), Side::centre, false, true);
}

void spectrum(TermSketch& s) {
  const QStringList names{tr("L1 hits"), tr("L2 hits"), tr("memory"), tr("and a TLB miss")};
  const double lengths[] = {20, 52, 96, 140};
  for (int i = 0; i < 4; ++i) {
    s.words({6, 8.0 + 28 * i, 116, 22}, names[i], Side::left);
    s.cell({126, 8.0 + 28 * i, lengths[i], 22}, i == 0 ? Look::hit : Look::miss);
  }
  s.words({126, 118, 146, 18}, tr("cycles"), Side::centre, false, true);
}

void whisker(TermSketch& s, double low, double high, double y) {
  s.line({low, y}, {high, y}, true);
  for (const double x : {low, high}) s.line({x, y - 8}, {x, y + 8}, true);
}

void interval(TermSketch& s) {
  s.line({20, 96}, {260, 96});
  whisker(s, 92, 176, 60);
  s.cell({124, 52, 12, 16}, Look::chosen);
  s.words({70, 20, 128, 20}, tr("found: 236 cycles"), Side::centre, true);
  s.words({40, 74, 104, 18}, "228", Side::centre);
  s.words({124, 74, 104, 18}, "244", Side::centre);
  s.words({20, 104, 240, 18}, tr("the true value lies here"), Side::centre, false, true);
}

void cantTell(TermSketch& s) {
  s.line({20, 88}, {260, 88});
  s.frame({40, 42, 200, 30}, true, true);
  s.words({40, 42, 200, 30}, tr("LRU, or FIFO?"), Side::centre, true);
  s.words({20, 10, 240, 20}, tr("LRU and FIFO explain the data"), Side::centre);
  s.words({20, 98, 240, 18}, tr("no guess, but a reason"), Side::centre, false, true);
}

}  // namespace

std::map<std::string, DrawTerm> findingPictures() {
  return {{"level", level}, {"spectrum", spectrum}, {"interval", interval}, {"cant-tell", cantTell}};
}

}  // namespace chasescope
