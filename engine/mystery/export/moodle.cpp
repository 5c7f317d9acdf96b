#include "engine/mystery/export/moodle.h"

#include "engine/mystery/export/paper_html.h"
#include "engine/output/outgoing_text.h"
#include "engine/output/output_file.h"

namespace chasescope::mystery {
namespace {

/// Escapes the characters that have a meaning within an embedded answer.
std::string cloze_escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '}' || c == '#' || c == '~' || c == '/' || c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return xml_escaped(out);
}

/// The remark on an answer that earned a part of the points, as feedback of the format.
std::string feedback_of(const PartCredit& part) { return part.remark.empty() ? std::string() : "#" + cloze_escaped(part.remark); }

/// The right number, then the range around it that earns a part: the platform takes the first entry that fits.
std::string number_field(const PaperItem& item) {
  const std::string right = std::to_string(item.right);
  std::string field = "NUMERICAL:=" + right + ":0";
  if (item.near_by > 0 && item.near.percent > 0)
    field += "~%" + std::to_string(item.near.percent) + "%" + right + ":" + std::to_string(item.near_by) + feedback_of(item.near);
  return field;
}

std::string choice_field(const PaperItem& item) {
  std::string field = "MULTICHOICE:";
  for (std::size_t i = 0; i < item.choices.size(); ++i) {
    const PartCredit part = i < item.of_choices.size() ? item.of_choices[i] : PartCredit{};
    const bool right = i == item.right_choice, in_part = !right && part.percent > 0;
    field += std::string(i == 0 ? "" : "~") +
             (right     ? "="
              : in_part ? "%" + std::to_string(part.percent) + "%"
                        : "") +
             cloze_escaped(item.choices[i]) + (in_part ? feedback_of(part) : "");
  }
  return field;
}

std::string field_of(const PaperItem& item) {
  return "{" + std::to_string(item.points) + ":" + (item.is_choice() ? choice_field(item) : number_field(item)) + "}";
}

/// Describes a good experiment for each question; shown once the question is answered.
std::string feedback_text(const Variant& variant) {
  std::string html = "<p>A good experiment for each question, on this card:</p>\n<ul>\n";
  for (const Hindsight& one : variant.hindsight)
    html += "<li><b>" + xml_escaped(one.title) + ":</b> " + xml_escaped(one.sentence) + "</li>\n";
  return html + "</ul>\n";
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
            "]]></text></questiontext>\n<generalfeedback format=\"html\"><text><![CDATA[\n" + feedback_text(variant) +
            "]]></text></generalfeedback>\n" + "<penalty>0.3333333</penalty>\n<hidden>0</hidden>\n<idnumber>" +
            xml_escaped(variant.id + "-" + fingerprint(variant.card)) + "</idnumber>\n</question>\n";
  return text + "</quiz>\n";
}

std::optional<std::string> write_moodle(const std::vector<Variant>& variants, const std::filesystem::path& path) {
  OutputFile out(path);
  out.put(moodle_text(variants));
  return out.commit();
}

}  // namespace chasescope::mystery
