#include "engine/mystery/export/moodle.h"

#include "engine/mystery/export/paper_html.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"

namespace chasescope::mystery {
namespace {

/// Characters that mean something within an embedded answer.
std::string cloze_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '}' || c == '#' || c == '~' || c == '/' || c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return xml_escaped(out);
}

std::string field_of(const PaperItem& item) {
  std::string field = "{" + std::to_string(item.points) + ":";
  if (!item.is_choice()) return field + "NUMERICAL:=" + std::to_string(item.right) + ":0}";
  field += "MULTICHOICE:";
  for (std::size_t i = 0; i < item.choices.size(); ++i)
    field += std::string(i == 0 ? "" : "~") + (i == item.right_choice ? "=" : "") + cloze_escaped(item.choices[i]);
  return field + "}";
}

std::string question_text(const Variant& variant) {
  std::string html = paper_html(variant);
  for (const PaperItem& item : variant.items) html += "<p>" + xml_escaped(item.asks) + " " + field_of(item) + "</p>\n";
  return html;
}

}  // namespace

std::string moodle_text(const std::vector<Variant>& variants) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<quiz>\n";
  if (!variants.empty())
    text += "<question type=\"category\">\n<category><text>$course$/ChaseScope/" +
            xml_escaped("Mystery GPU, " + std::string(to_string(variants.front().card.level))) +
            "</text></category>\n</question>\n";
  for (const Variant& variant : variants)
    text += "<question type=\"cloze\">\n<name><text>" + xml_escaped(variant.title) +
            "</text></name>\n<questiontext format=\"html\"><text><![CDATA[\n" + question_text(variant) +
            "]]></text></questiontext>\n<generalfeedback format=\"html\"><text></text></generalfeedback>\n" +
            "<penalty>0.3333333</penalty>\n<hidden>0</hidden>\n<idnumber>" +
            xml_escaped(variant.id + "-" + fingerprint(variant.card)) + "</idnumber>\n</question>\n";
  return text + "</quiz>\n";
}

std::optional<std::string> write_moodle(const std::vector<Variant>& variants, const std::filesystem::path& path) {
  OutputFile out(path);
  out.put(moodle_text(variants));
  return out.commit();
}

}  // namespace chasescope::mystery
