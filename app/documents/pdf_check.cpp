#include "app/documents/pdf_check.h"

#include <algorithm>
#include <cmath>

#include "widgets/figure/figure_options.h"
#include "widgets/style/words.h"

#ifdef CHASESCOPE_QPDF
#include <filesystem>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <set>

#include "app/documents/pdf_text.h"
#include "engine/output/outgoing_text.h"
#endif

namespace chasescope {
namespace {

#ifdef CHASESCOPE_QPDF

constexpr double kMmPerPoint = kMmPerInch / kPointsPerInch;

std::string nameOf(const QPDFObjectHandle& object, const char* key) {
  QPDFObjectHandle value = QPDFObjectHandle(object).getKey(key);
  return value.isName() ? value.getName().substr(1) : std::string();
}

bool hasProgram(QPDFObjectHandle font) {
  if (nameOf(font, "/Subtype") == "Type0") {
    QPDFObjectHandle descendants = font.getKey("/DescendantFonts");
    return descendants.isArray() && descendants.getArrayNItems() > 0 && hasProgram(descendants.getArrayItem(0));
  }
  QPDFObjectHandle descriptor = font.getKey("/FontDescriptor");
  if (!descriptor.isDictionary()) return false;
  return descriptor.hasKey("/FontFile") || descriptor.hasKey("/FontFile2") || descriptor.hasKey("/FontFile3");
}

PdfFont fontOf(const QPDFObjectHandle& font) {
  PdfFont known{one_line(shortened(nameOf(font, "/BaseFont"), 60)), nameOf(font, "/Subtype"), false};
  constexpr std::size_t kSubsetMark = 7;  // "ABCDEF+"
  if (known.name.size() > kSubsetMark && known.name[kSubsetMark - 1] == '+') known.name.erase(0, kSubsetMark);
  if (known.name.empty()) known.name = "without a name";
  known.embedded = known.type == "Type3" || hasProgram(font);
  return known;
}

/// Counts fonts and pictures wherever the file has them: pages, patterns and forms alike.
void countObjects(QPDF& pdf, PdfFacts& facts) {
  std::set<std::string> seen;
  for (QPDFObjectHandle object : pdf.getAllObjects()) {
    if (object.isStream() && nameOf(object.getDict(), "/Subtype") == "Image") ++facts.pictures;
    if (!object.isDictionary() || nameOf(object, "/Type") != "Font" || nameOf(object, "/Subtype").starts_with("CIDFont")) continue;
    PdfFont font = fontOf(object);
    if (seen.insert(font.name + '/' + font.type + (font.embedded ? "+" : "-")).second) facts.fonts.push_back(std::move(font));
  }
}

void readPages(QPDF& pdf, PdfFacts& facts) {
  for (QPDFPageObjectHelper& page : QPDFPageDocumentHelper(pdf).getAllPages()) {
    const QPDFObjectHandle::Rectangle box = page.getCropBox().getArrayAsRectangle();
    facts.pages.push_back({(box.urx - box.llx) * kMmPerPoint, (box.ury - box.lly) * kMmPerPoint});
    const PageTexts texts = textsOf(page);
    facts.pictures += texts.pictures;
    // The last text that was cut: many programs write each letter by itself, and one of a word is enough.
    const PageText* last = nullptr;
    for (const PageText& text : texts.texts) {
      ++facts.texts;
      facts.least_type_pt = facts.texts == 1 ? text.size : std::min(facts.least_type_pt, text.size);
      constexpr double kAir = 0.5;  // points: boxes are a little larger than ink
      const QRectF room = QRectF(QPointF(box.llx, box.lly), QPointF(box.urx, box.ury)).intersected(text.clip);
      if (room.adjusted(-kAir, -kAir, kAir, kAir).contains(text.box)) continue;
      const bool goes_on = last != nullptr && std::abs(last->box.bottom() - text.box.bottom()) < kAir &&
                           std::abs(text.box.left() - last->box.right()) < text.size;
      last = &text;
      if (goes_on) continue;
      facts.cut.push_back(tr("page %1, %2 mm from the left, %3 mm from the top")
                              .arg(facts.pages.size())
                              .arg((text.box.left() - box.llx) * kMmPerPoint, 0, 'f', 1)
                              .arg((box.ury - text.box.bottom()) * kMmPerPoint, 0, 'f', 1)
                              .toStdString());
    }
  }
}

#endif

}  // namespace

#ifdef CHASESCOPE_QPDF

PdfOutcome factsOfPdf(const std::string& file) {
  PdfOutcome outcome;
  try {
    QPDF pdf;
    pdf.setSuppressWarnings(true);
    pdf.processFile(file.c_str());
    countObjects(pdf, outcome.facts);
    readPages(pdf, outcome.facts);
  } catch (const std::exception& fault) {
    std::error_code ignored;
    const std::string why =
        std::filesystem::is_regular_file(file, ignored) ? "is no PDF that can be read" : "is no file that can be read";
    outcome.error = "'" + one_line(file) + "' " + why + ": " + one_line(shortened(fault.what(), 200)) + ".";
  }
  return outcome;
}

#else

PdfOutcome factsOfPdf(const std::string& /*file*/) {
  return {{},
          "This program was built without the library that reads PDF files; install the package libqpdf-dev and build it again."};
}

#endif

std::vector<std::string> faultsOfPdf(const PdfFacts& facts) {
  std::vector<std::string> faults;
  const auto say = [&](const QString& sentence) { faults.push_back(sentence.toStdString()); };
  for (const PdfFont& font : facts.fonts) {
    const QString name = QString::fromStdString(font.name);
    if (font.type == "Type3") say(tr("The font %1 is of Type 3, which many publishers refuse.").arg(name));
    if (!font.embedded) say(tr("The font %1 is not embedded.").arg(name));
  }
  if (facts.pictures == 1) say(tr("It holds a picture in dots, which is coarse in print; vectors are not."));
  if (facts.pictures > 1) say(tr("It holds %1 pictures in dots, which are coarse in print; vectors are not.").arg(facts.pictures));
  constexpr double kRounding = 0.01;
  if (facts.texts > 0 && facts.least_type_pt < kLeastType - kRounding)
    say(tr("Its smallest type is %1 points; print needs %2.").arg(facts.least_type_pt, 0, 'f', 1).arg(kLeastType));
  for (const std::string& place : facts.cut) say(tr("Text is cut off: %1.").arg(QString::fromStdString(place)));
  return faults;
}

}  // namespace chasescope
