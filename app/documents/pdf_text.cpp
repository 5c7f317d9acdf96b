#include "app/documents/pdf_text.h"

#ifdef CHASESCOPE_QPDF
#include <QPolygonF>
#include <QTransform>
#include <cmath>
#include <map>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <string>

namespace chasescope {
namespace {

constexpr int kMostForms = 20;  // forms within each other; a form may draw itself

double numberOf(QPDFObjectHandle object) { return object.isNumber() ? object.getNumericValue() : 0; }

QTransform transformOf(const std::vector<QPDFObjectHandle>& numbers) {
  if (numbers.size() != 6) return {};
  return QTransform(numberOf(numbers[0]), numberOf(numbers[1]), numberOf(numbers[2]), numberOf(numbers[3]), numberOf(numbers[4]),
                    numberOf(numbers[5]));
}

/// How far each code of a font advances, in thousandths of its size.
struct Widths {
  bool two_bytes = false;
  double otherwise = 500;  // for fonts that every reader has, as the file gives no widths for them
  std::map<unsigned, double> known;

  double of(const std::string& codes) const {
    double sum = 0;
    const std::size_t step = two_bytes ? 2 : 1;
    for (std::size_t i = 0; i + step <= codes.size(); i += step) {
      const auto byte = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(codes[at])); };
      const unsigned code = two_bytes ? byte(i) * 256 + byte(i + 1) : byte(i);
      const auto found = known.find(code);
      sum += found == known.end() ? otherwise : found->second;
    }
    return sum;
  }
};

/// /W of a CIDFont: "first [w w …]" or "first last w".
void readCidWidths(QPDFObjectHandle list, Widths& widths) {
  const int count = list.isArray() ? list.getArrayNItems() : 0;
  for (int i = 0; i + 1 < count;) {
    const auto first = static_cast<unsigned>(numberOf(list.getArrayItem(i)));
    QPDFObjectHandle next = list.getArrayItem(i + 1);
    if (next.isArray()) {
      for (int k = 0; k < next.getArrayNItems(); ++k)
        widths.known[first + static_cast<unsigned>(k)] = numberOf(next.getArrayItem(k));
      i += 2;
    } else {
      constexpr unsigned kMostCodes = 65536;
      const auto last = static_cast<unsigned>(numberOf(next));
      for (unsigned code = first; i + 2 < count && code <= last && code < kMostCodes; ++code)
        widths.known[code] = numberOf(list.getArrayItem(i + 2));
      i += 3;
    }
  }
}

Widths widthsOf(QPDFObjectHandle font) {
  Widths widths;
  QPDFObjectHandle descendants = font.getKey("/DescendantFonts");
  if (descendants.isArray() && descendants.getArrayNItems() > 0) {
    constexpr double kDefault = 1000;
    QPDFObjectHandle cid = descendants.getArrayItem(0);
    widths.two_bytes = true;
    widths.otherwise = cid.getKey("/DW").isNumber() ? numberOf(cid.getKey("/DW")) : kDefault;
    readCidWidths(cid.getKey("/W"), widths);
    return widths;
  }
  QPDFObjectHandle list = font.getKey("/Widths");
  const auto first = static_cast<unsigned>(numberOf(font.getKey("/FirstChar")));
  for (int i = 0; list.isArray() && i < list.getArrayNItems(); ++i)
    widths.known[first + static_cast<unsigned>(i)] = numberOf(list.getArrayItem(i));
  return widths;
}

struct State {
  QTransform page;  ///< from the current units to points
  QRectF clip;
  Widths font;
  double size = 0, letters = 0, words = 0, across = 1, leading = 0, rise = 0;
  int mode = 0;
};

/// Follows the operators of a page, and of the forms that it draws.
class Follower : public QPDFObjectHandle::ParserCallbacks {
 public:
  Follower(PageTexts& texts, QPDFObjectHandle resources, State state, int depth)
      : texts_(texts), resources_(std::move(resources)), state_(std::move(state)), depth_(depth) {}

  void handleObject(QPDFObjectHandle object) override {
    if (object.isInlineImage()) {
      ++texts_.pictures;
    } else if (object.isOperator()) {
      apply(object.getOperatorValue());
      operands_.clear();
    } else {
      operands_.push_back(object);
    }
  }
  void handleEOF() override {}

 private:
  double operand(std::size_t i) const { return i < operands_.size() ? numberOf(operands_[i]) : 0; }

  void apply(const std::string& name) {
    if (name == "q") saved_.push_back(state_);
    if (name == "Q" && !saved_.empty()) state_ = saved_.back(), saved_.pop_back();
    if (name == "cm") state_.page = transformOf(operands_) * state_.page;
    if (name == "Do") draw();
    applyPath(name);
    applyText(name);
  }

