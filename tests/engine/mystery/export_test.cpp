// Variants of a mystery card on paper: their tables decide the answers, and their files follow the platforms' published formats.
#include <gmock/gmock.h>

#include <QXmlStreamReader>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "engine/mystery/answer_value.h"
#include "engine/mystery/experiment.h"
#include "engine/mystery/export/moodle.h"
#include "engine/mystery/export/qti.h"
#include "engine/mystery/export/zip.h"
#include "engine/mystery/grade.h"
#include "tests/engine/mystery/scratch_folder.h"

namespace chasescope::mystery {
namespace {

using testing::HasSubstr;

const PaperItem& item_of(const Variant& variant, const std::string& id) {
  return *std::find_if(variant.items.begin(), variant.items.end(), [&](const PaperItem& item) { return item.id == id; });
}

/// The whole numbers at the beginning of a cell. The cell may be a row of numbers with its length: "0, 4096, … every 4096 B (9 in
/// all)".
std::vector<std::uint64_t> numbers_in(const std::string& cell) {
  std::vector<std::uint64_t> numbers;
  std::size_t at = 0;
  while (at < cell.size() && cell[at] >= '0' && cell[at] <= '9') {
    std::size_t used = 0;
    numbers.push_back(std::stoull(cell.substr(at), &used));
    at += used;
    if (cell.compare(at, 2, ", ") == 0) at += 2;
  }
  return numbers;
}

/// Answers a variant from its tables alone, as a student at a desk does.
std::map<std::string, std::string> answered_on_paper(const Variant& variant) {
  std::map<std::string, std::string> answers;
  const auto& rows = variant.tables[0].rows;
  std::uint64_t capacity = 0;
  std::vector<std::uint64_t> first_misses;
  for (const auto& row : rows) {
    if (row[2] == "none") capacity = std::stoull(row[0]);
    if (row[2] != "none" && first_misses.empty()) first_misses = numbers_in(row[2]);
  }
  const auto all = numbers_in(rows.back()[2]);
  const std::uint64_t line = all[1] - all[0], ways = first_misses.size() - 1;
  answers["capacity"] = std::to_string(capacity);
  answers["line"] = std::to_string(line);
  answers["sets"] = std::to_string(capacity / line / ways);
  answers["ways"] = std::to_string(ways);
  if (variant.tables.size() > 1) {
    std::set<std::string> gone;
    for (const auto& row : variant.tables[1].rows) gone.insert(row[1]);
    const std::string& caption = variant.tables[1].caption;
    const auto touched = numbers_in(caption.substr(caption.find("order ") + 6));
    answers["policy"] = gone.size() > 1                               ? "random"
                        : *gone.begin() == std::to_string(touched[0]) ? "FIFO"
                        : *gone.begin() == std::to_string(touched[1]) ? "LRU"
                                                                      : "PLRU";
  }
  if (variant.tables.size() > 3) {
    const auto& pages = variant.tables[3].rows;
    const auto slow = numbers_in(pages[2][2]), far = numbers_in(pages[3][2]);
    const std::uint64_t reach = std::stoull(pages[1][0]), page = far[1] - far[0];
    answers["tlb_reach"] = std::to_string(reach);
    answers["tlb_page"] = std::to_string(page);
    if (slow.size() < 12) answers["tlb_sets"] = std::to_string(reach / page / (slow.size() - 1));
  }
  return answers;
}

std::string right_text(const PaperItem& item) {
  return item.is_choice() ? item.choices[item.right_choice] : std::to_string(item.right);
}

TEST(Variants, are_decided_by_what_they_print) {
  for (const Level level : all_levels())
    for (const Variant& variant : make_variants(1, level, 25)) {
      const auto answers = answered_on_paper(variant);
      for (const PaperItem& item : variant.items) {
        const auto answer = answers.find(item.id);
        if (answer != answers.end()) {
          EXPECT_EQ(answer->second, right_text(item)) << variant.id << " " << item.id;
        }
      }
    }
}

TEST(Variants, are_the_same_for_the_same_seed_and_each_another_card) {
  const auto a = make_variants(9, Level::hard, 100), b = make_variants(9, Level::hard, 100);
  std::set<std::string> cards;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(fingerprint(a[i].card), fingerprint(b[i].card));
    EXPECT_EQ(a[i].tables[0].rows, b[i].tables[0].rows);
    EXPECT_EQ(a[i].items.back().choices, b[i].items.back().choices);
    cards.insert(fingerprint(a[i].card));
  }
  EXPECT_EQ(cards.size(), 100U);
}

TEST(Variants, offer_each_choice_once_and_the_right_one_anywhere) {
  std::set<std::size_t> places;
  for (const Variant& variant : make_variants(3, Level::hard, 60)) {
    for (const PaperItem& item : variant.items) {
      if (!item.is_choice()) continue;
      EXPECT_EQ(std::set<std::string>(item.choices.begin(), item.choices.end()).size(), item.choices.size()) << variant.id;
      EXPECT_GE(item.choices.size(), 3U);
      ASSERT_LT(item.right_choice, item.choices.size());
    }
    places.insert(item_of(variant, "index").right_choice);
    const HiddenCard card = hidden_card(variant.card);
    EXPECT_EQ(right_text(item_of(variant, "index")), index_text(card.index));
  }
  EXPECT_EQ(places, (std::set<std::size_t>{0, 1, 2, 3}));
}

/// Reads XML to its end and calls `visit` with a path of names for each element, such as "quiz/question/name". \return the error in
/// the XML; empty if there is none.
std::string walk_xml(const std::string& text, const std::function<void(const std::string& path, QXmlStreamReader&)>& visit) {
  QXmlStreamReader xml(QString::fromStdString(text));
  std::vector<std::string> path;
  while (!xml.atEnd()) {
    xml.readNext();
    if (xml.isStartElement()) {
      path.push_back(xml.name().toString().toStdString());
      std::string joined;
      for (const std::string& name : path) joined += (joined.empty() ? "" : "/") + name;
      visit(joined, xml);
    }
    if (xml.isEndElement()) path.pop_back();
  }
  return xml.hasError() ? xml.errorString().toStdString() : std::string();
}

TEST(Moodle, is_as_its_documentation_says) {
  const auto variants = make_variants(5, Level::expert, 20);
  const std::string text = moodle_text(variants);
  std::map<std::string, int> elements, types;
  EXPECT_EQ(walk_xml(text,
                     [&](const std::string& path, QXmlStreamReader& xml) {
                       ++elements[path];
                       if (path == "quiz/question") ++types[xml.attributes().value("type").toString().toStdString()];
                       if (path == "quiz/question/questiontext") {
                         EXPECT_EQ(xml.attributes().value("format").toString(), "html");
                       }
                     }),
            "");
  EXPECT_EQ(types, (std::map<std::string, int>{{"category", 1}, {"cloze", 20}}));
  for (const char* path : {"quiz/question/name/text", "quiz/question/questiontext/text", "quiz/question/generalfeedback/text",
                           "quiz/question/idnumber"})
    EXPECT_EQ(elements[path], 20) << path;
  EXPECT_EQ(elements["quiz/question/category/text"], 1);
}

/// An answer of an embedded field in the cloze format of Moodle's documentation: "=right", "%75%in part" or "wrong", each followed
/// by "#feedback". In a NUMERICAL field, the answer is "value:tolerance".
struct ClozeAnswer {
  double percent = 0;
  std::string text, feedback;
};
struct ClozeField {
  unsigned weight = 0;
  std::string type;
  std::vector<ClozeAnswer> answers;
};

/// Reads the fields of a question's text strictly. The test fails if a field does not follow the format.
std::vector<ClozeField> cloze_fields(const std::string& text) {
  std::vector<ClozeField> fields;
  std::size_t at = 0;
  while ((at = text.find('{', at)) != std::string::npos) {
    ClozeField field;
    std::size_t used = 0;
    field.weight = static_cast<unsigned>(std::stoul(text.substr(at + 1), &used));
    at += 1 + used;
    EXPECT_EQ(text[at++], ':');
    const std::size_t colon = text.find(':', at);
    field.type = text.substr(at, colon - at);
    EXPECT_TRUE(field.type == "NUMERICAL" || field.type == "MULTICHOICE") << field.type;
    at = colon + 1;
    bool more = true;
    while (more && at < text.size()) {
      ClozeAnswer answer;
      if (text[at] == '=') {
        answer.percent = 100;
        ++at;
      } else if (text[at] == '%') {
        answer.percent = std::stod(text.substr(at + 1), &used);
        at += 1 + used;
        EXPECT_EQ(text[at++], '%');
      }
      std::string* words = &answer.text;
      for (; at < text.size() && text[at] != '~' && text[at] != '}'; ++at) {
        if (text[at] == '\\')
          words->push_back(text[++at]);
        else if (text[at] == '#')
          words = &answer.feedback;
        else
          words->push_back(text[at]);
      }
      more = text[at] == '~';
      ++at;
      field.answers.push_back(answer);
    }
    fields.push_back(field);
  }
  return fields;
}

/// The texts in the given element of all cloze questions of a file.
std::vector<std::string> texts_of(const std::string& quiz, const std::string& element) {
  std::vector<std::string> texts;
  EXPECT_EQ(walk_xml(quiz,
                     [&](const std::string& path, QXmlStreamReader& xml) {
                       if (path == "quiz/question/" + element) {
                         xml.readNextStartElement();
                         texts.push_back(xml.readElementText().toStdString());
                         xml.readNextStartElement();  // to the end of the given element
                       }
                     }),
            "");
  return texts;
}

/// The percentage that Moodle gives for a typed number: that of the first answer whose tolerance contains the number.
double percent_for(const ClozeField& field, double typed) {
  for (const ClozeAnswer& answer : field.answers) {
    const std::size_t colon = answer.text.find(':');
    if (std::abs(typed - std::stod(answer.text)) <= std::stod(answer.text.substr(colon + 1))) return answer.percent;
  }
  return 0;
}

TEST(Moodle, gives_for_each_answer_what_the_grader_gives) {
  for (const Level level : all_levels()) {
    const auto variants = make_variants(5, level, 12);
    const auto texts = texts_of(moodle_text(variants), "questiontext");
    ASSERT_EQ(texts.size(), variants.size());
    for (std::size_t v = 0; v < variants.size(); ++v) {
      const HiddenCard card = hidden_card(variants[v].card);
      const auto fields = cloze_fields(texts[v]);
      ASSERT_EQ(fields.size(), variants[v].items.size());
      for (std::size_t i = 0; i < fields.size(); ++i) {
        const PaperItem& item = variants[v].items[i];
        EXPECT_EQ(fields[i].weight, item.points);
        EXPECT_EQ(std::ranges::count(fields[i].answers, 100.0, &ClozeAnswer::percent), 1);
        const auto question = question_from(item.id);
        if (item.is_choice()) {
          ASSERT_EQ(fields[i].answers.size(), item.choices.size());
          for (const ClozeAnswer& answer : fields[i].answers) {
            const auto tidied = tidy_answer(*question, answer.text);
            ASSERT_TRUE(tidied) << answer.text;
            EXPECT_EQ(answer.percent, grade_answer(card, *question, *tidied, 100).points) << variants[v].id << " " << answer.text;
          }
        } else if (question == Question::capacity || question == Question::tlb_reach) {
          const double right = static_cast<double>(item.right);
          const double step = static_cast<double>(question == Question::capacity ? card.line_bytes : card.tlb->page_bytes);
          EXPECT_EQ(percent_for(fields[i], right), 100);
          EXPECT_EQ(percent_for(fields[i], right + step), 75);
          EXPECT_EQ(percent_for(fields[i], right - step), 75);
          EXPECT_EQ(percent_for(fields[i], right + step + 1), 0);
        } else {
          EXPECT_EQ(percent_for(fields[i], static_cast<double>(item.right)), 100);
          EXPECT_EQ(percent_for(fields[i], static_cast<double>(item.right) + 1), 0);
        }
      }
    }
  }
}

TEST(Moodle, says_afterwards_what_a_good_experiment_would_have_been) {
  const auto variants = make_variants(7, Level::expert, 2);
  const auto feedbacks = texts_of(moodle_text(variants), "generalfeedback");
  ASSERT_EQ(feedbacks.size(), 2U);
  for (std::size_t v = 0; v < variants.size(); ++v)
    for (const AskedQuestion& asked : asked_at(Level::expert)) {
      EXPECT_THAT(feedbacks[v], HasSubstr(std::string("<b>") + words_of(asked.question).title + ":</b>"));
      EXPECT_THAT(feedbacks[v], HasSubstr(good_experiment(hidden_card(variants[v].card), asked.question)));
    }
  EXPECT_NE(feedbacks[0], feedbacks[1]);
}

TEST(Qti, is_a_package_whose_manifest_names_every_item) {
  const auto package = qti_package(make_variants(5, Level::expert, 10));
  ASSERT_EQ(package.size(), 11U);
  EXPECT_EQ(package.front().name, "imsmanifest.xml");
  std::set<std::string> hrefs, names;
  EXPECT_EQ(walk_xml(package.front().text,
                     [&](const std::string& path, QXmlStreamReader& xml) {
                       if (path != "manifest/resources/resource") return;
                       EXPECT_EQ(xml.attributes().value("type").toString(), "imsqti_item_xmlv2p1");
                       hrefs.insert(xml.attributes().value("href").toString().toStdString());
                     }),
            "");
  for (std::size_t i = 1; i < package.size(); ++i) names.insert(package[i].name);
  EXPECT_EQ(hrefs, names);
}

TEST(Qti, declares_asks_and_scores_every_item) {
  for (const Variant& variant : make_variants(6, Level::expert, 5)) {
    const auto package = qti_package({variant});
    std::map<std::string, std::string> types;
    std::set<std::string> asked, scored;
    std::string last;
    EXPECT_EQ(walk_xml(package[1].text,
                       [&](const std::string& path, QXmlStreamReader& xml) {
                         const auto value = [&](const char* name) { return xml.attributes().value(name).toString().toStdString(); };
                         if (path == "assessmentItem/responseDeclaration") types[value("identifier")] = value("baseType");
                         if (path.ends_with("Interaction")) asked.insert(value("responseIdentifier"));
                         if (path.ends_with("match/correct")) scored.insert(value("identifier"));
                         if (path == "assessmentItem") {
                           EXPECT_EQ(value("identifier"), variant.id);
                         }
                       }),
              "");
    std::set<std::string> declared;
    for (const PaperItem& item : variant.items) {
      declared.insert("R_" + item.id);
      EXPECT_EQ(types["R_" + item.id], item.is_choice() ? "identifier" : "integer");
    }
    EXPECT_EQ(asked, declared);
    EXPECT_EQ(scored, declared);
  }
}

TEST(Zip, is_read_by_its_directory) {
  ZipArchive zip;
  zip.add("a.txt", "hello");
  zip.add("b/c.txt", std::string(1000, 'x'));
  const std::string bytes = zip.bytes();
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);  // the check value that is published for this CRC
  EXPECT_EQ(bytes.substr(0, 4), "PK\x03\x04");
  const std::size_t end = bytes.rfind("PK\x05\x06");
  ASSERT_NE(end, std::string::npos);
  const auto number = [&](std::size_t at, int count) {
    std::uint64_t value = 0;
    for (int i = count; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
    return value;
  };
  EXPECT_EQ(number(end + 10, 2), 2U);
  const std::uint64_t directory = number(end + 16, 4);
  EXPECT_EQ(bytes.substr(directory, 4), "PK\x01\x02");
  const std::uint64_t first = number(directory + 42, 4);
  EXPECT_EQ(bytes.substr(first + 30, 10), "a.txthello");
  EXPECT_EQ(number(directory + 16, 4), crc32("hello"));
}

TEST(Export, writes_a_zip_a_folder_and_a_file_or_says_why_not) {
  const ScratchFolder folder;
  const auto variants = make_variants(1, Level::easy, 2);
  EXPECT_EQ(write_qti(variants, folder / "package.zip"), std::nullopt);
  EXPECT_EQ(text_of(folder / "package.zip").substr(0, 2), "PK");
  EXPECT_EQ(write_qti(variants, folder / "package"), std::nullopt);
  EXPECT_EQ(text_of(folder / "package/items/mystery-easy-0002.xml"), qti_package(variants)[2].text);
  EXPECT_EQ(write_moodle(variants, folder / "quiz.xml"), std::nullopt);
  EXPECT_EQ(text_of(folder / "quiz.xml"), moodle_text(variants));
  EXPECT_THAT(*write_moodle(variants, folder / "none/quiz.xml"), HasSubstr("quiz.xml"));
  EXPECT_THAT(*write_qti(variants, folder / "quiz.xml/package"), HasSubstr("can't be made"));
}

}  // namespace
}  // namespace chasescope::mystery
