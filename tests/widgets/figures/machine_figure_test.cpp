// Replacement as a state machine: the figure can be read in every width, shows the machine of the session, and is refused if it has
// too many states.
#include <gtest/gtest.h>

#include "engine/inference/replacement/named_automata.h"
#include "tests/widgets/figures/drawn_figure.h"
#include "widgets/registry/figure_list.h"
#include "widgets/views/replacement/figure_machine.h"

namespace chasescope {
namespace {

Finding found(const char* quantity, nlohmann::json value) {
  Finding finding;
  finding.subject = "l1_data";
  finding.quantity = quantity;
  finding.conditions = {{"space", "global.ca"}};
  finding.value = std::move(value);
  finding.unit = "1";
  finding.status = FindingStatus::measured;
  return finding;
}

Session cacheGoingBy(const std::string& policy, unsigned ways) {
  Session session;
  session.device.name = "A card of a test";
  session.findings = {found("sets", 16), found("ways", ways), found("replacement_policy", policy)};
  return session;
}

Session learnt(const std::string& machine) {
  const auto read = inference::automaton_from(machine);
  EXPECT_TRUE(read.automaton) << read.fault;
  Session session = cacheGoingBy("other", read.automaton->ways);
  session.findings.push_back(found("replacement_machine", read.automaton->states.size()));
  session.findings.back().machine = machine;
  return session;
}

const char* const kEverySecond = "0 0 0 0 1/1; 1 1 1 1 2/0; 2 2 2 2 3/1; 3 3 3 3 4/2; 4 4 4 4 5/1; 5 5 5 5 0/3";
const char* const kMostRecent = "1 2 3 0 0/3; 1 2 3 0 1/0; 1 2 3 0 2/1; 1 2 3 0 3/2";

TEST(MachineFigure, can_be_read_in_every_width) {
  const Session sessions[] = {cacheGoingBy("lru", 2),  cacheGoingBy("lru", 3), cacheGoingBy("lru", 4), cacheGoingBy("fifo", 8),
                              cacheGoingBy("plru", 4), learnt(kEverySecond),   learnt(kMostRecent)};
  for (const Session& session : sessions) {
    const FigureOutcome made = makeFigure(QStringLiteral("policy-machine"), session);
    ASSERT_TRUE(made) << made.error.toStdString();
    for (const double width : {84.0, 88.9, 177.8}) {
      FigureOptions options;
      options.caption = true;
      options.width_mm = width;
      for (const std::string& fault : faultsOf(drawFigure(*made.figure, options), options))
        ADD_FAILURE() << session.findings[2].value << " at " << width << " mm: " << fault;
    }
  }
}

TEST(MachineFigure, has_every_state_and_says_where_it_comes_from) {
  const auto words = [](const Session& session) {
    QStringList all;
    for (const DrawnText& text : drawFigure(*policyMachineFigure(session).figure, {}).texts) all << text.words;
    return all;
  };
  EXPECT_TRUE(words(cacheGoingBy("lru", 2)).contains("L1 data cache · global.ca: LRU as a machine of 2 states"));
  const QStringList told = words(learnt(kEverySecond));
  EXPECT_TRUE(told.contains("L1 data cache · global.ca: a machine of 6 states"));
  EXPECT_EQ(told.count("way 1"), 3) << "every second replacement";
}

TEST(MachineFigure, writes_all_that_the_machine_does) {
  QByteArray csv;
  policyMachineFigure(cacheGoingBy("lru", 2)).figure->writeCsv([&](const QByteArray& line) {
    csv += line;
    return true;
  });
  EXPECT_EQ(csv,
            "state,input,way,next_state,replaced_way\n0,hit,0,1,\n0,hit,1,0,\n0,miss,,1,0\n1,hit,0,1,\n1,hit,1,0,\n1,miss,,0,1\n");
}

TEST(MachineFigure, is_refused_with_the_number_of_states_where_they_are_too_many) {
  const FigureOutcome named = policyMachineFigure(cacheGoingBy("plru", 8));
  EXPECT_FALSE(named);
  EXPECT_TRUE(named.error.contains("128 states, and at most 24")) << named.error.toStdString();
  const FigureOutcome told = policyMachineFigure(learnt(to_text(*inference::automaton_of("lru", 5))));
  EXPECT_FALSE(told);
  EXPECT_TRUE(told.error.contains("120 states")) << told.error.toStdString();
  const FigureOutcome chance = policyMachineFigure(cacheGoingBy("random", 4));
  EXPECT_FALSE(chance);
  EXPECT_TRUE(chance.error.contains("random")) << chance.error.toStdString();
  EXPECT_TRUE(policyMachineFigure(Session()).unmeasured);
}

// A session that was made by hand, and not read from a file, may hold anything.
TEST(MachineFigure, of_a_text_that_is_no_machine_is_refused) {
  Session session = learnt(kMostRecent);
  session.findings.back().machine = "1 2 3 9 0/3";
  EXPECT_FALSE(policyMachineFigure(session));
}

}  // namespace
}  // namespace chasescope