  void applyPath(const std::string& name) {
    const auto add = [&](double x, double y) { path_ << state_.page.map(QPointF(x, y)); };
    if (name == "m" || name == "l") add(operand(0), operand(1));
    if (name == "c" || name == "v" || name == "y")
      for (std::size_t i = 0; i + 1 < operands_.size(); i += 2) add(operand(i), operand(i + 1));
    if (name == "re") {
      add(operand(0), operand(1));
      add(operand(0) + operand(2), operand(1) + operand(3));
    }
    if (name == "W" || name == "W*") clips_ = true;
    for (const char* end : {"n", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*"})
      if (name == end) {
        if (clips_ && !path_.isEmpty()) state_.clip = state_.clip.intersected(path_.boundingRect());
        clips_ = false;
        path_.clear();
      }
  }

  void applyText(const std::string& name) {
    if (name == "BT") text_ = line_ = QTransform();
    if (name == "Tf" && operands_.size() == 2) {
      state_.size = operand(1);
      QPDFObjectHandle fonts = resources_.isDictionary() ? resources_.getKey("/Font") : QPDFObjectHandle::newNull();
      const std::string key = operands_[0].isName() ? operands_[0].getName() : std::string();
      if (fonts.isDictionary() && fonts.getKey(key).isDictionary()) state_.font = widthsOf(fonts.getKey(key));
    }
    if (name == "Tc") state_.letters = operand(0);
    if (name == "Tw") state_.words = operand(0);
    if (name == "Tz") state_.across = operand(0) / 100;
    if (name == "TL") state_.leading = operand(0);
    if (name == "Ts") state_.rise = operand(0);
    if (name == "Tr") state_.mode = static_cast<int>(operand(0));
    if (name == "Td") moveTo(operand(0), operand(1));
    if (name == "TD") state_.leading = -operand(1), moveTo(operand(0), operand(1));
    if (name == "Tm") text_ = line_ = transformOf(operands_);
    if (name == "T*" || name == "'" || name == "\"") moveTo(0, -state_.leading);
    if ((name == "Tj" || name == "'" || name == "\"") && !operands_.empty()) say(operands_.back());
    if (name == "TJ" && !operands_.empty() && operands_[0].isArray())
      for (int i = 0; i < operands_[0].getArrayNItems(); ++i) {
        QPDFObjectHandle part = operands_[0].getArrayItem(i);
        if (part.isString())
          say(part);
        else
          text_ = QTransform::fromTranslate(-numberOf(part) / 1000 * state_.size * state_.across, 0) * text_;
      }
  }

  void moveTo(double x, double y) { text_ = line_ = QTransform::fromTranslate(x, y) * line_; }

  void say(QPDFObjectHandle string) {
    if (!string.isString()) return;
    const std::string codes = string.getStringValue();
    const double letters = static_cast<double>(state_.font.two_bytes ? codes.size() / 2 : codes.size());
    const auto spaces = state_.font.two_bytes ? 0.0 : static_cast<double>(std::count(codes.begin(), codes.end(), ' '));
    const double advance =
        (state_.font.of(codes) / 1000 * state_.size + letters * state_.letters + spaces * state_.words) * state_.across;
    constexpr double kHeightOfX = 0.5;
    constexpr int kInvisible = 3;
    const QTransform all = text_ * state_.page;
    const QPointF up = all.map(QPointF(0, state_.size)) - all.map(QPointF(0, 0));
    if (state_.mode != kInvisible && !codes.empty())
      texts_.texts.push_back({all.map(QPolygonF(QRectF(0, state_.rise, advance, state_.size * kHeightOfX))).boundingRect(),
                              state_.clip, std::hypot(up.x(), up.y())});
    text_ = QTransform::fromTranslate(advance, 0) * text_;
  }

  void draw() {
    if (operands_.empty() || !operands_[0].isName() || !resources_.isDictionary() || depth_ >= kMostForms) return;
    QPDFObjectHandle objects = resources_.getKey("/XObject");
    if (!objects.isDictionary() || !objects.getKey(operands_[0].getName()).isStream()) return;
    QPDFObjectHandle form = objects.getKey(operands_[0].getName()), head = form.getDict();
    if (!head.getKey("/Subtype").isName() || head.getKey("/Subtype").getName() != "/Form") return;
    State inner = state_;
    if (head.getKey("/Matrix").isArray()) inner.page = transformOf(head.getKey("/Matrix").getArrayAsVector()) * inner.page;
    Follower follower(texts_, head.hasKey("/Resources") ? head.getKey("/Resources") : resources_, inner, depth_ + 1);
    QPDFObjectHandle::parseContentStream(form, &follower);
  }

  PageTexts& texts_;
  QPDFObjectHandle resources_;
  State state_;
  int depth_;
  std::vector<State> saved_;
  std::vector<QPDFObjectHandle> operands_;
  QPolygonF path_;
  bool clips_ = false;
  QTransform text_, line_;
};

}  // namespace

PageTexts textsOf(QPDFPageObjectHelper& page) {
  PageTexts texts;
  State state;
  const QPDFObjectHandle::Rectangle box = page.getMediaBox().getArrayAsRectangle();
  state.clip = QRectF(QPointF(box.llx, box.lly), QPointF(box.urx, box.ury));
  Follower follower(texts, page.getAttribute("/Resources", false), state, 0);
  page.parseContents(&follower);
  return texts;
}

}  // namespace chasescope

#endif
