#include "engine/mystery/export/qti.h"

#include <numeric>

#include "engine/mystery/export/paper_html.h"
#include "engine/mystery/export/zip.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"

namespace chasescope::mystery {
namespace {

constexpr const char* kXml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr const char* kItemNamespace = "http://www.imsglobal.org/xsd/imsqti_v2p1";
constexpr const char* kPackageNamespace = "http://www.imsglobal.org/xsd/imscp_v1p1";
constexpr const char* kItemSchema = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd";
constexpr const char* kPackageSchema = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd";
constexpr int kDigits = 12;  // the width of the field for a number: enough for any answer

std::string named(const PaperItem& item) { return "R_" + item.id; }
std::string choice_name(std::size_t i) { return "C" + std::to_string(i + 1); }

std::string declaration(const PaperItem& item) {
  const std::string right = item.is_choice() ? choice_name(item.right_choice) : std::to_string(item.right);
  return "<responseDeclaration identifier=\"" + named(item) + "\" cardinality=\"single\" baseType=\"" +
         (item.is_choice() ? "identifier" : "integer") + "\">\n<correctResponse><value>" + right +
         "</value></correctResponse>\n</responseDeclaration>\n";
}

std::string score_declaration(const char* name, double start) {
  return std::string("<outcomeDeclaration identifier=\"") + name +
         "\" cardinality=\"single\" baseType=\"float\">\n<defaultValue><value>" + std::to_string(static_cast<unsigned>(start)) +
         "</value></defaultValue>\n</outcomeDeclaration>\n";
}

std::string interaction(const PaperItem& item) {
  if (!item.is_choice())
    return "<p>" + xml_escaped(item.asks) + " <textEntryInteraction responseIdentifier=\"" + named(item) + "\" expectedLength=\"" +
           std::to_string(kDigits) + "\"/></p>\n";
  std::string text = "<choiceInteraction responseIdentifier=\"" + named(item) + "\" shuffle=\"false\" maxChoices=\"1\">\n<prompt>" +
                     xml_escaped(item.asks) + "</prompt>\n";
  for (std::size_t i = 0; i < item.choices.size(); ++i)
    text += "<simpleChoice identifier=\"" + choice_name(i) + "\">" + xml_escaped(item.choices[i]) + "</simpleChoice>\n";
  return text + "</choiceInteraction>\n";
}

/// Adds the points of the item if its answer is right.
std::string scoring(const PaperItem& item) {
  const std::string name = named(item);
  return "<responseCondition>\n<responseIf>\n<match><variable identifier=\"" + name + "\"/><correct identifier=\"" + name +
         "\"/></match>\n<setOutcomeValue identifier=\"SCORE\"><sum><variable identifier=\"SCORE\"/><baseValue baseType=\"float\">" +
         std::to_string(item.points) + "</baseValue></sum></setOutcomeValue>\n</responseIf>\n</responseCondition>\n";
}

std::string item_text(const Variant& variant) {
  const unsigned most = std::accumulate(variant.items.begin(), variant.items.end(), 0U,
                                        [](unsigned sum, const PaperItem& item) { return sum + item.points; });
  std::string text = std::string(kXml) + "<assessmentItem xmlns=\"" + kItemNamespace +
                     "\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"" + kItemNamespace + " " +
                     kItemSchema + "\" identifier=\"" + xml_escaped(variant.id) + "\" title=\"" + xml_escaped(variant.title) +
                     "\" adaptive=\"false\" timeDependent=\"false\" toolName=\"ChaseScope\">\n";
  for (const PaperItem& item : variant.items) text += declaration(item);
  text += score_declaration("SCORE", 0) + score_declaration("MAXSCORE", most);
  text += "<itemBody>\n" + paper_html(variant);
  for (const PaperItem& item : variant.items) text += interaction(item);
  text += "</itemBody>\n<responseProcessing>\n";
  for (const PaperItem& item : variant.items) text += scoring(item);
  return text + "</responseProcessing>\n</assessmentItem>\n";
}

std::string file_of(const Variant& variant) { return "items/" + variant.id + ".xml"; }

std::string manifest_text(const std::vector<Variant>& variants) {
  std::string text = std::string(kXml) + "<manifest xmlns=\"" + kPackageNamespace +
                     "\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"" + kPackageNamespace + " " +
                     kPackageSchema +
                     "\" identifier=\"chasescope-mystery\">\n<metadata><schema>QTIv2.1 "
                     "Package</schema><schemaversion>1.0.0</schemaversion></metadata>\n"
                     "<organizations/>\n<resources>\n";
  for (const Variant& variant : variants)
    text += "<resource identifier=\"" + xml_escaped(variant.id) + "\" type=\"imsqti_item_xmlv2p1\" href=\"" +
            xml_escaped(file_of(variant)) + "\"><file href=\"" + xml_escaped(file_of(variant)) + "\"/></resource>\n";
  return text + "</resources>\n</manifest>\n";
}

std::optional<std::string> write_folder(const std::vector<PackageFile>& package, const std::filesystem::path& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder / "items", fault);
  if (fault) return "The folder " + folder.string() + " can't be made: " + fault.message() + ".";
  std::vector<OutputFile> files;
  for (const PackageFile& file : package) {
    files.emplace_back(folder / file.name);
    files.back().put(file.text);
  }
  return commit_all(files);
}

}  // namespace

std::vector<PackageFile> qti_package(const std::vector<Variant>& variants) {
  std::vector<PackageFile> package{{"imsmanifest.xml", manifest_text(variants)}};
  for (const Variant& variant : variants) package.push_back({file_of(variant), item_text(variant)});
  return package;
}

std::optional<std::string> write_qti(const std::vector<Variant>& variants, const std::filesystem::path& path) {
  const std::vector<PackageFile> package = qti_package(variants);
  if (path.extension() != ".zip") return write_folder(package, path);
  ZipArchive zip;
  for (const PackageFile& file : package) zip.add(file.name, file.text);
  OutputFile out(path);
  out.put(zip.bytes());
  return out.commit();
}

}  // namespace chasescope::mystery
